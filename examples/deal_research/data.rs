//! What the CRM knows of deal D1.

use super::domain::{Activity, ActivityHistory, Mail};

/// The dates of the first and the last e-mail, which bound the whole history.
pub const FIRST: &str = "2026-01-01";
pub const LAST: &str = "2026-12-31";

pub fn activity(deal_id: &str) -> ActivityHistory {
    let entry = |date: &str, kind: &str, note: &str| Activity {
        date: date.to_owned(),
        kind: kind.to_owned(),
        note: note.to_owned(),
    };
    ActivityHistory {
        deal_id: deal_id.to_owned(),
        entries: vec![
            entry("2026-01-12", "call", "First call with Mrs. Petersen, who asked for references"),
            entry("2026-02-03", "meeting", "Workshop in Kiel (room code canary-activity-58213)"),
            entry("2026-02-20", "offer", "Offer over 480,000 EUR sent"),
            entry("2026-03-18", "call", "Legal wants to cap the liability at the yearly fee"),
        ],
    }
}

pub fn mails() -> Vec<Mail> {
    let mail = |date: &str, from: &str, subject: &str, body: &str| Mail {
        date: date.to_owned(),
        from: from.to_owned(),
        subject: subject.to_owned(),
        body: body.to_owned(),
    };
    vec![
        mail(
            "2026-01-14",
            "petersen@nordwind.example",
            "References",
            "Could you name two customers of our size? (ticket canary-mail-90417)",
        ),
        mail(
            "2026-02-21",
            "petersen@nordwind.example",
            "Re: Offer",
            "Thank you, I have passed the offer on to our board.",
        ),
        mail(
            "2026-03-09",
            "legal@nordwind.example",
            "Liability cap",
            "We can sign if the liability is capped at one yearly fee.",
        ),
        mail(
            "2026-03-24",
            "petersen@nordwind.example",
            "Start date",
            "May would suit us better than April.",
        ),
    ]
}
