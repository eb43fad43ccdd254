//! A `#[from_resource(uri)]` parameter and a `#[resource_reader]` of one template.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use neograph_core::{
    __private::{
        Args, FromInput, Locator, Mode, NodeSpec, Param, PromptSource, ReaderArgument, ReaderTool,
        ToolRef,
    },
    BoxError, BoxFuture, Error, Graph,
    model::ChatResponse,
    resource::{FetchRequest, Fetched, Fetcher, ResourceContent},
    run::{Input, Outcome, RunConfig},
    testing::ScriptedModel,
};
use proptest::{collection, prelude::*, sample::select};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{
    block_on, leaked,
    support::{Doc, first, pipeline, research},
};

const NAMES: [&str; 5] = ["a", "b", "deal_id", "n1", "from"];

/// A value, and by it the type of the parameter and of the argument.
#[derive(Debug, Clone)]
enum Given {
    Text(String),
    Whole(i64),
    Natural(u64),
    Real(f64),
    /// A real number that is written without a fraction.
    Rounded(i32),
    Flag(bool),
    List(Vec<String>),
    Fields(BTreeMap<String, String>),
}

fn given() -> impl Strategy<Value = Given> {
    prop_oneof![
        3 => any::<String>().prop_map(Given::Text),
        1 => any::<i64>().prop_map(Given::Whole),
        1 => any::<u64>().prop_map(Given::Natural),
        1 => (proptest::num::f64::NORMAL | proptest::num::f64::ZERO).prop_map(Given::Real),
        1 => any::<i32>().prop_map(Given::Rounded),
        1 => any::<bool>().prop_map(Given::Flag),
        1 => collection::vec(any::<String>(), 0..3).prop_map(Given::List),
        1 => collection::btree_map(any::<String>(), any::<String>(), 0..3)
            .prop_map(Given::Fields),
    ]
}

impl Given {
    fn json(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Whole(number) => json!(number),
            Self::Natural(number) => json!(number),
            Self::Real(number) => json!(number),
            Self::Rounded(number) => json!(number),
            Self::Flag(flag) => json!(flag),
            Self::List(items) => json!(items),
            Self::Fields(fields) => json!(fields),
        }
    }

    fn declare<D: Declare>(&self, to: D, name: &'static str, optional: bool) -> D {
        match self {
            Self::Text(_) => to.declare::<String>(name, optional),
            Self::Whole(_) => to.declare::<i64>(name, optional),
            Self::Natural(_) => to.declare::<u64>(name, optional),
            Self::Real(_) | Self::Rounded(_) => to.declare::<f64>(name, optional),
            Self::Flag(_) => to.declare::<bool>(name, optional),
            Self::List(_) => to.declare::<Vec<String>>(name, optional),
            Self::Fields(_) => to.declare::<BTreeMap<String, String>>(name, optional),
        }
    }
}

