//! What a commit does, and what a refused one leaves undone.

use neograph_core::checkpoint::{Checkpointer, Commit, Lease, StoreError, ThreadStatus, Write};

use crate::fixture::{acquired, append, commit, jsons, loaded, output, taken_over};

pub(crate) async fn positions_follow_the_head(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    let two = vec![output("a", "1"), output("b", "2")];
    assert_eq!(append(store, commit(&lease, 0, two)).await.unwrap(), 2);
    assert_eq!(append(store, commit(&lease, 2, vec![output("c", "3")])).await.unwrap(), 3);
    let log = loaded(store, "t").await;
    assert_eq!((log.head, log.turn), (3, 1));
    let positions: Vec<u64> = log.entries.iter().map(|entry| entry.position).collect();
    assert_eq!(positions, [1, 2, 3]);
    assert_eq!(jsons(&log), ["1", "2", "3"]);
}

pub(crate) async fn nothing_is_a_batch(store: &impl Checkpointer) {
    assert!(store.append(Vec::new()).await.is_empty());
}

pub(crate) async fn a_commit_without_writes_changes_the_status(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    append(store, commit(&lease, 0, vec![output("a", "1")])).await.unwrap();
    let paused = Commit { status: Some(ThreadStatus::Paused), ..commit(&lease, 1, vec![]) };
    assert_eq!(append(store, paused).await.unwrap(), 1);
    let log = loaded(store, "t").await;
    assert_eq!((log.status, log.head, log.turn), (ThreadStatus::Paused, 1, 1));

    append(store, commit(&lease, 1, vec![output("b", "2")])).await.unwrap();
    assert_eq!(loaded(store, "t").await.status, ThreadStatus::Paused, "it stays until changed");
}

pub(crate) async fn a_lease_that_ran_out_commits_until_it_is_taken_over(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    let late = Commit { at_ms: i64::MAX, ..commit(&lease, 0, vec![output("a", "1")]) };
    assert_eq!(append(store, late).await.unwrap(), 1);
}

pub(crate) async fn a_fenced_commit_is_refused(store: &impl Checkpointer) {
    let first = acquired(store, "t").await;
    append(store, commit(&first, 0, vec![output("a", "1")])).await.unwrap();
    let second = taken_over(store, "t").await;
    let before = loaded(store, "t").await;

    let finished = Commit {
        status: Some(ThreadStatus::Finished),
        turn: 2,
        ..commit(&first, 1, vec![output("b", "lost")])
    };
    let refused = append(store, finished).await;
    assert!(matches!(refused, Err(StoreError::Fenced { thread_id }) if thread_id == "t"));
    assert_eq!(loaded(store, "t").await, before, "no trace");
    assert_eq!(append(store, commit(&second, 1, vec![output("b", "2")])).await.unwrap(), 2);
}

pub(crate) async fn an_invented_fence_is_refused(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    for fence in [0, lease.fence + 1, u64::MAX] {
        let invented = Lease { fence, ..lease.clone() };
        let refused = append(store, commit(&invented, 0, vec![output("a", "1")])).await;
        assert!(matches!(refused, Err(StoreError::Fenced { .. })), "{fence}: {refused:?}");
    }
}

pub(crate) async fn a_stale_head_is_refused(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    append(store, commit(&lease, 0, vec![output("a", "1"), output("b", "2")])).await.unwrap();
    let before = loaded(store, "t").await;
    for head in [0, 1, 3, u64::MAX] {
        let refused = append(store, commit(&lease, head, vec![output("c", "lost")])).await;
        let Err(StoreError::StaleHead { thread_id, expected, actual }) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!((thread_id.as_str(), expected, actual), ("t", head, 2));
    }
    assert_eq!(loaded(store, "t").await, before, "no trace");
}

pub(crate) async fn fenced_is_reported_before_stale(store: &impl Checkpointer) {
    let first = acquired(store, "t").await;
    taken_over(store, "t").await;
    let refused = append(store, commit(&first, 7, vec![])).await;
    assert!(matches!(refused, Err(StoreError::Fenced { .. })));
}

