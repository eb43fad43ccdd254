//! Leases in SQL.

use sqlx::{Connection, SqliteConnection};

use super::stored;
use crate::checkpoint::{Lease, LeaseRequest, StoreError, ThreadStatus};

const CREATE: &str = "
    INSERT INTO neograph_threads
        (thread_id, pipeline, status, head, turn, turn_head, fence, created_ms, updated_ms)
    VALUES (?1, ?2, ?3, 0, 0, 0, 0, ?4, ?4)
    ON CONFLICT (thread_id) DO NOTHING";

const TAKE: &str = "
    UPDATE neograph_threads
    SET fence = fence + 1, owner = ?2, lease_until_ms = ?3, updated_ms = ?4
    WHERE thread_id = ?1 AND (lease_until_ms IS NULL OR lease_until_ms <= ?4)
    RETURNING fence";

const HOLDER: &str = "
    SELECT coalesce(owner, ''), coalesce(lease_until_ms, 0)
    FROM neograph_threads WHERE thread_id = ?1";

const RENEW: &str = "
    UPDATE neograph_threads SET lease_until_ms = ?3
    WHERE thread_id = ?1 AND fence = ?2 AND lease_until_ms IS NOT NULL";

const RELEASE: &str = "
    UPDATE neograph_threads SET owner = NULL, lease_until_ms = NULL
    WHERE thread_id = ?1 AND fence = ?2";

pub(super) async fn acquire(
    connection: &mut SqliteConnection,
    request: LeaseRequest,
) -> sqlx::Result<Result<Lease, StoreError>> {
    let LeaseRequest { thread_id, owner, now_ms, until_ms, create_for } = request;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if let Some(pipeline) = create_for {
        sqlx::query(CREATE)
            .bind(&thread_id)
            .bind(pipeline)
            .bind(ThreadStatus::Running.as_str())
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
    }
    let fence: Option<i64> = sqlx::query_scalar(TAKE)
        .bind(&thread_id)
        .bind(owner)
        .bind(until_ms)
        .bind(now_ms)
        .fetch_optional(&mut *transaction)
        .await?;
    let outcome = if let Some(fence) = fence {
        Ok(Lease { thread_id, fence: fence.unsigned_abs() })
    } else {
        let holder: Option<(String, i64)> =
            sqlx::query_as(HOLDER).bind(&thread_id).fetch_optional(&mut *transaction).await?;
        Err(match holder {
            Some((owner, until_ms)) => StoreError::Busy { thread_id, owner, until_ms },
            None => StoreError::UnknownThread { thread_id },
        })
    };
    transaction.commit().await?;
    Ok(outcome)
}

pub(super) async fn renew(
    connection: &mut SqliteConnection,
    lease: Lease,
    until_ms: i64,
) -> sqlx::Result<Result<(), StoreError>> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let renewed = sqlx::query(RENEW)
        .bind(&lease.thread_id)
        .bind(stored(lease.fence))
        .bind(until_ms)
        .execute(&mut *transaction)
        .await?
        .rows_affected();
    let known = renewed > 0
        || sqlx::query(HOLDER)
            .bind(&lease.thread_id)
            .fetch_optional(&mut *transaction)
            .await?
            .is_some();
    transaction.commit().await?;
    Ok(match (renewed, known) {
        (1.., _) => Ok(()),
        (0, true) => Err(StoreError::Fenced { thread_id: lease.thread_id }),
        (0, false) => Err(StoreError::UnknownThread { thread_id: lease.thread_id }),
    })
}

pub(super) async fn release(connection: &mut SqliteConnection, lease: Lease) -> sqlx::Result<()> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query(RELEASE)
        .bind(lease.thread_id)
        .bind(stored(lease.fence))
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}
