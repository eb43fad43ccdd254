//! The writer: a thread that owns the writing connection and takes jobs from a queue.
//!
//! A job that was taken is carried out whatever becomes of the future that asked for it, so
//! no transaction is ever left half done. It is a thread of its own rather than a task, so
//! that the store does not depend on the runtime it was opened on being driven.

use std::{io, thread};

use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{mpsc, oneshot};

use super::{backend, batch, lease};
use crate::checkpoint::{Commit, Lease, LeaseRequest, StoreError};

/// How many jobs may wait. Further callers wait for room.
const QUEUE: usize = 256;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

pub(super) enum Job {
    Acquire(LeaseRequest, Reply<Lease>),
    Renew(Lease, i64, Reply<()>),
    Release(Lease, Reply<()>),
    Append(Vec<Commit>, Reply<Vec<Result<u64, StoreError>>>),
    Close(Reply<()>),
}

/// The way to the writer.
#[derive(Clone)]
pub(super) struct Queue(mpsc::Sender<Job>);

impl Queue {
    /// Has a job done and waits for the answer.
    pub(super) async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.0.send(job(reply)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

fn closed() -> StoreError {
    backend("it was closed; open it again with `SqliteSaver::open`")
}

/// Starts the writer. It ends when it is told to close or when the last queue is dropped.
pub(super) async fn start(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
) -> io::Result<Queue> {
    let (queue, jobs) = mpsc::channel(QUEUE);
    let (ready, started) = oneshot::channel();
    let writer = Writer { options, connection: Some(connection) };
    thread::Builder::new().name("neograph-sqlite".to_owned()).spawn(move || {
        // Made here, since a runtime must not be dropped on a thread that drives another.
        match tokio::runtime::Builder::new_current_thread().build() {
            Ok(runtime) => {
                let _ = ready.send(Ok(()));
                runtime.block_on(writer.run(jobs));
            }
            Err(error) => {
                let _ = ready.send(Err(error));
            }
        }
    })?;
    started.await.unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()))?;
    Ok(Queue(queue))
}

struct Writer {
    options: SqliteConnectOptions,
    /// None after a failure, until the next job opens a new one.
    connection: Option<SqliteConnection>,
}

impl Writer {
    async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        while let Some(job) = jobs.recv().await {
            // An answer that nobody waits for any more is no error.
            match job {
                Job::Acquire(request, reply) => {
                    let done = self.transact(async |c| lease::acquire(c, request).await).await;
                    // A lease that nobody waits for any more would lock the thread.
                    if let Err(Ok(lease)) = reply.send(done.and_then(|lease| lease)) {
                        let _ = self.transact(async |c| lease::release(c, lease).await).await;
                    }
                }
                Job::Renew(lease, until_ms, reply) => {
                    let done =
                        self.transact(async |c| lease::renew(c, lease, until_ms).await).await;
                    let _ = reply.send(done.and_then(|renewed| renewed));
                }
                Job::Release(lease, reply) => {
                    let done = self.transact(async |c| lease::release(c, lease).await).await;
                    let _ = reply.send(done);
                }
                Job::Append(commits, reply) => {
                    let done = self.transact(async |c| batch::append(c, commits).await).await;
                    let _ = reply.send(done);
                }
                Job::Close(reply) => {
                    // What was queued behind this is refused when the queue is dropped.
                    jobs.close();
                    let _ = reply.send(self.close().await.map_err(backend));
                    return;
                }
            }
        }
        if let Err(error) = self.close().await {
            tracing::warn!(%error, "a checkpoint store did not close cleanly");
        }
    }

    /// Runs one job on the connection. After a failure the connection is given up, since the
    /// database may have rolled back on its own; that also rolls back whatever is open.
    async fn transact<T>(
        &mut self,
        job: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await.map_err(backend)?,
        };
        let done = job(&mut connection).await;
        if done.is_ok() {
            self.connection = Some(connection);
        }
        done.map_err(backend)
    }

    async fn close(&mut self) -> sqlx::Result<()> {
        match self.connection.take() {
            Some(connection) => connection.close().await,
            None => Ok(()),
        }
    }
}
