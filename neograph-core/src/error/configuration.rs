//! Calls of a driver that cannot be carried out as they were made.

use super::compile::list;
use crate::checkpoint::ThreadStatus;

/// A call of a driver cannot be carried out as it was made. No node ran.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigurationError {
    /// A resource parameter and no fetcher.
    #[error(
        "parameter `{param}` of node `{node}` is a resource, and the run has no `mcp_resource_fetcher`; give it one with `RunConfig::fetcher`"
    )]
    MissingFetcher {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
    },
    /// Inputs that nodes need and the run was not given.
    #[error("the run's input lacks {}; set them with `Input::set`", list(names))]
    MissingInput {
        /// The inputs.
        names: Vec<String>,
    },
    /// An input of another type than its parameter.
    #[error(
        "input `{param}` does not fit node `{node}`, which takes a `{expected}`: at `{path}`: {message}"
    )]
    InputType {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The parameter's type.
        expected: &'static str,
        /// The JSON path of the fault.
        path: String,
        /// What serde says.
        message: String,
    },
    /// An input that could not be made into JSON.
    #[error("input `{name}` cannot be stored: {message}")]
    UnstorableInput {
        /// The input.
        name: String,
        /// What serde says.
        message: String,
    },
    /// Handles that nodes need and the run was not given.
    #[error(
        "parameter `{param}` of node `{node}` is configuration, and the run has no `{param}`; give it with `RunConfig::with(\"{param}\", …)`"
    )]
    MissingConfig {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
    },
    /// A handle that a tool takes and the run was not given.
    #[error(
        "tool `{tool}` of node `{node}` takes `{handle}` from the run's configuration, and the run has none; give it with `RunConfig::with(\"{handle}\", …)`"
    )]
    MissingToolHandle {
        /// The node.
        node: String,
        /// The tool.
        tool: String,
        /// The handle.
        handle: String,
    },
    /// A handle of another type than the tool takes.
    #[error(
        "`{handle}` of the run's configuration is a `{found}`, and tool `{tool}` of node `{node}` takes a `{expected}`"
    )]
    ToolHandleType {
        /// The node.
        node: String,
        /// The tool.
        tool: String,
        /// The handle.
        handle: String,
        /// The type that the tool takes.
        expected: &'static str,
        /// The type that was given.
        found: &'static str,
    },
    /// A handle of another type than its parameter.
    #[error(
        "`{param}` of the run's configuration is a `{found}`, and node `{node}` takes a `{expected}`"
    )]
    ConfigType {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The parameter's type.
        expected: &'static str,
        /// The handle's type.
        found: &'static str,
    },
    /// A command that needs a checkpointer on a graph without one.
    #[error("{command} needs a checkpointer; give the graph one with `.checkpointer(…)`")]
    MissingCheckpointer {
        /// What was asked.
        command: &'static str,
    },
    /// A checkpointer and no thread id.
    #[error(
        "the graph has a checkpointer, so a run needs a thread; name it with `RunConfig::thread_id`"
    )]
    MissingThreadId,
    /// A command on a thread that is not there.
    #[error(
        "there is no thread `{thread_id}` to {command}; start it with `Input`, or check the id"
    )]
    UnknownThread {
        /// The thread.
        thread_id: String,
        /// What was asked.
        command: &'static str,
    },
    /// Input for a thread that has begun.
    #[error("thread `{thread_id}` has begun and is {status}; {}", instead(*status))]
    ThreadHasBegun {
        /// The thread.
        thread_id: String,
        /// Where it stands.
        status: ThreadStatus,
    },
    /// An answer for a thread that asks nothing.
    #[error("thread `{thread_id}` is {status} and asks nothing; {}", instead(*status))]
    NothingToAnswer {
        /// The thread.
        thread_id: String,
        /// Where it stands.
        status: ThreadStatus,
    },
    /// An answer without an id, and several questions.
    #[error(
        "thread `{thread_id}` has several open interrupts, {}; answer each with `Resume::answer(id, value)`",
        list(open)
    )]
    AmbiguousAnswer {
        /// The thread.
        thread_id: String,
        /// The ids of the open interrupts.
        open: Vec<String>,
    },
    /// An answer to a question that is not open.
    #[error("thread `{thread_id}` has no open interrupt `{id}`; open are: {}", list(open))]
    UnknownInterrupt {
        /// The thread.
        thread_id: String,
        /// The id of the answer.
        id: String,
        /// The ids of the open interrupts.
        open: Vec<String>,
    },
    /// An answer that does not fit its question.
    #[error("the answer to interrupt `{id}` does not fit: {message}")]
    InvalidAnswer {
        /// The id of the interrupt.
        id: String,
        /// What is wrong.
        message: String,
    },
    /// An answer of another type than the node that is handed it takes.
    #[error(
        "parameter `{param}` of node `{node}` takes the answer to interrupt `{id}` as a `{expected}`, and it is none: {message}"
    )]
    FeedbackType {
        /// The id of the interrupt.
        id: String,
        /// The node that is handed the answer.
        node: String,
        /// The parameter.
        param: String,
        /// The type that it takes.
        expected: &'static str,
        /// What is wrong, with the JSON path.
        message: String,
    },
    /// `Continue` on a thread that waits for a human or is done.
    #[error("thread `{thread_id}` is {status}, so there is nothing to continue; {}", instead(*status))]
    NothingToContinue {
        /// The thread.
        thread_id: String,
        /// Where it stands.
        status: ThreadStatus,
    },
    /// Somebody else drives the thread.
    #[error(
        "thread `{thread_id}` is, or was a moment ago, driven by `{owner}`; wait for it to end, look where it stands, and call again"
    )]
    ThreadBusy {
        /// The thread.
        thread_id: String,
        /// Who drives it.
        owner: String,
    },
    /// A thread of another pipeline.
    #[error(
        "thread `{thread_id}` belongs to pipeline `{stored}`, not to `{pipeline}`; use another thread"
    )]
    OtherPipeline {
        /// The thread.
        thread_id: String,
        /// The pipeline of the thread.
        stored: String,
        /// The pipeline of the graph.
        pipeline: String,
    },
    /// The blocking driver, and something that only the async one can drive. Nothing ran.
    #[error("`run` cannot drive {}; use `arun`", waiting.join(" and "))]
    NeedsAsyncDriver {
        /// What it is, with its node.
        waiting: Vec<String>,
    },
    /// The blocking driver, called on a thread of a runtime.
    #[error("`run` blocks its thread, and this one belongs to a runtime; use `arun`")]
    InsideRuntime,
    /// The blocking driver, and no runtime to be had.
    #[error("`run` cannot start a runtime: {source}")]
    NoRuntime {
        /// What the system said.
        source: std::io::Error,
    },
    /// A thread with values of nodes that the pipeline does not have.
    #[error(
        "thread `{thread_id}` has values of {}, which the pipeline does not have; a node's name is its address, so keep it with `#[node(name = \"…\")]`, or finish the thread with the pipeline that began it",
        list(nodes)
    )]
    UnknownNodes {
        /// The thread.
        thread_id: String,
        /// The nodes.
        nodes: Vec<String>,
    },
    /// A node's output that is not there, asked of an outcome.
    #[error("node `{node}` has no output here: {reason}")]
    NoOutput {
        /// The node.
        node: String,
        /// Why.
        reason: &'static str,
    },
    /// A node's output, asked of an outcome as another type.
    #[error(
        "node `{node}` returns `{returns}`, not `{asked}`; ask for `value::<{returns}>(\"{node}\")`"
    )]
    OutputType {
        /// The node.
        node: String,
        /// The type it was asked for as.
        asked: &'static str,
        /// The type it returns.
        returns: &'static str,
    },
}

fn instead(status: ThreadStatus) -> &'static str {
    match status {
        ThreadStatus::Running => "its driver crashed or is still at work: go on with `Continue`",
        ThreadStatus::Paused => "it waits for an answer: go on with `Resume`",
        ThreadStatus::Finished => {
            "read it with `get_state`, or open a further turn with `Input` and `RunConfig::new_turn(true)`"
        }
        ThreadStatus::Failed => "go on with `Continue`, or start another thread",
    }
}
