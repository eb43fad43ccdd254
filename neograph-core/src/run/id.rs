//! What tells one driver call from another.

use std::fmt;

use uuid::Uuid;

use crate::Environment;

/// The id of one run. neograph mints it for each driver call, also for a resume, and keeps it
/// in memory: it is in no checkpoint, no event and no output.
///
/// Tools have it from [`ToolCall::run_id`](crate::tool::ToolCall::run_id) and fetchers from
/// [`FetchRequest::run_id`](crate::resource::FetchRequest::run_id), to tell what belongs
/// together. Nobody else can make one:
///
/// ```compile_fail,E0423
/// let id = neograph_core::run::RunId(0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RunId(Uuid);

impl RunId {
    pub(crate) fn mint(environment: &dyn Environment) -> Self {
        Self(environment.fresh_id())
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
