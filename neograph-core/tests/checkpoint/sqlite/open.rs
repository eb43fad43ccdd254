//! Opening, closing, and what is refused.

use std::{fs, path::Path};

use neograph_core::checkpoint::{Checkpointer, Commit, SqliteSaver, StoreError, ThreadStatus};
use sqlx::Connection;

use super::{fresh, raw, refusal};
use crate::fixture::{NOW, acquired, append, commit, jsons, loaded, output, request};

#[tokio::test]
async fn a_thread_survives_reopening() {
    let (_directory, store) = fresh().await;
    let lease = acquired(&store, "t").await;
    let paused = Commit {
        status: Some(ThreadStatus::Paused),
        ..commit(&lease, 0, vec![output("a", "1"), output("b", "2")])
    };
    append(&store, paused).await.unwrap();
    let before = loaded(&store, "t").await;
    store.close().await.unwrap();

    let again = SqliteSaver::open(store.path()).await.unwrap();
    assert_eq!(loaded(&again, "t").await, before);
    let busy = again.acquire(request("t", "second", NOW)).await;
    assert!(matches!(busy, Err(StoreError::Busy { .. })), "the lease survives too");
    assert_eq!(append(&again, commit(&lease, 2, vec![output("c", "3")])).await.unwrap(), 3);
}

#[tokio::test]
async fn a_dropped_store_writes_what_was_queued() {
    let (_directory, store) = fresh().await;
    let path = store.path().to_owned();
    let lease = acquired(&store, "t").await;
    append(&store, commit(&lease, 0, vec![output("a", "1")])).await.unwrap();
    drop(store);
    let again = SqliteSaver::open(path).await.unwrap();
    assert_eq!(jsons(&loaded(&again, "t").await), ["1"]);
}

#[tokio::test]
async fn a_closed_store_says_so() {
    let (_directory, store) = fresh().await;
    let lease = acquired(&store, "t").await;
    let clone = store.clone();
    store.close().await.unwrap();

    let refused = append(&clone, commit(&lease, 0, vec![])).await;
    let Err(StoreError::Backend(error)) = refused else { panic!("{refused:?}") };
    assert!(error.to_string().contains("SqliteSaver::open"), "{error}");
    assert!(matches!(clone.load("t").await, Err(StoreError::Backend(_))));
    assert!(matches!(clone.close().await, Err(StoreError::Backend(_))));
}

#[test]
fn a_store_outlives_the_runtime_it_was_opened_on() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let first = runtime();
    let store = first.block_on(SqliteSaver::open(directory.path().join("threads.db"))).unwrap();
    drop(first);
    runtime().block_on(async {
        let lease = acquired(&store, "t").await;
        append(&store, commit(&lease, 0, vec![output("a", "1")])).await.unwrap();
        assert_eq!(loaded(&store, "t").await.head, 1);
    });
}

#[tokio::test]
async fn a_missing_directory_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("missing/threads.db");
    let error = refusal(&path).await;
    assert!(matches!(error, StoreError::Open { .. }));
    let message = error.to_string();
    assert!(message.contains(&path.display().to_string()), "{message}");
    assert!(message.contains("create it"), "{message}");
    assert!(!path.parent().unwrap().exists());
}

#[tokio::test]
async fn a_path_that_is_no_file_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    assert!(refusal(directory.path()).await.to_string().contains("it is a directory"));
    assert!(refusal(Path::new(":memory:")).await.to_string().contains("`MemorySaver`"));
    assert!(matches!(refusal(Path::new("")).await, StoreError::Open { .. }));
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    let notes = "not a database, but somebody's notes\n".repeat(100);
    fs::write(&path, &notes).unwrap();
    let error = refusal(&path).await;
    assert!(matches!(error, StoreError::Open { .. }));
    assert!(error.to_string().contains("no SQLite database"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), notes);
}

#[tokio::test]
async fn a_newer_schema_is_left_as_it_is() {
    let (_directory, store) = fresh().await;
    acquired(&store, "t").await;
    store.close().await.unwrap();
    let mut file = raw(store.path()).await;
    sqlx::query("INSERT INTO neograph_migrations VALUES (9, 'later', 0, true, x'00', 0)")
        .execute(&mut file)
        .await
        .unwrap();
    file.close().await.unwrap();
    let before = fs::read(store.path()).unwrap();

    let error = refusal(store.path()).await;
    assert!(matches!(error, StoreError::NewerSchema { found: 9, known: 1, .. }), "{error}");
    assert_eq!(fs::read(store.path()).unwrap(), before);
}
