//! The walkthrough as its user runs it: whole processes, a real MCP server over real pipes,
//! a real SQLite file, and `kill -9`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod battery;
mod process;

use std::path::Path;

use process::{Life, Workplace};

#[test]
fn both_lives_show_the_five_beats_and_leave_no_process() {
    let place = Workplace::new();
    let output = place.both_lives();
    let mut rest = output.as_str();
    for beat in [
        "research hydrates mcp://crm/deals/D1/activity",
        "summary · Nordwind AG is ready to sign",
        "paused at gate · Approve the research on D1?",
        "activity-history  mcp://crm/deals/D1/activity  server=crm  producing_call=get_deal({\"deal_id\":\"D1\"})  idempotent=true",
        "email-history  mcp://crm/deals/D1/emails/2026-01-01/2026-12-31  server=crm  producing_call=get_deal({\"deal_id\":\"D1\"})  idempotent=true",
        "1 × mcp://crm/deals/D1/activity",
        "parse_activity hydrates mcp://crm/deals/D1/activity",
        "consume: the first read failed",
        "consume: replayed get_deal, and re-read email-history",
        "brief · Brief on deal D1",
        "e-mail: References",
        "e-mail: Re: Offer",
        "e-mail: Liability cap",
        "e-mail: Start date",
        "1 × mcp://crm/deals/D1/activity",
        "2 × mcp://crm/deals/D1/emails/2026-01-01/2026-12-31",
    ] {
        let found = rest.find(beat);
        let Some(position) = found else { panic!("`{beat}` is not (or too early) in:\n{output}") };
        rest = &rest[position + beat.len()..];
    }
    assert_eq!(place.processes(), Vec::<String>::new());
    shown_by_the_page_is_printed(&output);
}

/// The excerpts of `docs/walkthrough.md` are printed as they stand there, in their order.
fn shown_by_the_page_is_printed(output: &str) {
    let page = include_str!("../../docs/walkthrough.md");
    let excerpts = page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    let (mut rest, mut count) = (output, 0);
    for excerpt in excerpts {
        let found = rest.find(excerpt);
        let Some(at) = found else { panic!("not printed (here):\n{excerpt}\nin:\n{output}") };
        rest = &rest[at + excerpt.len()..];
        count += 1;
    }
    assert_eq!(count, 3);
}

#[test]
fn a_life_killed_after_the_pause_is_resumed_without_repeating_the_research() {
    let place = Workplace::new();
    Life::start(&place, 20).kill_at("paused at gate");
    let output = place.run("resume").unwrap();
    assert!(output.contains("e-mail: Start date"), "{output}");
    assert!(!output.contains("research takes turn"), "{output}");
    assert_eq!(place.calls("model research"), 3);
    assert_eq!(place.calls("tool get_deal"), 1, "the link was alive, so nothing was replayed");
    place.wait_until_no_process();
}

#[test]
fn a_life_killed_in_the_second_turn_continues_and_repeats_nothing_finished() {
    let place = Workplace::new();
    Life::start(&place, 1_500).kill_at("research takes turn 2");
    assert_eq!((place.calls("model research turn 1"), place.calls("tool get_deal")), (1, 1));
    let output = place.run("continue").unwrap();
    assert!(!output.contains("research takes turn 1"), "{output}");
    assert!(output.contains("paused at gate"), "{output}");
    let output = place.run("resume").unwrap();
    assert!(output.contains("e-mail: Start date"), "{output}");
    assert_eq!(place.calls("model research turn 1"), 1, "a finished turn is not asked again");
    assert_eq!(place.calls("model research turn 3"), 1);
    assert_eq!(place.calls("tool get_deal"), 1, "a finished call is not made again");
    place.wait_until_no_process();
}

#[test]
fn what_was_hydrated_is_nowhere_in_the_store() {
    let place = Workplace::new();
    place.run("start").unwrap();
    place.run("arm").unwrap();
    let output = place.run("resume").unwrap();
    assert!(output.contains("replayed get_deal"), "{output}");
    let stored = place.stored();
    // What the agent's reader asked for is a tool's answer, which is stored …
    assert!(stored.contains("capped at one yearly fee"));
    // … but not what the agent and the consumer had hydrated.
    for canary in ["canary-activity-58213", "canary-mail-90417"] {
        let data = include_str!("../../examples/deal_research/data.rs");
        assert!(data.contains(canary), "`{canary}` is served");
        assert!(!stored.contains(canary), "`{canary}` is stored");
    }
}

#[test]
fn of_two_processes_that_resume_one_thread_exactly_one_wins() {
    let place = Workplace::new();
    place.run("start").unwrap();
    let lives = [Life::spawn(&place, "resume", 300), Life::spawn(&place, "resume", 300)];
    let ends = lives.map(Life::end);
    let failures: Vec<&String> = ends.iter().filter_map(|end| end.as_ref().err()).collect();
    let [failure] = failures[..] else { panic!("{ends:?}") };
    assert!(failure.contains("deal-D1"), "{failure}");
    assert_eq!(place.calls("model consume"), 1);
}

#[test]
fn commands_that_do_not_fit_the_thread_say_what_to_do() {
    let place = Workplace::new();
    for mode in ["resume", "continue"] {
        let error = place.run(mode).unwrap_err();
        assert!(error.contains("there is no thread `deal-D1`"), "{error}");
    }
    place.run("start").unwrap();
    let error = place.run("start").unwrap_err();
    assert!(error.contains("paused") && error.contains("`Resume`"), "{error}");
    let error = place.run("continue").unwrap_err();
    assert!(error.contains("nothing to continue"), "{error}");
    place.run("resume").unwrap();
    let error = place.run("resume").unwrap_err();
    assert!(error.contains("finished"), "{error}");
    assert!(Path::new(&place.db()).exists());
    assert_eq!(place.processes(), Vec::<String>::new());
}

#[test]
fn the_reader_gives_the_mails_of_its_dates_and_no_others() {
    let place = Workplace::new();
    place.run("start").unwrap();
    let rows = place.rows("tool");
    let answers = rows.iter().filter_map(|row| {
        let call: serde_json::Value = serde_json::from_str(row).unwrap();
        (call["tool"] == "read_emails").then(|| call["typed_result"].clone())
    });
    let [page] = &answers.collect::<Vec<_>>()[..] else { panic!("{rows:?}") };
    assert_eq!((&page["start"], &page["end"]), (&"2026-03-01".into(), &"2026-03-31".into()));
    let mails = page["mails"].as_array().unwrap();
    let dates: Vec<&str> = mails.iter().map(|mail| mail["date"].as_str().unwrap()).collect();
    assert_eq!(dates, ["2026-03-09", "2026-03-24"]);
    let corpus = include_str!("../../examples/deal_research/data.rs").matches("@nordwind").count();
    assert!(corpus > mails.len(), "{corpus} mails are there");
}

#[test]
fn it_runs_without_keys_and_without_what_the_environment_says() {
    let place = Workplace::new();
    let output = place.both_lives_bare();
    assert!(output.contains("e-mail: Start date"), "{output}");
}
