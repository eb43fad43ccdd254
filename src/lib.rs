//! LLM pipelines as plain async Rust functions, with a graph that rustc checks.

pub use neograph_core::*;
/// Makes a pipeline of nodes from several modules and crates.
///
/// The nodes are functions under [`node`](macro@node), alone or in a [`pipeline`](macro@pipeline)
/// module, named by their paths after the pipeline's name. Their order is that of the pipeline.
/// The expression is a [`Pipeline`], the same that the attribute makes of the same nodes.
///
/// ```
/// use neograph::prelude::*;
///
/// mod research {
///     use neograph::prelude::*;
///
///     #[node]
///     pub async fn subject(#[from_input] name: String) -> Result<String> {
///         Ok(name.to_uppercase())
///     }
/// }
///
/// mod letters {
///     use neograph::prelude::*;
///
///     #[node]
///     pub async fn greet(subject: &str) -> Result<String> {
///         Ok(format!("hello, {subject}"))
///     }
/// }
///
/// let pipeline = compose!["greeting"; research::subject, letters::greet];
/// assert_eq!(pipeline.name(), "greeting");
/// assert_eq!(pipeline.nodes().len(), 2);
/// ```
///
/// rustc refuses what it refuses in a `#[pipeline]` module. A parameter that names no node of
/// the list, a cycle, an input with the name of a node and a link that nothing emits are
/// reported at the parameter; an edge of another type and a name that is used twice at the
/// path in the list, with a note at the parameter's type.
///
/// ```compile_fail,E0080
/// # use neograph::prelude::*;
/// #[node]
/// async fn greet(subject: &str) -> Result<String> {
///     Ok(format!("hello, {subject}"))
/// }
///
/// let pipeline = compose!["greeting"; greet]; // no node is named `subject`
/// ```
///
/// A node that is imported under another name keeps its own: `use a::scan as first;` and
/// `compose!["flow"; first, …]` make a node `scan`. Where neograph is re-exported, the second
/// entry says so: `compose!["flow", crate = my::graphs; …]`.
///
/// # Limits
///
/// A list has at most 1024 nodes, and a node in it at most 16 edges; neither is a limit of
/// `#[pipeline]`. The path of a function without `#[node]` is refused as “expected type, found
/// function”.
#[cfg(feature = "macros")]
pub use neograph_macros::compose;
/// Makes a pipeline of the nodes in an inline module.
///
/// The module keeps its items. Beside them appears `pub fn pipeline() -> Pipeline`.
///
/// ```
/// use neograph::prelude::*;
///
/// #[pipeline(name = "greeting")]
/// mod greeting {
///     use super::*;
///
///     #[node]
///     pub async fn subject(#[from_input] name: String) -> Result<String> {
///         Ok(name.to_uppercase())
///     }
///
///     #[node]
///     pub async fn greet(subject: &str) -> Result<String> {
///         Ok(format!("hello, {subject}"))
///     }
/// }
///
/// # fn main() {
/// let pipeline = greeting::pipeline();
/// assert_eq!(pipeline.name(), "greeting");
/// assert_eq!(pipeline.nodes().len(), 2);
/// # }
/// ```
///
/// | key | meaning |
/// | --- | --- |
/// | `name = "…"` | the pipeline's name; by default the module's, with `-` for `_` |
/// | `output = node` | whose output it has as a sub-pipeline; by default the only node that no other reads |
/// | `links = outer` | as a sub-pipeline, its nodes may read links of agents before it |
/// | `crate = path` | where neograph is re-exported; by default `::neograph` |
///
/// rustc refuses unknown upstream nodes, edges of the wrong type, cycles, two nodes of one
/// name, URI templates whose variables nothing fills, and more; each error stands at the
/// token that is wrong.
///
/// Beside the function appears an empty type of its name, by which a node of another pipeline
/// finds this one: `#[node(pipeline = greeting)]`. What the nodes take with `#[from_input]` are
/// then the parameters of that node.
///
/// # Limits
///
/// `#[pipeline] mod flow;`, a module in a file of its own, is not stable Rust. `#[cfg]` on a
/// node or a parameter is refused, because it is not evaluated before the module is read.
/// Under `#![forbid(non_camel_case_types)]` the types beside the functions cannot compile.
#[cfg(feature = "macros")]
pub use neograph_macros::pipeline;

