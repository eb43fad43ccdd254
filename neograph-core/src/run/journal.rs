//! The run's way to the log: one commit of a thread at a time, each after the last.

use std::sync::Arc;

use serde::Serialize;
use tokio::sync::Mutex;

use crate::{
    checkpoint::{Channel, Checkpointer, Commit, Key, Lease, StoreError, ThreadStatus, Write},
    environment::{Environment, epoch_ms},
    error::ExecutionError,
};

/// The version of the envelope that values are written in.
pub(crate) const ENVELOPE: u32 = 1;

pub(crate) struct Journal {
    store: Arc<dyn Checkpointer>,
    environment: Arc<dyn Environment>,
    lease: Lease,
    turn: u32,
    head: Mutex<u64>,
}

impl Journal {
    pub(crate) fn new(
        store: Arc<dyn Checkpointer>,
        environment: Arc<dyn Environment>,
        lease: Lease,
        turn: u32,
        head: u64,
    ) -> Self {
        Self { store, environment, lease, turn, head: Mutex::new(head) }
    }

    /// Appends writes and sets the status, if one is given. Durable when it returns.
    pub(crate) async fn append(
        &self,
        writes: Vec<Write>,
        status: Option<ThreadStatus>,
    ) -> Result<(), ExecutionError> {
        let mut head = self.head.lock().await;
        *head = self.commit(*head, writes, status).await.map_err(ExecutionError::Commit)?;
        Ok(())
    }

    /// Sets the status at the end of a run. A unit of work that was cancelled may have left
    /// a commit behind that nobody waited for, so the head is taken as it is.
    pub(crate) async fn close(&self, status: ThreadStatus) -> Result<(), ExecutionError> {
        let mut head = self.head.lock().await;
        let mut closed = self.commit(*head, Vec::new(), Some(status)).await;
        if let Err(StoreError::StaleHead { actual, .. }) = closed {
            closed = self.commit(actual, Vec::new(), Some(status)).await;
        }
        *head = closed.map_err(ExecutionError::Commit)?;
        Ok(())
    }

    async fn commit(
        &self,
        expect_head: u64,
        writes: Vec<Write>,
        status: Option<ThreadStatus>,
    ) -> Result<u64, StoreError> {
        let commit = Commit {
            lease: self.lease.clone(),
            expect_head,
            turn: self.turn,
            writes,
            status,
            at_ms: epoch_ms(self.environment.now()),
        };
        let mut results = self.store.append(vec![commit]).await;
        results.pop().unwrap_or_else(|| {
            Err(StoreError::Backend("the store answered none of the commits".into()))
        })
    }
}

impl Write {
    pub(crate) fn new(
        channel: Channel,
        key: Key,
        index: u32,
        type_tag: &str,
        json: String,
    ) -> Self {
        Self { channel, key, index, type_tag: type_tag.to_owned(), version: ENVELOPE, json }
    }

    /// A write of one of this crate's own types, which all have a JSON form.
    pub(crate) fn value<T: Serialize>(channel: Channel, key: Key, index: u32, value: &T) -> Self {
        let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
        Self::new(channel, key, index, std::any::type_name::<T>(), json)
    }
}
