//! Many calls, some at a time.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::task::{JoinSet, coop};

use crate::{BoxFuture, Error, error::ExecutionError};

/// Makes the calls 0 to `count`, at most `workers` at a time, and gives their results in that
/// order. The first that fails ends the others.
///
/// Each worker takes the next call when it is done with one. So there are never more of them
/// than may run at once, however many calls there are.
pub(super) async fn run<T, F>(count: usize, workers: usize, call: F) -> Result<Vec<T>, Error>
where
    T: Send + 'static,
    F: Fn(usize) -> BoxFuture<'static, Result<T, Error>> + Send + Sync + 'static,
{
    let calls = Arc::new(Calls { next: AtomicUsize::new(0), count, call });
    if workers.min(count) <= 1 {
        let made = work(calls).await?;
        return Ok(made.into_iter().map(|(_, result)| result).collect());
    }
    let mut running = JoinSet::new();
    for _ in 0..workers.min(count) {
        running.spawn(work(Arc::clone(&calls)));
    }
    let mut made = Vec::with_capacity(count);
    while let Some(joined) = running.join_next().await {
        let worked = joined.unwrap_or_else(|error| {
            // A panic of a call is caught where it is made, so this one is the framework's.
            let (node, message) = ("unknown".to_owned(), error.to_string());
            Err(ExecutionError::Panic { node, message }.into())
        });
        match worked {
            Ok(results) => made.extend(results),
            Err(error) => {
                running.shutdown().await;
                return Err(error);
            }
        }
    }
    made.sort_unstable_by_key(|(index, _)| *index);
    Ok(made.into_iter().map(|(_, result)| result).collect())
}

struct Calls<F> {
    next: AtomicUsize,
    count: usize,
    call: F,
}

async fn work<T, F>(calls: Arc<Calls<F>>) -> Result<Vec<(usize, T)>, Error>
where
    F: Fn(usize) -> BoxFuture<'static, Result<T, Error>>,
{
    let mut made = Vec::new();
    loop {
        let index = calls.next.fetch_add(1, Ordering::Relaxed);
        if index >= calls.count {
            return Ok(made);
        }
        made.push((index, (calls.call)(index).await?));
        // Calls that never wait must not keep other tasks from running.
        coop::consume_budget().await;
    }
}