/// Makes a function a node: of the `#[pipeline]` module around it, or, anywhere else, one to be
/// joined with others by [`compose!`](macro@compose).
///
/// A parameter without a marker is an edge: its name is the upstream node, its type that
/// node's output. It is taken as `T` (which needs `Clone`), `&T` or `Arc<T>`; `&str` borrows
/// a `String` and `&[T]` a `Vec<T>`. The return type is a `Result`, under whatever name.
///
/// A scripted node keeps its function, which unit tests call as it is. A node with a model
/// has no body. Beside either stands an empty type of the same name, which carries the node's
/// facts and names it where a type is wanted; its parameters and output must be at least as
/// visible as the node (E0446).
///
/// | key | meaning |
/// | --- | --- |
/// | `name = "…"` | the node's name, by default the function's |
/// | `mode = …` | `scripted`, `think`, `agent` or `act`; `think` when a model or prompt is given |
/// | `model = "…"` | the key under which the graph is given the model |
/// | `prompt = "…"`, `prompt_text = "…"` | a template by name, or the template itself |
/// | `tools = ["server::tool", tool]` | tools of the graph by name, and `#[tool]`s and `#[resource_reader]`s |
/// | `interrupt_when = f` | pauses after the node when `f(&output)` is `Some(payload)` |
/// | `max_turns = n` | how many turns an agent takes at most |
/// | `max_retries = n` | how often an answer that does not fit is sent back |
/// | `retry = n` | how often the node is run again after an error marked with `transient` |
/// | `timeout = "30s"` | how long one attempt may take; in `ms`, `s`, `m` or `h` |
/// | `repeat_while = f`, `max_iterations = n` | runs the node again while `f(&output)` is `true`, `n` times at most |
/// | `on_exhaust = last` | a loop that reached its bound gives its last output; by default (`fail`) it fails |
/// | `ensemble = n`, `merge = f` | runs the node `n` times at once; `f(Vec<Output>)` is the output |
/// | `models = ["a", "b"]` | instead of `model`: the models of the ensemble's members, in turn |
/// | `pipeline = module` | the node is the `#[pipeline]` of that module, and has no body |
/// | `crate = path` | where neograph is re-exported, for a node outside a `#[pipeline]` module |
///
/// # Markers
///
/// | marker | value |
/// | --- | --- |
/// | `#[from_input]` | the run's input of the parameter's name |
/// | `#[from_config]` | a handle of the run's configuration; `#[from_config(prompt)]` lets it into the prompt |
/// | `#[from_resource("uri")]` | what stands at a URI template over the node's inputs and handles |
/// | `#[from_resource(ref = "kind")]` | the first link of a kind that an agent upstream collected |
/// | `#[human_feedback(node)]` | what a human answered when that node paused, as an `Option`; nothing when it did not |
/// | `#[carry]` | in a loop, what the iteration before returned, as an `Option`; nothing in the first |
///
/// `#[from_resource]` also takes `max_bytes`, `parse = f` (an
/// `fn(ResourceContent) -> Result<T, E>`), `mime` (for servers that name none), `server`,
/// `timeout = "30s"` and `cache = false`. Marked parameters may be `Option<T>`, also
/// `Option<&T>`: absent values are `None`. A handle may be given as `T` or as `Arc<T>`, and
/// is taken as `&T`, `Arc<T>` or `T: Clone`, each also in an `Option`. A trait object is taken
/// as `Arc<dyn Trait>`, the type that it is given as. `Option` and `Arc` are
/// known by their names; an alias of one is a type like any other.
///
/// ```
/// # use neograph::prelude::*;
/// # #[derive(Clone, serde::Serialize, serde::Deserialize)]
/// # pub struct History { mails: Vec<String> }
/// #[pipeline]
/// mod digest {
///     use super::*;
///
///     #[node]
///     pub async fn count(
///         #[from_input] deal_id: &str,
///         #[from_resource("crm://deals/{deal_id}/mails", max_bytes = 200_000)] history: History,
///     ) -> Result<usize> {
///         Ok(history.mails.len())
///     }
/// }
///
/// # fn main() {
/// # async fn test() -> Result<()> {
/// let history = History { mails: vec!["hello".to_owned()] };
/// assert_eq!(digest::count("D1", history).await?, 1);
/// # Ok(())
/// # }
/// # }
/// ```
#[doc(alias = "human_feedback")]
#[doc(alias = "FromInput")]
#[doc(alias = "FromConfig")]
#[doc(alias = "FromResource")]
#[doc(alias = "from_input")]
#[doc(alias = "from_config")]
#[doc(alias = "from_resource")]
#[cfg(feature = "macros")]
pub use neograph_macros::node;

/// Makes a signature without a body a typed read that an agent may ask for.
///
/// The parameters are the variables of the URI template; those of its query (`{?…}`, `{&…}`)
/// may be `Option<T>`. The return type's `Ok` is what the read is parsed into. A type of the
/// function's name appears, for the `tools` of nodes.
///
/// ```
/// use neograph::prelude::*;
///
/// /// The mails of a deal, newest first.
/// #[resource_reader(uri_template = "crm://deals/{deal_id}/mails{?limit}", budget = 5)]
/// async fn read_mails(deal_id: String, limit: Option<u32>) -> Result<Vec<String>>;
///
/// use neograph::tool::ToolType;
/// assert_eq!(read_mails::tool().spec().name, "read_mails");
/// ```
///
/// | key | meaning |
/// | --- | --- |
/// | `uri_template = "…"` | the address, RFC 6570 |
/// | `name = "…"` | the tool's name, by default the function's |
/// | `description = "…"` | what the model is told, by default the doc comment |
/// | `idempotent = false` | the read may not be repeated |
/// | `budget = n` | how many calls one node may make |
/// | `parse = f` | an `fn(ResourceContent) -> Result<T, E>` for other than JSON and text |
/// | `max_bytes = n` | the largest body |
/// | `server = "…"` | the server, when several are configured |
/// | `crate = path` | where neograph is re-exported |
#[cfg(feature = "macros")]
pub use neograph_macros::resource_reader;

