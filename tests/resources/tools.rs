//! `#[tool]`: a function that a model may call.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use neograph::{
    error::{ConfigurationError, ExecutionError},
    interrupt,
    lint::{LintKind, input_contract, lint},
    model::{ChatResponse, Message},
    prelude::*,
    testing::ScriptedModel,
    tool::{ToolCall, ToolError, ToolOutput, ToolType},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Deal {
    pub id: u32,
    pub name: String,
}

pub struct Crm {
    deals: Vec<Deal>,
    asked: AtomicU32,
}

impl Crm {
    fn new() -> Self {
        let deals = [(1, "Anvils"), (2, "Bolts")];
        let deals = deals.map(|(id, name)| Deal { id, name: name.to_owned() });
        Self { deals: deals.into(), asked: AtomicU32::new(0) }
    }
}

/// An error of the program's own, which may hold one of neograph.
#[derive(Debug)]
enum CrmError {
    Unknown(String),
    Tool(ToolError),
}

impl fmt::Display for CrmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no deal is called `{name}`"),
            Self::Tool(_) => f.write_str("the call did not come through"),
        }
    }
}

impl std::error::Error for CrmError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unknown(_) => None,
            Self::Tool(error) => Some(error),
        }
    }
}

impl From<ToolError> for CrmError {
    fn from(error: ToolError) -> Self {
        Self::Tool(error)
    }
}

/// Finds the deals of a name.
///
/// The newest first.
#[tool(idempotent = true, budget = 2)]
async fn find_deals(
    /// What the name begins with.
    prefix: &str,
    /// How many to give, all when nothing is said.
    limit: Option<usize>,
    #[from_config] crm: &Crm,
) -> std::result::Result<Vec<Deal>, CrmError> {
    crm.asked.fetch_add(1, Ordering::SeqCst);
    let found: Vec<Deal> =
        crm.deals.iter().filter(|deal| deal.name.starts_with(prefix)).cloned().collect();
    if found.is_empty() {
        return Err(CrmError::Unknown(prefix.to_owned()));
    }
    Ok(found.into_iter().take(limit.unwrap_or(usize::MAX)).collect())
}

#[tool(name = "rename", description = "Gives a deal another name.", asks_human = true)]
async fn rename_deal(
    deal: Deal,
    #[from_config] audit: Option<Arc<String>>,
) -> std::result::Result<String, CrmError> {
    let answer = interrupt(json!({ "rename": deal.id })).await?;
    let audit = audit.map(|audit| format!(" for {audit}")).unwrap_or_default();
    Ok(format!("{} is now {}{audit}", deal.id, answer["name"].as_str().unwrap_or(&deal.name)))
}

#[tool(emits_links = false)]
fn add(numbers: &[i64]) -> Result<i64> {
    Ok(numbers.iter().sum())
}

#[tool]
async fn attach() -> std::result::Result<ToolOutput, ToolError> {
    let link = json!({ "type": "resource_link", "uri": "crm://deals/1/mails", "name": "mails" });
    Ok(ToolOutput::new(json!([{ "type": "text", "text": "one link" }, link])))
}

#[tool]
async fn attach_typed() -> Result<Value> {
    let link = json!({ "type": "resource_link", "uri": "crm://deals/2/mails", "name": "mails" });
    Ok(json!({ "content": [link], "count": 1 }))
}

#[tool]
async fn broken() -> std::result::Result<(), CrmError> {
    Err(ToolError::Fatal("the disk is full".into()).into())
}

#[pipeline]
mod desk {
    use super::*;

    /// A tool may stand among the nodes.
    #[tool]
    async fn today() -> Result<String> {
        Ok("Monday".to_owned())
    }

    #[node(
        mode = agent,
        model = "m",
        prompt_text = "look it up",
        tools = [find_deals, add, today, attach, attach_typed]
    )]
    pub async fn research() -> Result<u8>;
}

#[pipeline]
mod office {
    use super::*;

    #[node(mode = act, model = "m", prompt_text = "rename it", tools = [rename_deal, broken])]
    pub async fn act() -> Result<String>;
}

