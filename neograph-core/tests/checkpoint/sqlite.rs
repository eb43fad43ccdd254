//! What is promised of the `SQLite` store alone.

use std::{fs, path::Path};

use neograph_core::{
    Error,
    checkpoint::{Checkpointer, Commit, SqliteSaver, StoreError, ThreadStatus},
};
use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::fixture::{NOW, TTL, acquired, append, commit, jsons, loaded, output, request};

pub(crate) async fn fresh() -> (TempDir, SqliteSaver) {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteSaver::open(directory.path().join("threads.db")).await.unwrap();
    (directory, store)
}

/// A connection of the test's own, to look at the file and to damage it.
async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.unwrap()
}

async fn refusal(path: &Path) -> StoreError {
    match SqliteSaver::open(path).await {
        Err(Error::Store(error)) => *error,
        other => panic!("{other:?}"),
    }
}

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