/// Makes a function a tool that an agent may call.
///
/// The parameters are what the model gives, those of type `Option<T>` perhaps; a doc comment on
/// a parameter is what the model is told about it. A parameter under `#[from_config]` is a handle
/// that the program gives with [`RunConfig::with`](run::RunConfig::with), which no model sees. A
/// type of the function's name appears, for the `tools` of nodes; the function itself stays as it
/// is.
///
/// ```
/// use neograph::{prelude::*, tool::{ToolCall, ToolType}};
///
/// pub struct Desk { rate: f64 }
///
/// /// Converts an amount of euros into dollars.
/// #[tool(idempotent = true, budget = 5)]
/// async fn to_dollars(
///     /// Euros.
///     amount: f64,
///     /// What the bank takes of each euro, 0 when nothing is said.
///     fee: Option<f64>,
///     #[from_config] desk: &Desk,
/// ) -> Result<f64> {
///     Ok((amount - amount * fee.unwrap_or(0.0)) * desk.rate)
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tool = to_dollars::tool();
/// assert_eq!(tool.spec().description, "Converts an amount of euros into dollars.");
/// assert_eq!(tool.spec().input_schema["required"], serde_json::json!(["amount"]));
///
/// let args = serde_json::from_str(r#"{ "amount": 10.0 }"#)?;
/// let call = ToolCall::new(args).with("desk", Desk { rate: 1.5 });
/// assert_eq!(tool.call(call).await?.typed, Some(15.0.into()));
/// # Ok(()) }
/// ```
///
/// The answer is anything that implements `serde::Serialize`: the model reads it as JSON, or as
/// it is if it is a string, and the next node has it typed from the call's
/// [`ToolInteraction`](tool::ToolInteraction). `resource_link` blocks in it go into the manifest.
/// A [`ToolOutput`](tool::ToolOutput) is taken as it is.
///
/// An error is told to the model, which may try something else. A
/// [`ToolError`](tool::ToolError) keeps its meaning, also as the source of another error:
/// [`ToolError::Fatal`](tool::ToolError::Fatal) ends the run, and what [`interrupt`] returns
/// pauses it. A plain `fn` may be used under the blocking driver, too.
///
/// | key | meaning |
/// | --- | --- |
/// | `name = "…"` | the tool's name, by default the function's |
/// | `description = "…"` | what the model is told, by default the doc comment |
/// | `idempotent = true` | a call may be made again, so its links may be replayed |
/// | `budget = n` | how many calls one node may make |
/// | `emits_links = false` | no answer holds links, for lint |
/// | `asks_human = true` | a call may [`interrupt`], for lint |
/// | `crate = path` | where neograph is re-exported |
#[cfg(feature = "macros")]
pub use neograph_macros::tool;
#[cfg(feature = "mcp")]
pub use neograph_mcp as mcp;
#[cfg(feature = "mcp-http")]
pub use neograph_mcp::HttpServer;
#[cfg(feature = "mcp")]
pub use neograph_mcp::{McpServers, StdioServer, mcp_resource_fetcher};

/// What a file with a pipeline imports.
pub mod prelude {
    #[cfg(feature = "sqlite")]
    pub use neograph_core::checkpoint::SqliteSaver;
    pub use neograph_core::{
        Error, Graph, Pipeline, Result,
        checkpoint::MemorySaver,
        pipeline::ItemError,
        prompt::Prompts,
        run::{Continue, Input, Outcome, Resume, RunConfig},
    };
    #[cfg(feature = "macros")]
    pub use neograph_macros::{compose, node, pipeline, resource_reader, tool};
}

/// The pages of `docs/` as doc tests.
#[cfg(all(doctest, feature = "macros", feature = "sqlite"))]
mod pages {
    #[doc = include_str!("../docs/diagnostics.md")]
    struct Diagnostics;
    #[doc = include_str!("../docs/resource-hydration.md")]
    struct ResourceHydration;
    #[doc = include_str!("../docs/control-flow.md")]
    struct ControlFlow;
    #[doc = include_str!("../docs/agents.md")]
    struct Agents;
    #[doc = include_str!("../docs/drivers.md")]
    struct Drivers;
    #[doc = include_str!("../docs/lint.md")]
    struct Lint;
    #[doc = include_str!("../docs/threads.md")]
    struct Threads;
    #[doc = include_str!("../docs/compile-time.md")]
    struct CompileTime;
    #[doc = include_str!("../docs/errors.md")]
    struct Errors;
    #[cfg(feature = "mcp")]
    #[doc = include_str!("../docs/walkthrough.md")]
    struct Walkthrough;
}
