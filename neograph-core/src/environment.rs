//! Time and chance, so that a run can be simulated.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use uuid::Uuid;

use crate::BoxFuture;

/// Clocks, timers and fresh ids of a graph: real by default, simulated in tests.
pub trait Environment: Send + Sync + 'static {
    /// The time now.
    fn now(&self) -> SystemTime;
    /// Waits.
    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()>;
    /// An id that no other call returns.
    fn fresh_id(&self) -> Uuid;
}

/// The real clock, tokio's timer and UUIDs of version 7.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemEnvironment;

impl Environment for SystemEnvironment {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        Box::pin(tokio::time::sleep(duration))
    }

    fn fresh_id(&self) -> Uuid {
        Uuid::now_v7()
    }
}

/// Milliseconds since the epoch; 0 for a clock before it.
pub(crate) fn epoch_ms(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
