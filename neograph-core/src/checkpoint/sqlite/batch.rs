//! A batch of commits in one transaction, set-based: one fenced `UPDATE … RETURNING` moves
//! the heads of all commits that may be made, and the rows of those are inserted many at a
//! time. A refused commit drops out of the first and so never reaches the second.

use std::collections::HashMap;

use sqlx::{Connection, SqliteConnection};

use super::stored;
use crate::checkpoint::{Commit, StoreError, ThreadStatus, Write};

/// Takes the commits as JSON; at most one of a thread, since an `UPDATE` changes a row once.
const MOVE_HEADS: &str = "
    UPDATE neograph_threads AS t
    SET head = t.head + c.writes,
        turn_head = CASE WHEN c.turn > t.turn THEN t.head ELSE t.turn_head END,
        turn = max(t.turn, c.turn),
        status = coalesce(c.status, t.status),
        updated_ms = c.at_ms
    FROM (
        SELECT value ->> 0 AS thread_id, value ->> 1 AS fence, value ->> 2 AS head,
            value ->> 3 AS writes, value ->> 4 AS turn, value ->> 5 AS status,
            value ->> 6 AS at_ms
        FROM json_each(?1)
    ) AS c
    WHERE t.thread_id = c.thread_id AND t.fence = c.fence AND t.head = c.head
    RETURNING id, thread_id";

/// Why a commit was refused.
const STATE: &str = "SELECT fence, head FROM neograph_threads WHERE thread_id = ?1";

macro_rules! row {
    () => {
        "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    };
}
macro_rules! four {
    ($rows:ident) => {
        concat!($rows!(), ",", $rows!(), ",", $rows!(), ",", $rows!())
    };
}
macro_rules! rows_4 {
    () => {
        four!(row)
    };
}
macro_rules! insert {
    ($rows:expr) => {
        concat!(
            "INSERT INTO neograph_log",
            " (thread, position, turn, channel, key, idx, type_tag, version, at_ms, json) VALUES ",
            $rows
        )
    };
}

/// Inserts of fixed sizes, so that each is prepared once. Values are bound, not passed as
/// JSON: a large one would be escaped here and unescaped there.
const INSERTS: [(usize, &str); 3] =
    [(16, insert!(four!(rows_4))), (4, insert!(rows_4!())), (1, insert!(row!()))];

/// A row of the log.
struct LogRow {
    thread: i64,
    position: u64,
    turn: u32,
    at_ms: i64,
    write: Write,
}

/// The outer error is one of the database and leaves no commit made.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    commits: Vec<Commit>,
) -> sqlx::Result<Vec<Result<u64, StoreError>>> {
    let mut outcomes: Vec<(usize, Result<u64, StoreError>)> = Vec::with_capacity(commits.len());
    if commits.is_empty() {
        return Ok(Vec::new());
    }
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for round in rounds(commits) {
        append_round(&mut transaction, round, &mut outcomes).await?;
    }
    transaction.commit().await?;
    outcomes.sort_by_key(|(index, _)| *index);
    Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
}

/// The commits with their indices, in rounds that hold at most one of each thread.
fn rounds(commits: Vec<Commit>) -> Vec<Vec<(usize, Commit)>> {
    let mut rounds: Vec<Vec<(usize, Commit)>> = Vec::new();
    let mut round_of: HashMap<String, usize> = HashMap::new();
    for (index, commit) in commits.into_iter().enumerate() {
        let round = round_of.entry(commit.lease.thread_id.clone()).or_default();
        if *round == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[*round].push((index, commit));
        *round += 1;
    }
    rounds
}

async fn append_round(
    connection: &mut SqliteConnection,
    round: Vec<(usize, Commit)>,
    outcomes: &mut Vec<(usize, Result<u64, StoreError>)>,
) -> sqlx::Result<()> {
    let passed = move_heads(connection, &round).await?;
    let mut rows = Vec::new();
    for (index, commit) in round {
        let Some(&thread) = passed.get(&commit.lease.thread_id) else {
            outcomes.push((index, Err(refusal(connection, commit).await?)));
            continue;
        };
        let Commit { expect_head, turn, writes, at_ms, .. } = commit;
        let mut head = expect_head;
        for write in writes {
            head += 1;
            rows.push(LogRow { thread, position: head, turn, at_ms, write });
        }
        outcomes.push((index, Ok(head)));
    }
    insert(connection, rows).await
}

/// The ids of the threads whose commit may be made, by their names.
async fn move_heads(
    connection: &mut SqliteConnection,
    round: &[(usize, Commit)],
) -> sqlx::Result<HashMap<String, i64>> {
    let commits: Vec<_> = round
        .iter()
        .map(|(_, commit)| {
            (
                &commit.lease.thread_id,
                stored(commit.lease.fence),
                stored(commit.expect_head),
                commit.writes.len(),
                commit.turn,
                commit.status.map(ThreadStatus::as_str),
                commit.at_ms,
            )
        })
        .collect();
    let commits =
        serde_json::to_string(&commits).map_err(|error| sqlx::Error::Encode(error.into()))?;
    let passed: Vec<(i64, String)> =
        sqlx::query_as(MOVE_HEADS).bind(commits).fetch_all(connection).await?;
    Ok(passed.into_iter().map(|(id, thread_id)| (thread_id, id)).collect())
}

async fn refusal(connection: &mut SqliteConnection, commit: Commit) -> sqlx::Result<StoreError> {
    let Commit { lease, expect_head: expected, .. } = commit;
    let thread_id = lease.thread_id;
    let state: Option<(i64, i64)> =
        sqlx::query_as(STATE).bind(&thread_id).fetch_optional(connection).await?;
    Ok(match state {
        None => StoreError::UnknownThread { thread_id },
        Some((fence, _)) if fence != stored(lease.fence) => StoreError::Fenced { thread_id },
        Some((_, head)) => {
            StoreError::StaleHead { thread_id, expected, actual: head.unsigned_abs() }
        }
    })
}

async fn insert(connection: &mut SqliteConnection, rows: Vec<LogRow>) -> sqlx::Result<()> {
    let mut left = rows.len();
    let mut rows = rows.into_iter();
    for (size, sql) in INSERTS {
        while left >= size {
            let mut query = sqlx::query(sql);
            for LogRow { thread, position, turn, at_ms, write } in rows.by_ref().take(size) {
                let Write { channel, key, index, type_tag, version, json } = write;
                query = query
                    .bind(thread)
                    .bind(stored(position))
                    .bind(turn)
                    .bind(channel.as_str())
                    .bind(key.to_string())
                    .bind(index)
                    .bind(type_tag)
                    .bind(version)
                    .bind(at_ms)
                    .bind(json);
            }
            query.execute(&mut *connection).await?;
            left -= size;
        }
    }
    Ok(())
}
