//! Nodes, servers and stores to test with.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use neograph_core::{
    __private::{Args, Locator, Mode, NodeSpec, NodeType, Param, Pipeline, PromptSource, ToolRef},
    BoxError, BoxFuture, Error, Graph,
    error::{ConfigurationError, ExecutionError},
    resource::{FetchRequest, Fetched, Fetcher, ReplayRequest, Replayer, ResourceContent},
    run::{Outcome, RunConfig},
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What most nodes here read and return.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Doc {
    pub v: i64,
}

/// Declares nodes that return a [`Doc`].
macro_rules! nodes {
    ($($name:ident),*) => {$(
        #[derive(Debug)]
        #[allow(non_camel_case_types)]
        pub struct $name {}
        impl NodeType for $name {
            type Output = Doc;
            const NAME: &'static str = stringify!($name);
        }
    )*};
}
nodes!(first, second, third, fourth, research, gate, consume);

/// A scripted node that adds up its parameters and `plus`.
pub fn sum<N: NodeType<Output = Doc>>(params: Vec<Param>, plus: i64) -> NodeSpec {
    let count = params.len();
    let node = NodeSpec::__scripted::<N, _, _, _>(move |mut args: Args| async move {
        let mut total = plus;
        for index in 0..count {
            total += args.shared::<Doc>(index)?.v;
        }
        Ok(Ok::<_, Error>(Doc { v: total }))
    });
    params.into_iter().fold(node, NodeSpec::__param)
}

pub fn upstream(name: &'static str) -> Param {
    Param::__upstream::<Doc>(name).__rendered::<Doc>()
}

pub fn by_uri(name: &'static str, uri: &'static str) -> Param {
    Param::__resource::<Doc>(name, Locator::Uri(uri)).__rendered::<Doc>()
}

pub fn by_kind(name: &'static str, kind: &'static str) -> Param {
    Param::__resource::<Doc>(name, Locator::Ref(kind)).__rendered::<Doc>()
}

pub fn pipeline(nodes: Vec<NodeSpec>) -> Pipeline {
    Pipeline::__unchecked("test", nodes)
}

/// An agent named `research` with one tool, `crm::get_deal`.
pub fn agent(params: Vec<Param>) -> NodeSpec {
    let node = NodeSpec::__with_model::<research, Doc>(
        Mode::Agent,
        "m",
        PromptSource::Inline("research it"),
    )
    .__tool(ToolRef::Named("crm::get_deal"));
    params.into_iter().fold(node, NodeSpec::__param)
}

type Log<T> = Arc<Mutex<Vec<T>>>;

/// What a scripted fetcher answers: one entry a read, then the last one for ever.
#[derive(Clone, Default)]
pub struct Server {
    pub reads: Log<(String, Option<String>)>,
    script: Arc<Mutex<VecDeque<Result<ResourceContent, String>>>>,
    pub replays: Log<(String, String, Map<String, Value>)>,
    replay: Arc<Mutex<Option<Result<Value, String>>>>,
}

impl Server {
    pub fn new(script: impl IntoIterator<Item = Result<ResourceContent, &'static str>>) -> Self {
        let script = script.into_iter().map(|step| step.map_err(str::to_owned)).collect();
        Self { script: Arc::new(Mutex::new(script)), ..Self::default() }
    }

    /// A server that always answers `{"v": v}`.
    pub fn doc(v: i64) -> Self {
        Self::new([Ok(doc(v))])
    }

    pub fn replaying(self, result: Result<Value, &'static str>) -> Self {
        *self.replay.lock().unwrap() = Some(result.map_err(str::to_owned));
        self
    }

    pub fn read_uris(&self) -> Vec<String> {
        self.reads.lock().unwrap().iter().map(|(uri, _)| uri.clone()).collect()
    }

    pub fn replay_count(&self) -> usize {
        self.replays.lock().unwrap().len()
    }

    pub fn config(&self) -> RunConfig {
        RunConfig::new().thread_id("t").fetcher(self.clone())
    }
}

impl Fetcher for Server {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        self.reads.lock().unwrap().push((request.uri, request.server));
        let mut script = self.script.lock().unwrap();
        let step = if script.len() > 1 { script.pop_front() } else { script.front().cloned() };
        Box::pin(async move {
            tokio::task::yield_now().await;
            match step.ok_or("the script has no read")? {
                Ok(content) => Ok(Fetched::new(vec![content])),
                Err(error) => Err(error.into()),
            }
        })
    }
}

impl Replayer for Server {
    fn replay(&self, request: ReplayRequest) -> BoxFuture<'_, Result<Value, BoxError>> {
        self.replays.lock().unwrap().push((request.server, request.tool, request.args));
        let result = self.replay.lock().unwrap().clone();
        Box::pin(async move { result.ok_or("the script has no replay")?.map_err(Into::into) })
    }
}

pub fn doc(v: i64) -> ResourceContent {
    ResourceContent::text("", Some("application/json"), json!({ "v": v }).to_string())
}

pub fn link(kind: &str, uri: &str) -> Value {
    json!({ "type": "resource_link", "name": kind, "uri": uri, "mimeType": "application/json" })
}

/// The tool `crm::get_deal`: counts its calls and answers with the same result.
pub struct GetDeal {
    spec: ToolSpec,
    result: Value,
    pub calls: Arc<AtomicUsize>,
}

impl GetDeal {
    pub fn new(idempotent: bool, result: Value) -> Self {
        let spec = ToolSpec::new("get_deal").server("crm").idempotent(idempotent);
        Self { spec, result, calls: Arc::default() }
    }

    /// A tool that links to a mail history.
    pub fn linking(idempotent: bool) -> Self {
        Self::new(
            idempotent,
            json!([{ "type": "text", "text": "deal" }, link("mails", "crm://old")]),
        )
    }

    pub fn shared(self) -> (Arc<dyn Tool>, Arc<AtomicUsize>) {
        let calls = Arc::clone(&self.calls);
        (Arc::new(self), calls)
    }
}

impl Tool for GetDeal {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, _call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move { Ok(ToolOutput::new(self.result.clone())) })
    }
}

pub fn execution(result: neograph_core::Result<Outcome>) -> ExecutionError {
    match result {
        Err(Error::Execution(error)) => *error,
        other => panic!("an execution error was expected, not {other:?}"),
    }
}

pub fn configuration(result: neograph_core::Result<Outcome>) -> ConfigurationError {
    match result {
        Err(Error::Configuration(error)) => *error,
        other => panic!("a configuration error was expected, not {other:?}"),
    }
}

pub fn compile(nodes: Vec<NodeSpec>) -> Graph {
    Graph::builder(pipeline(nodes)).compile().unwrap()
}
