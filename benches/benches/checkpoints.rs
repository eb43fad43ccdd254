//! What a stored step costs, beside a raw transaction that writes the same.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::sync::atomic::{AtomicU64, Ordering};

use criterion::{Criterion, criterion_group, criterion_main};
use neograph::checkpoint::{Channel, Checkpointer, Commit, Key, LeaseRequest, SqliteSaver, Write};
use sqlx::{
    Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tokio::{runtime::Runtime, sync::Mutex};

/// A step of 1 KiB in WAL mode with `synchronous = FULL`.
fn step_of_1_kib(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let json = format!("\"{}\"", "x".repeat(1022));
    let mut group = c.benchmark_group("a checkpointed step of 1 KiB, SQLite, FULL");

    let saver = runtime.block_on(SqliteSaver::open(dir.path().join("ours.db"))).unwrap();
    let request = LeaseRequest {
        thread_id: "t".to_owned(),
        owner: "bench".to_owned(),
        now_ms: 0,
        until_ms: i64::MAX,
        create_for: Some("bench".to_owned()),
    };
    let lease = runtime.block_on(saver.acquire(request)).unwrap();
    let head = AtomicU64::new(0);
    group.bench_function("neograph", |b| {
        b.to_async(&runtime).iter(async || {
            let write = Write {
                channel: Channel::Output,
                key: Key::node("node"),
                index: 0,
                type_tag: "alloc::string::String".to_owned(),
                version: 1,
                json: json.clone(),
            };
            let commit = Commit {
                lease: lease.clone(),
                expect_head: head.load(Ordering::Relaxed),
                turn: 1,
                writes: vec![write],
                status: None,
                at_ms: 0,
            };
            let moved = saver.append(vec![commit]).await.pop().unwrap().unwrap();
            head.store(moved, Ordering::Relaxed);
        });
    });

    let options = SqliteConnectOptions::new()
        .filename(dir.path().join("floor.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full);
    let connection = runtime.block_on(async {
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        let tables = "CREATE TABLE thread (id INTEGER PRIMARY KEY, head INTEGER NOT NULL) STRICT;
            CREATE TABLE log (thread INTEGER, position INTEGER, json TEXT NOT NULL,
                PRIMARY KEY (thread, position)) STRICT;
            INSERT INTO thread VALUES (1, 0)";
        sqlx::raw_sql(tables).execute(&mut connection).await.unwrap();
        Mutex::new(connection)
    });
    group.bench_function("floor: a raw transaction that moves the head and adds the row", |b| {
        b.to_async(&runtime).iter(async || {
            let mut connection = connection.lock().await;
            let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.unwrap();
            let (head,): (i64,) =
                sqlx::query_as("UPDATE thread SET head = head + 1 WHERE id = 1 RETURNING head")
                    .fetch_one(&mut *transaction)
                    .await
                    .unwrap();
            sqlx::query("INSERT INTO log VALUES (1, ?, ?)")
                .bind(head)
                .bind(json.as_str())
                .execute(&mut *transaction)
                .await
                .unwrap();
            transaction.commit().await.unwrap();
        });
    });
    group.finish();
}

criterion_group!(benches, step_of_1_kib);
criterion_main!(benches);
