//! The lease of a thread: waited for, kept alive, given back.

use std::{sync::Arc, time::Duration};

use tokio::{sync::Notify, task::JoinHandle};

use crate::{
    Error, Graph,
    checkpoint::{Checkpointer, Lease, LeaseRequest, StoreError},
    environment::{Environment, epoch_ms},
    error::ConfigurationError,
};

/// How long a lease lasts that nobody renews: how long a thread of a killed process is
/// refused to others. It is renewed three times in that time.
pub(crate) const TTL: Duration = Duration::from_secs(6);
const POLL: Duration = Duration::from_millis(100);

/// A lease that renews itself until it is released or dropped.
pub(crate) struct HeldLease {
    lease: Lease,
    store: Arc<dyn Checkpointer>,
    heartbeat: JoinHandle<()>,
    lost: Arc<Notify>,
    released: bool,
    /// Who gave the thread back while this driver waited for it.
    after: Option<String>,
}

/// Takes the lease of a thread.
///
/// A lease that somebody holds is waited out: when it runs out its owner is dead, and when
/// it is renewed its owner is alive and the thread is busy. An owner that has not renewed it
/// for as long as a lease lasts is dead too, whatever its clock said.
pub(crate) async fn acquire(
    graph: &Graph,
    store: Arc<dyn Checkpointer>,
    thread_id: &str,
    create_for: Option<&str>,
) -> Result<HeldLease, Error> {
    let environment = graph.environment();
    let owner = format!("process {} ({})", std::process::id(), environment.fresh_id());
    let started = epoch_ms(environment.now());
    let mut seen: Option<Seen> = None;
    loop {
        let now_ms = epoch_ms(environment.now());
        let is_dead = now_ms.saturating_sub(started) > millis(TTL);
        let request = LeaseRequest {
            thread_id: thread_id.to_owned(),
            owner: owner.clone(),
            now_ms: seen
                .as_ref()
                .filter(|_| is_dead)
                .map_or(now_ms, |seen: &Seen| seen.until_ms.max(now_ms)),
            until_ms: now_ms.saturating_add(millis(TTL)),
            create_for: create_for.map(str::to_owned),
        };
        match store.acquire(request).await {
            Ok(lease) => {
                let given_back = seen.filter(|seen| seen.until_ms > now_ms && !is_dead);
                let after = given_back.map(|seen| seen.owner);
                return Ok(HeldLease::new(lease, store, environment.clone(), after));
            }
            Err(StoreError::Busy { owner, until_ms, thread_id }) => {
                let left_ms = until_ms.saturating_sub(now_ms).clamp(0, millis(TTL));
                let seen = seen.get_or_insert(Seen { owner, until_ms });
                if seen.until_ms != until_ms {
                    let owner = seen.owner.clone();
                    return Err(ConfigurationError::ThreadBusy { thread_id, owner }.into());
                }
                let left = Duration::from_millis(u64::try_from(left_ms).unwrap_or(0) + 1);
                environment.sleep(left.min(POLL)).await;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// The lease of another driver, as it was first seen.
struct Seen {
    owner: String,
    until_ms: i64,
}

impl HeldLease {
    fn new(
        lease: Lease,
        store: Arc<dyn Checkpointer>,
        environment: Arc<dyn Environment>,
        after: Option<String>,
    ) -> Self {
        let lost = Arc::new(Notify::new());
        let heartbeat =
            tokio::spawn(beat(lease.clone(), Arc::clone(&store), environment, Arc::clone(&lost)));
        Self { lease, store, heartbeat, lost, released: false, after }
    }

    pub(crate) fn lease(&self) -> &Lease {
        &self.lease
    }

    /// Who gave the thread back while this driver waited for it, if anybody did.
    pub(crate) fn after(&self) -> Option<&str> {
        self.after.as_deref()
    }

    /// Returns when somebody else took the thread over.
    pub(crate) async fn lost(&self) -> StoreError {
        self.lost.notified().await;
        StoreError::Fenced { thread_id: self.lease.thread_id.clone() }
    }

    /// Gives the lease back. If that fails it runs out by itself.
    pub(crate) async fn release(mut self) {
        self.released = true;
        self.heartbeat.abort();
        self.store.release(self.lease.clone()).await.ok();
    }
}

impl Drop for HeldLease {
    /// A run that is dropped gives its lease back in the background.
    fn drop(&mut self) {
        self.heartbeat.abort();
        if self.released {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let (store, lease) = (Arc::clone(&self.store), self.lease.clone());
            runtime.spawn(async move { store.release(lease).await.ok() });
        }
    }
}

async fn beat(
    lease: Lease,
    store: Arc<dyn Checkpointer>,
    environment: Arc<dyn Environment>,
    lost: Arc<Notify>,
) {
    loop {
        environment.sleep(TTL / 3).await;
        let until_ms = epoch_ms(environment.now()).saturating_add(millis(TTL));
        match store.renew(lease.clone(), until_ms).await {
            Err(StoreError::Fenced { .. }) => return lost.notify_one(),
            // A store that fails now may answer the next time; the fence keeps it safe.
            Err(error) => tracing::warn!(target: "neograph", %error, "a lease was not renewed"),
            Ok(()) => {}
        }
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
