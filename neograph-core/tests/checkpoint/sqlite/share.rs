//! Several stores on one file, in one process and in several, and callers that go away.

use std::process::{Child, Command, Stdio};

use futures_util::FutureExt;
use neograph_core::checkpoint::{Checkpointer, SqliteSaver, StoreError};
use tokio::task::JoinSet;

use super::fresh;
use crate::{
    fixture::{NOW, TTL, acquired, append, commit, jsons, loaded, output, request},
    race,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_stores_on_one_file_share_threads_and_fences() {
    let (_directory, one) = fresh().await;
    let two = SqliteSaver::open(one.path()).await.unwrap();
    let first = acquired(&one, "t").await;
    append(&one, commit(&first, 0, vec![output("a", "1")])).await.unwrap();

    assert!(matches!(
        two.acquire(request("t", "second", NOW)).await,
        Err(StoreError::Busy { owner, .. }) if owner == "first"
    ));
    let second = two.acquire(request("t", "second", NOW + TTL)).await.unwrap();
    assert!(second.fence > first.fence);
    assert!(matches!(
        append(&one, commit(&first, 1, vec![output("b", "lost")])).await,
        Err(StoreError::Fenced { .. })
    ));
    append(&two, commit(&second, 1, vec![output("b", "2")])).await.unwrap();
    assert_eq!(jsons(&loaded(&one, "t").await), ["1", "2"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_of_two_stores_on_one_file_race_like_those_of_one() {
    let (_directory, one) = fresh().await;
    let two = SqliteSaver::open(one.path()).await.unwrap();
    let lease = acquired(&one, "t").await;
    for round in 0..50 {
        let step = |store: &SqliteSaver, name: &str| {
            let (store, commit) = (store.clone(), commit(&lease, round, vec![output("a", name)]));
            tokio::spawn(async move { append(&store, commit).await })
        };
        let (a, b) = (step(&one, "one"), step(&two, "two"));
        let (a, b) = (a.await.unwrap(), b.await.unwrap());
        assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
        assert_eq!(loaded(&two, "t").await.head, round + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_stores_open_a_new_file_at_once() {
    for _ in 0..10 {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("threads.db");
        let mut opening = JoinSet::new();
        for n in 0..8 {
            let path = path.clone();
            opening.spawn(async move {
                let store = SqliteSaver::open(path).await.unwrap();
                acquired(&store, &format!("t{n}")).await;
                store.close().await.unwrap();
            });
        }
        opening.join_all().await;
        let store = SqliteSaver::open(path).await.unwrap();
        for n in 0..8 {
            loaded(&store, &format!("t{n}")).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropping_an_append_leaves_the_store_usable() {
    let (_directory, store) = fresh().await;
    let lease = acquired(&store, "t").await;
    let large = format!("\"{}\"", "x".repeat(256 * 1024));
    let mut head = 0;
    for round in 0..40_u32 {
        let writes = vec![output("a", &large), output("b", "2")];
        let appending = append(&store, commit(&lease, head, writes));
        let patience = std::time::Duration::from_micros(u64::from(round) * 50);
        let _ = tokio::time::timeout(patience, appending).await;
        // All of it or none of it.
        let other = acquired(&store, &format!("other-{round}")).await;
        store.release(other).await.unwrap();
        let now = loaded(&store, "t").await.head;
        assert!(now == head || now == head + 2, "{now} after {head}");
        head = now;
    }
    let writes = vec![output("c", "last")];
    assert_eq!(append(&store, commit(&lease, head, writes)).await.unwrap(), head + 1);
}

#[tokio::test]
async fn dropping_an_acquire_gives_the_lease_back() {
    let (_directory, store) = fresh().await;
    for _ in 0..20 {
        assert!(store.acquire(request("t", "gone", NOW)).now_or_never().is_none());
        let lease = acquired(&store, "t").await;
        store.release(lease).await.unwrap();
    }
}

/// The file that the child processes drive, and the name of the one.
const FILE: &str = "NEOGRAPH_TEST_FILE";
const WRITER: &str = "NEOGRAPH_TEST_WRITER";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_lose_no_step() {
    let (_directory, store) = fresh().await;
    let child = |writer: &str| -> Child {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "sqlite::share::child_process", "--ignored"])
            .env(FILE, store.path())
            .env(WRITER, writer)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    for mut child in [child("0"), child("1")] {
        assert!(child.wait().unwrap().success());
    }
    race::assert_no_step_lost(&store, 2).await;
}

#[tokio::test]
#[ignore = "half of `two_processes_lose_no_step`, which starts it"]
async fn child_process() {
    let Ok(file) = std::env::var(FILE) else { return };
    let store = SqliteSaver::open(file).await.unwrap();
    race::drive(&store, std::env::var(WRITER).unwrap().parse().unwrap()).await;
    store.close().await.unwrap();
}