/// What takes the values: a node as parameters, a reader as arguments.
trait Declare {
    fn declare<T: FromInput + ReaderArgument>(self, name: &'static str, optional: bool) -> Self;
}

impl Declare for NodeSpec {
    fn declare<T: FromInput + ReaderArgument>(self, name: &'static str, optional: bool) -> Self {
        self.__param(if optional {
            Param::__input::<Option<T>>(name).__optional::<T>().__rendered::<Option<T>>()
        } else {
            Param::__input::<T>(name).__rendered::<T>()
        })
    }
}

impl Declare for ReaderTool<Echo> {
    fn declare<T: FromInput + ReaderArgument>(self, name: &'static str, optional: bool) -> Self {
        if optional {
            self.__argument::<Option<T>>(name, true)
        } else {
            self.__argument::<T>(name, false)
        }
    }
}

#[derive(Debug, Clone)]
struct Case {
    template: String,
    /// Each with whether it may be missing, and whether it is.
    variables: Vec<(&'static str, Given, bool, bool)>,
}

/// An operator, and variables by number with their modifiers; before it, some text.
type Piece = (&'static str, &'static str, Vec<(usize, &'static str)>);

fn piece() -> impl Strategy<Value = Piece> {
    let text = select(vec!["", "/", "/deals/", "-x.", "/ä", "/100%25"]);
    let operator = select(vec!["", "+", "#", ".", "/", ";", "?", "&"]);
    let variable = (0..NAMES.len(), select(vec!["", "", "*", ":1", ":3", ":30"]));
    (text, operator, collection::vec(variable, 1..4))
}

fn case() -> impl Strategy<Value = Case> {
    let values = collection::vec((given(), any::<bool>()), NAMES.len());
    (collection::vec(piece(), 0..5), values).prop_map(|(pieces, values)| {
        let mut template = "crm://crm".to_owned();
        let mut variables = BTreeMap::new();
        for (text, operator, names) in pieces {
            let names: Vec<String> = names
                .into_iter()
                .map(|(number, modifier)| {
                    let in_query = matches!(operator, "?" | "&");
                    *variables.entry(number).or_insert(true) &= in_query;
                    // A prefix is of a text only.
                    let is_text = matches!(values[number].0, Given::Text(_));
                    let modifier = if is_text || modifier == "*" { modifier } else { "" };
                    format!("{}{modifier}", NAMES[number])
                })
                .collect();
            template.extend([text, "{", operator, &names.join(","), "}"]);
        }
        let variables = variables.into_iter().map(|(number, optional)| {
            let (given, missing) = values[number].clone();
            (NAMES[number], given, optional, optional && missing)
        });
        Case { template, variables: variables.collect() }
    })
}

/// A content that says which URI it was asked for by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Echo {
    uri: String,
}

#[derive(Clone, Default)]
struct EchoServer(Arc<Mutex<Vec<FetchRequest>>>);

impl Fetcher for EchoServer {
    fn fetch(&self, mut request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        // Two runs are compared, each of which has an id of its own.
        request.run_id = None;
        self.0.lock().unwrap().push(request.clone());
        let body = json!({ "uri": request.uri }).to_string();
        let content = ResourceContent::text(request.uri, Some("application/json"), body);
        Box::pin(async move { Ok(Fetched::new(vec![content])) })
    }
}

/// What was asked for, and what came of it; an error where the URI cannot be made.
type Asked = Result<(Vec<FetchRequest>, Echo), String>;

async fn run(graph: Graph, input: Input, value: impl FnOnce(&Outcome) -> Echo) -> Asked {
    let server = EchoServer::default();
    let outcome = graph.arun(input, &RunConfig::new().fetcher(server.clone())).await;
    let echo = value(&outcome.map_err(|error| error.to_string())?);
    let requests = server.0.lock().unwrap().clone();
    Ok((requests, echo))
}

async fn by_parameter(case: &Case, template: &'static str) -> Asked {
    let place = case.variables.len();
    let mut node = NodeSpec::__scripted::<first, _, _, _>(move |mut args: Args| async move {
        Ok(Ok::<_, Error>(args.take::<Echo>(place)?))
    });
    let mut input = Input::new();
    for (name, given, optional, missing) in &case.variables {
        node = given.declare(node, name, *optional);
        if !missing {
            input = input.set(*name, given.json()).unwrap();
        }
    }
    let node = node.__param(Param::__resource::<Echo>("echo", Locator::Uri(template)));
    let graph = Graph::builder(pipeline(vec![node])).compile().unwrap();
    run(graph, input, |outcome| (*outcome.output().value::<Echo>("first").unwrap()).clone()).await
}

async fn by_reader(case: &Case, template: &'static str) -> Asked {
    let mut reader = ReaderTool::<Echo>::__new("read", template);
    let mut args = Map::new();
    for (name, given, optional, missing) in &case.variables {
        reader = given.declare(reader, name, *optional);
        if !missing {
            args.insert((*name).to_owned(), given.json());
        }
    }
    let node =
        NodeSpec::__with_model::<research, Doc>(Mode::Agent, "m", PromptSource::Inline("read"))
            .__tool(ToolRef::Named("read"));
    let model = ScriptedModel::turns([
        ChatResponse::call("read", Value::Object(args)),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let graph = Graph::builder(pipeline(vec![node]))
        .model("m", model)
        .tools([reader.__into_tool()])
        .compile()
        .unwrap();
    run(graph, Input::new(), |outcome| {
        let log = outcome.output().tool_log("research");
        let read = log.first().unwrap();
        read.result::<Echo>().unwrap_or_else(|| panic!("{}", read.text)).unwrap()
    })
    .await
}

/// Whether a value of the path is written as nothing, which is refused.
fn has_hole(case: &Case) -> bool {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    };
    let template = neograph_uri::Template::parse(&case.template).unwrap();
    template.variables.iter().filter(|variable| variable.leaves_hole).any(|variable| {
        let given = case.variables.iter().find(|(name, ..)| *name == variable.name);
        given.is_some_and(|(_, given, ..)| is_empty(&given.json()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn a_parameter_and_a_reader_of_one_template_read_one_uri(case in case()) {
        let template = leaked(&case.template);
        prop_assume!(!has_hole(&case));
        let (parameter, reader) =
            block_on(async { (by_parameter(&case, template).await, by_reader(&case, template).await) });
        match (parameter, reader) {
            (Ok(parameter), Ok(reader)) => {
                prop_assert_eq!(parameter.0.len(), 1);
                prop_assert_eq!(&parameter.1.uri, &parameter.0[0].uri);
                prop_assert_eq!(parameter, reader);
            }
            (parameter, reader) => prop_assert!(false, "{parameter:?} {reader:?}"),
        }
    }
}
