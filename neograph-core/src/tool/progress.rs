//! How far a call of a tool is.

use std::{fmt, sync::Arc};

/// How far a call is, as the tool sees it.
///
/// ```
/// # use neograph_core::tool::Progress;
/// let progress = Progress::new(2.0).total(5.0).message("mails read");
/// assert_eq!(progress.total, Some(5.0));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// What is done, in a unit of the tool's own. It grows from one report to the next.
    pub progress: f64,
    /// How much there is to do, in the same unit, if the tool knows.
    pub total: Option<f64>,
    /// What the tool says about it.
    pub message: Option<String>,
}

impl Progress {
    /// So much is done.
    pub fn new(progress: f64) -> Self {
        Self { progress, total: None, message: None }
    }

    /// Says how much there is to do.
    #[must_use]
    pub fn total(self, total: f64) -> Self {
        Self { total: Some(total), ..self }
    }

    /// Adds words for a human.
    #[must_use]
    pub fn message(self, message: impl Into<String>) -> Self {
        Self { message: Some(message.into()), ..self }
    }
}

/// Where a call tells how far it is: in a run, each report is an
/// [`Event::ToolProgress`](crate::run::Event::ToolProgress) of the stream. A report is not
/// stored, and a model is not told of it.
///
/// ```
/// # use neograph_core::tool::{Progress, ProgressSink, ToolCall};
/// # use std::sync::{Arc, Mutex};
/// # use serde_json::Map;
/// fn read_mails(call: &ToolCall) {
///     for read in 1..=3 {
///         call.progress.report(Progress::new(f64::from(read)).total(3.0));
///     }
/// }
///
/// let seen = Arc::new(Mutex::new(Vec::new()));
/// let sink = Arc::clone(&seen);
/// let heard = ProgressSink::new(move |progress| sink.lock().unwrap().push(progress));
/// read_mails(&ToolCall::new(Map::new()).progress(heard));
/// assert_eq!(seen.lock().unwrap().len(), 3);
/// ```
#[derive(Clone, Default)]
pub struct ProgressSink(Option<Arc<Report>>);

type Report = dyn Fn(Progress) + Send + Sync;

impl ProgressSink {
    /// A sink for a tool's own tests. The default one takes reports and keeps none.
    pub fn new(report: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(report)))
    }

    /// Tells how far the call is.
    pub fn report(&self, progress: Progress) {
        if let Some(report) = &self.0 {
            report(progress);
        }
    }
}

impl fmt::Debug for ProgressSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgressSink").finish_non_exhaustive()
    }
}
