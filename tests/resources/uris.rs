//! A parameter and a reader with the same template and the same values read the same URI.

use std::sync::Arc;

use neograph::{
    __private::{Args, Locator, NodeSpec, NodeType, Param, ReaderTool},
    Error, Graph, Pipeline, Result,
    prelude::{Input, RunConfig},
    tool::ToolCall,
    uri,
};
use proptest::prelude::*;
use serde_json::{Map, Value};

use super::Library;

struct Page;

impl NodeType for Page {
    type Output = Value;
    const NAME: &'static str = "page";
}

/// The golden templates with the values they are expanded with.
fn golden() -> Vec<(&'static str, Map<String, Value>)> {
    let file: Value = serde_json::from_str(include_str!("../cases/rfc6570.json")).unwrap();
    let cases = file["cases"].as_array().unwrap().iter();
    let expand = cases.filter(|case| case["kind"] == "expand");
    let golden: Vec<_> = expand
        .map(|case| {
            let template = case["template"].as_str().unwrap().to_owned();
            let values = match &case["variables"] {
                Value::String(set) => &file["variable_sets"][set],
                own => own,
            };
            (&*template.leak(), values.as_object().cloned().unwrap_or_default())
        })
        .collect();
    assert!(golden.len() > 30, "{}", golden.len());
    golden
}

/// The values of the template's variables.
fn named(template: &str, values: &Map<String, Value>) -> Map<String, Value> {
    let names = uri::variables(template).unwrap();
    let given =
        names.into_iter().filter_map(|name| Some((name.clone(), values.get(&name)?.clone())));
    given.filter(|(_, value)| !value.is_null()).collect()
}

/// What a parameter with the template asks the fetcher for.
fn by_parameter(template: &'static str, values: &Map<String, Value>) -> Vec<String> {
    let node =
        NodeSpec::__scripted::<Page, _, _, _>(|_: Args| async { Ok(Ok::<_, Error>(Value::Null)) })
            .__param(Param::__resource::<Value>("page", Locator::Uri(template)));
    let (mut node, mut input) = (node, Input::new());
    for (name, value) in values {
        node = node.__param(Param::__input::<Value>(&*name.clone().leak()).__rendered::<Value>());
        input = input.set(name, value).unwrap();
    }
    let graph = Graph::builder(Pipeline::__unchecked("pages", vec![node])).compile().unwrap();
    let library = Library::json("1");
    let config: RunConfig = library.config();
    block_on(async { graph.arun(input, &config).await.map(drop) }).unwrap();
    library.asked()
}

/// What a reader with the template asks the fetcher for.
fn by_reader(template: &'static str, values: &Map<String, Value>) -> Vec<String> {
    let mut reader = ReaderTool::<Value>::__new("page", template);
    for name in uri::variables(template).unwrap() {
        reader = reader.__argument::<Value>(&*name.leak(), true);
    }
    let library = Library::json("1");
    let call = ToolCall::new(values.clone()).fetcher(Arc::new(library.clone()));
    let tool = reader.__into_tool();
    block_on(async { tool.call(call).await.map(drop).map_err(Error::node) }).unwrap();
    library.asked()
}

fn block_on(future: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

#[test]
fn every_golden_template_is_read_alike() {
    for (template, values) in golden() {
        let values = named(template, &values);
        let expected = [uri::expand(template, &values).unwrap()];
        assert_eq!(by_parameter(template, &values), expected, "{template}");
        assert_eq!(by_reader(template, &values), expected, "{template}");
    }
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<String>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        prop::collection::vec("[ -~]{0,5}", 1..3).prop_map(Value::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_values_are_read_alike(
        index in any::<prop::sample::Index>(),
        given in prop::collection::vec(prop::option::of(value()), 8),
    ) {
        let golden = golden();
        let (template, _) = golden[index.index(golden.len())];
        let names = uri::variables(template).unwrap();
        let values: Map<String, Value> =
            names.into_iter().zip(given).filter_map(|(name, value)| Some((name, value?))).collect();
        let expected = [uri::expand(template, &values).unwrap()];
        prop_assert_eq!(by_parameter(template, &values), &expected);
        prop_assert_eq!(by_reader(template, &values), &expected);
    }
}

/// What RFC 6570 calls undefined leaves a hole between two slashes, which is another address.
#[test]
fn a_hole_in_the_path_is_refused_and_nothing_is_read() {
    for undefined in [Value::Null, serde_json::json!([]), serde_json::json!({})] {
        let values = Map::from_iter([("id".to_owned(), undefined.clone())]);
        for template in ["crm://deals/{id}/mails", "crm://deals/{+id}/mails"] {
            let node = NodeSpec::__scripted::<Page, _, _, _>(|_: Args| async {
                Ok(Ok::<_, Error>(Value::Null))
            })
            .__param(Param::__resource::<Value>("page", Locator::Uri(template)))
            .__param(Param::__input::<Value>("id").__rendered::<Value>());
            let graph =
                Graph::builder(Pipeline::__unchecked("pages", vec![node])).compile().unwrap();
            let library = Library::json("1");
            let input = Input::new().set("id", &undefined).unwrap();
            let config: RunConfig = library.config();
            let refused = block_on(async { graph.arun(input, &config).await.map(drop) });
            let text = refused.unwrap_err().to_string();
            assert!(text.contains("`id` has no value, and stands in the path"), "{text}");
            assert!(library.asked().is_empty());
        }
        if undefined.is_null() {
            continue;
        }
        let library = Library::json("1");
        let reader = ReaderTool::<Value>::__new("page", "crm://deals/{id}/mails");
        let tool = reader.__argument::<Value>("id", false).__into_tool();
        let call = ToolCall::new(values.clone()).fetcher(Arc::new(library.clone()));
        let refused = block_on(async { tool.call(call).await.map(drop).map_err(Error::node) });
        assert!(refused.is_err() && library.asked().is_empty());
        // What vanishes with its separator leaves none.
        assert_eq!(by_parameter("crm://deals{/id}{?id}", &values), ["crm://deals"]);
    }
}
