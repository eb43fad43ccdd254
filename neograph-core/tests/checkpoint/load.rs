//! What comes back.

use neograph_core::checkpoint::{
    Channel, Checkpointer, Commit, Key, Lease, ThreadLog, ThreadStatus, Write,
};

use crate::fixture::{acquired, append, commit, jsons, loaded, output};

pub(crate) async fn there_is_no_unknown_thread(store: &impl Checkpointer) {
    acquired(store, "t").await;
    assert_eq!(store.load("T").await.unwrap(), None);
}

pub(crate) async fn a_new_thread_is_empty(store: &impl Checkpointer) {
    acquired(store, "t").await;
    let empty = ThreadLog {
        pipeline: "deal-research".to_owned(),
        status: ThreadStatus::Running,
        head: 0,
        turn: 0,
        entries: Vec::new(),
    };
    assert_eq!(loaded(store, "t").await, empty);
}

pub(crate) async fn every_field_comes_back(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    let writes = vec![
        Write {
            channel: Channel::Tool,
            key: "verify[3]/check#2".parse().unwrap(),
            index: u32::MAX,
            type_tag: "alloc::vec::Vec<deal::Größe>".to_owned(),
            version: u32::MAX,
            json: r#"{"Grüße":"日本語 🚀 \u0000 \" ' \\ ?1"}"#.to_owned(),
        },
        Write {
            channel: Channel::Input,
            key: Key::thread(),
            index: 0,
            type_tag: String::new(),
            version: 0,
            json: String::new(),
        },
        output("a", "a raw \0 byte"),
    ];
    append(store, commit(&lease, 0, writes.clone())).await.unwrap();
    let entries = loaded(store, "t").await.entries;
    assert_eq!(entries.into_iter().map(|entry| entry.write).collect::<Vec<_>>(), writes);
}

pub(crate) async fn every_channel_and_status_comes_back(store: &impl Checkpointer) {
    let channels = [
        Channel::Input,
        Channel::Output,
        Channel::Manifest,
        Channel::Turn,
        Channel::Tool,
        Channel::Intent,
        Channel::Interrupt,
        Channel::Answer,
    ];
    let lease = acquired(store, "t").await;
    let writes = channels.map(|channel| Write { channel, ..output("a", "1") }).to_vec();
    append(store, commit(&lease, 0, writes)).await.unwrap();
    let entries = loaded(store, "t").await.entries;
    assert_eq!(entries.iter().map(|entry| entry.write.channel).collect::<Vec<_>>(), channels);

    let statuses =
        [ThreadStatus::Failed, ThreadStatus::Paused, ThreadStatus::Finished, ThreadStatus::Running];
    for status in statuses {
        let change = Commit { status: Some(status), ..commit(&lease, 8, vec![]) };
        append(store, change).await.unwrap();
        assert_eq!(loaded(store, "t").await.status, status);
    }
}

pub(crate) async fn large_values_come_back(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    let json = format!("\"{}\"", "ü\\\"".repeat(1024 * 1024 / 4));
    append(store, commit(&lease, 0, vec![output("a", &json), output("b", "2")])).await.unwrap();
    let log = loaded(store, "t").await;
    assert!(json.len() >= 1024 * 1024 && log.entries[0].write.json == json);
    assert_eq!(log.entries[1].write.json, "2");
}

pub(crate) async fn only_the_current_turn_is_loaded(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    let first = vec![output("a", "1"), output("b", "2")];
    append(store, commit(&lease, 0, first)).await.unwrap();
    let second = Commit { turn: 2, ..commit(&lease, 2, vec![output("a", "3")]) };
    append(store, second).await.unwrap();
    let more = Commit { turn: 2, ..commit(&lease, 3, vec![output("b", "4")]) };
    append(store, more).await.unwrap();

    let log = loaded(store, "t").await;
    assert_eq!((log.turn, log.head), (2, 4));
    assert_eq!(jsons(&log), ["3", "4"]);
    assert_eq!(log.entries[0].position, 3, "positions count through all turns");

    // A turn that begins with a status alone is empty.
    let third =
        Commit { turn: 3, status: Some(ThreadStatus::Running), ..commit(&lease, 4, Vec::new()) };
    append(store, third).await.unwrap();
    let log = loaded(store, "t").await;
    assert_eq!((log.turn, log.head, log.entries.len()), (3, 4, 0));
}

pub(crate) async fn threads_are_apart(store: &impl Checkpointer) {
    let mut leases = Vec::new();
    for n in 0..50 {
        leases.push(acquired(store, &format!("t{n}")).await);
    }
    for round in 0..3_u64 {
        let commits = leases.iter().map(|lease| {
            let json = format!("{}/{round}", lease.thread_id);
            commit(lease, round, vec![output("a", &json)])
        });
        let results = store.append(commits.collect()).await;
        assert!(results.iter().all(|head| matches!(head, Ok(head) if *head == round + 1)));
    }
    for Lease { thread_id, .. } in leases {
        let log = loaded(store, &thread_id).await;
        let expected: Vec<String> = (0..3).map(|round| format!("{thread_id}/{round}")).collect();
        assert_eq!(jsons(&log), expected);
    }
}

pub(crate) async fn odd_thread_ids_are_apart(store: &impl Checkpointer) {
    let ids =
        ["", " ", "1", "1.0", "01", "null", "é", "e\u{301}", "a'b\"c\\d", "a\0b", "a\0c", "a"];
    for id in ids {
        let lease = acquired(store, id).await;
        append(store, commit(&lease, 0, vec![output("a", id)])).await.unwrap();
    }
    for id in ids {
        assert_eq!(jsons(&loaded(store, id).await), [id]);
    }
}
