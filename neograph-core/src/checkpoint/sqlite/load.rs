//! Reading a thread.

use std::fmt::Display;

use sqlx::{Row, SqlitePool, sqlite::SqliteRow};

use super::backend;
use crate::checkpoint::{Entry, StoreError, ThreadLog, Write};

/// One statement, so that the thread and its entries are of one moment. The range of
/// positions makes the cost independent of the turns before.
const LOAD: &str = "
    SELECT t.pipeline, t.status, t.head, t.turn,
        l.position, l.channel, l.key, l.idx, l.type_tag, l.version, l.json
    FROM neograph_threads AS t
    LEFT JOIN neograph_log AS l
        ON l.thread = t.id AND l.position > t.turn_head AND l.turn = t.turn
    WHERE t.thread_id = ?1
    ORDER BY l.position";

pub(super) async fn load(
    readers: &SqlitePool,
    thread_id: &str,
) -> Result<Option<ThreadLog>, StoreError> {
    let rows = sqlx::query(LOAD).bind(thread_id).fetch_all(readers).await.map_err(backend)?;
    let damaged = |reason: String| StoreError::Corrupt { thread_id: thread_id.to_owned(), reason };
    let Some(first) = rows.first() else {
        return Ok(None);
    };
    let mut log = thread(first).map_err(damaged)?;
    // A thread without entries is one row without a position.
    if first.try_get::<Option<i64>, _>("position").map_err(backend)?.is_some() {
        log.entries = rows.iter().map(entry).collect::<Result<_, _>>().map_err(damaged)?;
    }
    Ok(Some(log))
}

fn thread(row: &SqliteRow) -> Result<ThreadLog, String> {
    Ok(ThreadLog {
        pipeline: row.try_get("pipeline").map_err(text)?,
        status: row.try_get::<&str, _>("status").map_err(text)?.parse()?,
        head: number(row, "head")?,
        turn: number(row, "turn")?,
        entries: Vec::new(),
    })
}

fn entry(row: &SqliteRow) -> Result<Entry, String> {
    Ok(Entry {
        position: number(row, "position")?,
        write: Write {
            channel: row.try_get::<&str, _>("channel").map_err(text)?.parse()?,
            key: row.try_get::<&str, _>("key").map_err(text)?.parse().map_err(text)?,
            index: number(row, "idx")?,
            type_tag: row.try_get("type_tag").map_err(text)?,
            version: number(row, "version")?,
            json: row.try_get("json").map_err(text)?,
        },
    })
}

fn number<T: TryFrom<i64>>(row: &SqliteRow, column: &str) -> Result<T, String> {
    let number: i64 = row.try_get(column).map_err(text)?;
    T::try_from(number).map_err(|_| format!("its `{column}` is {number}"))
}

fn text(error: impl Display) -> String {
    error.to_string()
}
