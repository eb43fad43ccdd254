//! Trying again: with growing waits, for errors that may pass.

use std::time::Duration;

use super::{Event, RunContext, Unit};
use crate::{Error, error::is_transient};

/// The wait before the second attempt; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(200);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The further attempts of a node.
pub(crate) struct Retry<'a> {
    context: &'a RunContext,
    unit: Unit,
    made: u32,
}

impl<'a> Retry<'a> {
    pub(crate) fn new(context: &'a RunContext, unit: Unit) -> Self {
        Self { context, unit, made: 0 }
    }

    /// Waits before another attempt, or says that there is none: the error may not pass, or
    /// it was tried often enough.
    pub(crate) async fn again(&mut self, error: &Error) -> bool {
        let spec = self.context.plan.spec(self.unit.node);
        if self.made >= spec.retry().unwrap_or(0) || !is_transient(error) {
            return false;
        }
        self.made += 1;
        let environment = self.context.graph.environment();
        let wait = wait(self.made, environment.fresh_id().as_u128());
        self.context.events.emit(|| Event::NodeRetried {
            node: self.context.place(self.unit),
            attempt: self.made + 1,
            wait,
            error: error.to_string(),
        });
        environment.sleep(wait).await;
        true
    }
}

/// Between half and the whole of the doubled wait, so that runs that failed together do not
/// come back together.
fn wait(attempt: u32, chance: u128) -> Duration {
    let doubled = FIRST_WAIT.saturating_mul(1 << (attempt - 1).min(16)).min(LONGEST_WAIT);
    let half = doubled / 2;
    #[expect(clippy::cast_possible_truncation, reason = "the rest is below the half's length")]
    let jitter = (chance % (half.as_millis() + 1)) as u64;
    half + Duration::from_millis(jitter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_end() {
        for chance in [0, 1, 12_345, u128::MAX] {
            for attempt in 1..40 {
                let doubled = FIRST_WAIT.saturating_mul(1 << (attempt - 1).min(16));
                let longest = doubled.min(LONGEST_WAIT);
                let wait = wait(attempt, chance);
                assert!(wait >= longest / 2 && wait <= longest, "{attempt}: {wait:?}");
            }
        }
    }
}