#[pipeline]
mod sums {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "add", tools = [add])]
    pub async fn sum() -> Result<i64>;
}

fn call(name: &str, args: Value) -> ChatResponse {
    ChatResponse::call(name, args)
}

fn tool_texts(model: &ScriptedModel) -> Vec<String> {
    let request = model.requests().pop().unwrap();
    let texts = request.messages.iter().filter_map(|message| match message {
        Message::Tool { text, .. } => Some(text.clone()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn the_signature_says_what_the_model_is_told() {
    let spec = find_deals::tool().spec().clone();
    assert_eq!(spec.name, "find_deals");
    assert_eq!(spec.description, "Finds the deals of a name.\n\nThe newest first.");
    assert!(spec.idempotent && spec.async_only && spec.emits_links && !spec.asks_human);
    assert_eq!(spec.budget, Some(2));
    let properties = &spec.input_schema["properties"];
    assert_eq!(properties["prefix"]["type"], "string");
    assert_eq!(properties["prefix"]["description"], "What the name begins with.");
    assert_eq!(properties["limit"]["description"], "How many to give, all when nothing is said.");
    assert_eq!(properties.as_object().unwrap().len(), 2, "a handle is no argument");
    assert_eq!(spec.input_schema["required"], json!(["prefix"]));
    assert_eq!(spec.input_schema["additionalProperties"], false);
    let [crm] = &*spec.handles else { panic!("{:?}", spec.handles) };
    assert!(crm.name == "crm" && crm.required);

    let spec = rename_deal::tool().spec().clone();
    assert_eq!((&*spec.name, &*spec.description), ("rename", "Gives a deal another name."));
    assert!(!spec.idempotent && spec.asks_human);
    assert_eq!(spec.input_schema["properties"]["deal"]["required"], json!(["id", "name"]));
    assert!(!spec.handles[0].required);

    let spec = add::tool().spec().clone();
    assert!(!spec.async_only && !spec.emits_links && spec.description.is_empty());
    assert_eq!(spec.input_schema["properties"]["numbers"]["type"], "array");
}

#[tokio::test]
async fn the_function_stays_a_function() {
    let crm = Crm::new();
    assert_eq!(find_deals("An", Some(1), &crm).await.unwrap().len(), 1);
    assert_eq!(add(&[1, 2]).unwrap(), 3);
}

#[tokio::test]
async fn a_call_is_bound_by_name_and_type() {
    let call = |args: Value| {
        let Value::Object(args) = args else { panic!("no object") };
        find_deals::tool_call(args)
    };
    let found = call(json!({ "prefix": "", "limit": 1 })).await.unwrap();
    assert_eq!(found.typed, Some(json!([{ "id": 1, "name": "Anvils" }])));
    assert_eq!(found.content, json!(r#"[{"id":1,"name":"Anvils"}]"#));
    // What is null is not there.
    assert_eq!(
        call(json!({ "prefix": "B", "limit": null })).await.unwrap().typed.unwrap()[0]["id"],
        2
    );
    for (args, text) in [
        (json!({}), "wrong arguments: `prefix` is missing"),
        (
            json!({ "prefix": null }),
            "wrong arguments: `prefix`: invalid type: null, expected a string",
        ),
        (
            json!({ "prefix": 1 }),
            "wrong arguments: `prefix`: invalid type: integer `1`, expected a string",
        ),
        (
            json!({ "prefix": "", "limit": -1 }),
            "wrong arguments: `limit`: invalid value: integer `-1`, expected usize",
        ),
        (
            json!({ "prefix": "", "most": 1 }),
            "wrong arguments: `most` is no argument; the arguments are `prefix`, `limit`",
        ),
        (
            json!({ "prefix": "", "crm": {} }),
            "wrong arguments: `crm` is no argument; the arguments are `prefix`, `limit`",
        ),
        (json!({ "prefix": "Z" }), "no deal is called `Z`"),
    ] {
        assert_eq!(call(args).await.unwrap_err().to_string(), text);
    }
    let rename = rename_deal::tool();
    let deal = rename.call(ToolCall::new(
        json!({ "deal": { "id": "x", "name": "n" } }).as_object().unwrap().clone(),
    ));
    assert_eq!(
        deal.await.unwrap_err().to_string(),
        r#"wrong arguments: `deal.id`: invalid type: string "x", expected u32"#
    );
}

/// A call outside a run, with a handle.
impl find_deals {
    async fn tool_call(
        args: serde_json::Map<String, Value>,
    ) -> std::result::Result<ToolOutput, ToolError> {
        Self::tool().call(ToolCall::new(args).with("crm", Crm::new())).await
    }
}

#[tokio::test]
async fn a_call_outside_a_run_says_which_handle_it_lacks() {
    let args = || json!({ "prefix": "" }).as_object().unwrap().clone();
    let lacks = find_deals::tool().call(ToolCall::new(args())).await.unwrap_err();
    assert!(matches!(lacks, ToolError::Fatal(_)));
    assert_eq!(lacks.to_string(), "the call has no `crm`; give it one with `ToolCall::with`");
    let other = find_deals::tool().call(ToolCall::new(args()).with("crm", 1_u8)).await.unwrap_err();
    assert!(other.to_string().starts_with("`crm` is a `u8`, and the tool takes a `"), "{other}");
}

#[tokio::test]
async fn an_agent_calls_functions() {
    let model = ScriptedModel::turns([
        call("find_deals", json!({ "prefix": "A" })),
        call("add", json!({ "numbers": [1, 2, 39] })),
        call("today", json!({})),
        call("find_deals", json!({ "prefix": "Z" })),
        call("find_deals", json!({ "prefix": "B" })),
        call("attach", json!({})),
        call("attach_typed", json!({})),
        ChatResponse::text("1"),
    ]);
    let graph = Graph::builder(desk::pipeline())
        .model("m", model.clone())
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let crm = Arc::new(Crm::new());
    let config = RunConfig::new().thread_id("t").with("crm", Arc::clone(&crm));
    let outcome = graph.arun(Input::new(), &config).await.unwrap();

    assert_eq!(crm.asked.load(Ordering::SeqCst), 2, "the budget is two calls");
    let texts = tool_texts(&model);
    assert_eq!(texts[0], r#"[{"id":1,"name":"Anvils"}]"#);
    assert_eq!(texts[1..4], ["42", "Monday", "error: no deal is called `Z`"]);
    assert!(texts[4].contains("may be called 2 times"), "{}", texts[4]);
    assert!(texts[5].starts_with("one link\n[resource_link mails] crm://deals/1/mails"));
    let calls = outcome.output().tool_log("research");
    let found: Vec<Deal> = calls[0].result().unwrap().unwrap();
    assert_eq!(found[0].name, "Anvils");
    let state = graph.get_state(&config).await.unwrap();
    let links: Vec<&str> = state.manifest("research").iter().map(|link| link.uri()).collect();
    assert_eq!(links, ["crm://deals/1/mails", "crm://deals/2/mails"]);
}

#[tokio::test]
async fn a_run_without_a_tools_handle_does_not_begin() {
    let model = ScriptedModel::turns([ChatResponse::text("1")]);
    let graph = Graph::builder(desk::pipeline()).model("m", model.clone()).compile().unwrap();
    let error = graph.arun(Input::new(), &RunConfig::new()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "tool `find_deals` of node `research` takes `crm` from the run's configuration, and the \
         run has none; give it with `RunConfig::with(\"crm\", …)`"
    );
    let config = RunConfig::new().with("crm", "crm".to_owned());
    let error = graph.arun(Input::new(), &config).await.unwrap_err();
    let Error::Configuration(error) = error else { panic!("{error}") };
    assert!(matches!(*error, ConfigurationError::ToolHandleType { .. }), "{error}");
    assert!(model.requests().is_empty());

    let contract = input_contract(&graph);
    assert!(contract.handles["crm"].required);
    assert_eq!(contract.handles["crm"].nodes, ["research"]);
    let issues = contract.check(&Input::new(), &RunConfig::new().with("crm", 1).with("cmr", 1));
    assert_eq!(issues.len(), 1, "{issues:?}");
    assert_eq!(issues[0].kind, LintKind::ConfigKeyUnmatched);
}

#[tokio::test]
async fn a_tool_asks_a_human_through_its_own_error() {
    let model = ScriptedModel::turns([
        call("rename", json!({ "deal": { "id": 1, "name": "Anvils" } })),
        ChatResponse::text("\"done\""),
    ]);
    let graph = Graph::builder(office::pipeline())
        .model("m", model.clone())
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let config = || RunConfig::new().thread_id("t").with("audit", "Kim".to_owned());
    let paused = graph.arun(Input::new(), &config()).await.unwrap();
    assert_eq!(paused.interrupts()[0].payload, json!({ "rename": 1 }));
    let _ = graph.arun(Resume::new(json!({ "name": "Saws" })), &config()).await.unwrap();
    assert_eq!(tool_texts(&model), ["1 is now Saws for Kim"]);
}

#[tokio::test]
async fn a_fatal_error_of_a_function_ends_the_run() {
    let model = ScriptedModel::turns([call("broken", json!({}))]);
    let graph = Graph::builder(office::pipeline())
        .model("m", model)
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let config = RunConfig::new().thread_id("t");
    let error = graph.arun(Input::new(), &config).await.unwrap_err();
    let Error::Execution(error) = error else { panic!("{error}") };
    assert!(matches!(*error, ExecutionError::Tool { .. }), "{error}");
    assert!(error.to_string().contains("broken"), "{error}");
}

#[test]
fn a_function_that_waits_for_nothing_runs_under_the_blocking_driver() {
    let model =
        ScriptedModel::turns([call("add", json!({ "numbers": [1, 2] })), ChatResponse::text("3")]);
    let graph = Graph::builder(sums::pipeline()).model("m", model).compile().unwrap();
    assert!(lint(&graph).iter().all(|issue| issue.kind != LintKind::ToolRequiresAsyncDriver));
    let outcome = graph.run(Input::new(), &RunConfig::new()).unwrap();
    assert_eq!(*outcome.get::<sums::sum>().unwrap(), 3);

    let model = ScriptedModel::turns([ChatResponse::text("1")]);
    let graph = Graph::builder(desk::pipeline()).model("m", model).compile().unwrap();
    let config = RunConfig::new().with("crm", Crm::new());
    let error = graph.run(Input::new(), &config).unwrap_err();
    assert!(error.to_string().contains("find_deals"), "{error}");
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub struct Tree {
    pub kids: Vec<Tree>,
}

#[tool]
async fn measure(tree: Tree) -> Result<usize> {
    fn count(tree: &Tree) -> usize {
        1 + tree.kids.iter().map(count).sum::<usize>()
    }
    Ok(count(&tree))
}

#[tool]
fn ratio(by: f64) -> Result<f64> {
    Ok(1.0 / by)
}

#[test]
fn a_type_that_contains_itself_brings_its_definition() {
    let schema = measure::tool().spec().input_schema.clone();
    assert_eq!(schema["properties"]["tree"]["properties"]["kids"]["items"]["$ref"], "#/$defs/Tree");
    assert_eq!(schema["$defs"]["Tree"]["properties"]["kids"]["type"], "array");
}

/// JSON has no infinity, and `null` would be another answer.
#[tokio::test]
async fn an_answer_that_json_cannot_hold_is_a_fault_of_the_program() {
    let tool = ratio::tool();
    let call = |by: f64| tool.call(ToolCall::new(json!({ "by": by }).as_object().unwrap().clone()));
    assert_eq!(call(4.0).await.unwrap().typed, Some(json!(0.25)));
    let error = call(0.0).await.unwrap_err();
    assert!(matches!(error, ToolError::Fatal(_)) && error.to_string().contains("`inf`"), "{error}");
}