pub(crate) async fn an_unknown_thread_is_refused(store: &impl Checkpointer) {
    let invented = Lease { thread_id: "t".to_owned(), fence: 1 };
    let refused = append(store, commit(&invented, 0, vec![output("a", "1")])).await;
    assert!(matches!(refused, Err(StoreError::UnknownThread { thread_id }) if thread_id == "t"));
    assert_eq!(store.load("t").await.unwrap(), None);
}

pub(crate) async fn refused_commits_do_not_affect_their_neighbours(store: &impl Checkpointer) {
    let fenced = acquired(store, "fenced").await;
    taken_over(store, "fenced").await;
    let stale = acquired(store, "stale").await;
    let good = [acquired(store, "g0").await, acquired(store, "g1").await];
    let unknown = Lease { thread_id: "unknown".to_owned(), fence: 1 };

    let results = store
        .append(vec![
            commit(&fenced, 0, vec![output("a", "lost")]),
            commit(&good[0], 0, vec![output("a", "kept 0")]),
            commit(&stale, 4, vec![output("a", "lost")]),
            commit(&unknown, 0, vec![output("a", "lost")]),
            commit(&good[1], 0, vec![output("a", "kept 1"), output("b", "kept 2")]),
        ])
        .await;
    assert!(
        matches!(
            results.as_slice(),
            [
                Err(StoreError::Fenced { .. }),
                Ok(1),
                Err(StoreError::StaleHead { expected: 4, actual: 0, .. }),
                Err(StoreError::UnknownThread { .. }),
                Ok(2),
            ]
        ),
        "{results:?}"
    );
    assert_eq!(jsons(&loaded(store, "g0").await), ["kept 0"]);
    assert_eq!(jsons(&loaded(store, "g1").await), ["kept 1", "kept 2"]);
    assert_eq!(loaded(store, "fenced").await.head, 0);
    assert_eq!(loaded(store, "stale").await.head, 0);
    assert_eq!(store.load("unknown").await.unwrap(), None);
}

pub(crate) async fn commits_of_one_thread_in_a_batch_follow_each_other(store: &impl Checkpointer) {
    let (one, two) = (acquired(store, "one").await, acquired(store, "two").await);
    let results = store
        .append(vec![
            commit(&one, 0, vec![output("a", "1")]),
            commit(&one, 0, vec![output("a", "lost")]),
            commit(&two, 0, vec![output("a", "1")]),
            Commit {
                status: Some(ThreadStatus::Finished),
                ..commit(&one, 1, vec![output("b", "2"), output("c", "3")])
            },
            commit(&one, 1, vec![output("b", "lost")]),
            commit(&one, 3, vec![output("d", "4")]),
        ])
        .await;
    assert!(
        matches!(
            results.as_slice(),
            [
                Ok(1),
                Err(StoreError::StaleHead { expected: 0, actual: 1, .. }),
                Ok(1),
                Ok(3),
                Err(StoreError::StaleHead { expected: 1, actual: 3, .. }),
                Ok(4),
            ]
        ),
        "{results:?}"
    );
    let log = loaded(store, "one").await;
    assert_eq!(jsons(&log), ["1", "2", "3", "4"]);
    assert_eq!(log.status, ThreadStatus::Finished);
}

pub(crate) async fn a_batch_of_many_rows_keeps_their_order(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    let mut head = 0;
    for count in [1_u64, 3, 4, 5, 15, 16, 17, 63, 100] {
        let writes: Vec<Write> =
            (0..count).map(|n| output("a", &(head + n + 1).to_string())).collect();
        head += count;
        let expected = head - count;
        assert_eq!(append(store, commit(&lease, expected, writes)).await.unwrap(), head);
    }
    let log = loaded(store, "t").await;
    assert_eq!(log.entries.len() as u64, head);
    for (entry, position) in log.entries.iter().zip(1..) {
        assert_eq!((entry.position, &entry.write.json), (position, &position.to_string()));
    }
}
