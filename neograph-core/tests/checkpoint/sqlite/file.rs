//! What is in the file, and what happens when it is damaged or full.

use std::fs;

use neograph_core::checkpoint::{Checkpointer, SqliteSaver, StoreError};

use super::{fresh, raw};
use crate::fixture::{acquired, append, commit, loaded, output};

#[tokio::test]
async fn the_file_is_not_much_larger_than_its_values() {
    const NODES: u64 = 20;
    const VALUE: usize = 100 * 1024;
    let (_directory, store) = fresh().await;
    let lease = acquired(&store, "t").await;
    let json = format!("\"{}\"", "x".repeat(VALUE - 2));
    for node in 0..NODES {
        append(&store, commit(&lease, node, vec![output("a", &json)])).await.unwrap();
    }
    store.close().await.unwrap();

    let files: Vec<_> = fs::read_dir(store.path().parent().unwrap()).unwrap().collect();
    assert_eq!(files.len(), 1, "closing merges the write-ahead log: {files:?}");
    let size = fs::metadata(store.path()).unwrap().len();
    let floor = NODES * VALUE as u64;
    assert!(size * 100 <= floor * 115, "{size} for {floor}");
}

#[tokio::test]
async fn the_file_may_hold_other_tables() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("app.db");
    let mut app = raw(&path).await;
    sqlx::raw_sql("CREATE TABLE _sqlx_migrations (version); CREATE TABLE threads (id);")
        .execute(&mut app)
        .await
        .unwrap();
    let store = SqliteSaver::open(&path).await.unwrap();
    acquired(&store, "t").await;
    let names: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
            .fetch_all(&mut app)
            .await
            .unwrap();
    let expected =
        ["_sqlx_migrations", "neograph_log", "neograph_migrations", "neograph_threads", "threads"];
    assert_eq!(names, expected);
}

#[tokio::test]
async fn names_of_a_newer_version_are_reported_as_such() {
    let damages = [
        ("UPDATE neograph_log SET channel = 'dream'", "`dream`"),
        ("UPDATE neograph_log SET key = 'a['", "`a[`"),
        ("UPDATE neograph_log SET idx = -1", "`idx`"),
        ("UPDATE neograph_threads SET status = 'asleep'", "`asleep`"),
    ];
    for (damage, named) in damages {
        let (_directory, store) = fresh().await;
        let lease = acquired(&store, "t").await;
        append(&store, commit(&lease, 0, vec![output("a", "1")])).await.unwrap();
        sqlx::query(damage).execute(&mut raw(store.path()).await).await.unwrap();

        let refused = store.load("t").await;
        let Err(StoreError::Corrupt { thread_id, reason }) = refused else { panic!("{refused:?}") };
        assert_eq!(thread_id, "t");
        assert!(reason.contains(named), "{reason}");
    }
}

/// A batch that the database fails leaves nothing, each of its commits is told, and the
/// store goes on.
#[tokio::test]
async fn a_failed_batch_leaves_nothing() {
    let (_directory, store) = fresh().await;
    let (one, two) = (acquired(&store, "one").await, acquired(&store, "two").await);
    let mut file = raw(store.path()).await;
    sqlx::raw_sql(
        "CREATE TRIGGER full BEFORE INSERT ON neograph_log WHEN new.json = 'too much'
         BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END",
    )
    .execute(&mut file)
    .await
    .unwrap();

    let batch = |json: &str| {
        vec![commit(&one, 0, vec![output("a", "1")]), commit(&two, 0, vec![output("a", json)])]
    };
    for _ in 0..3 {
        let results = store.append(batch("too much")).await;
        assert_eq!(results.len(), 2);
        for result in results {
            let Err(StoreError::Backend(error)) = result else { panic!("{result:?}") };
            assert!(error.to_string().contains("disk full"), "{error}");
        }
        assert_eq!(loaded(&store, "one").await.head, 0);
    }
    let results = store.append(batch("little")).await;
    assert!(matches!(results.as_slice(), [Ok(1), Ok(1)]), "{results:?}");
}
