//! Parameters, each by the rule of its marker.

use neograph::{
    error::{ConfigurationError, ExecutionError},
    prelude::*,
    resource::ResourceContent,
};
use serde::{Deserialize, Serialize};

use super::Library;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contract {
    pub parties: Vec<String>,
}

/// The letters of a content.
fn letters(content: ResourceContent) -> std::result::Result<usize, std::str::Utf8Error> {
    Ok(content.body.as_text()?.len())
}

#[pipeline]
mod review {
    use super::*;

    #[node]
    pub async fn subject(#[from_input] deal_id: u32) -> Result<String> {
        Ok(format!("deal {deal_id}"))
    }

    /// Everything that a parameter may be, in no order at all.
    #[node]
    pub async fn summary(
        #[from_resource("crm://deals/{deal_id}/contract", max_bytes = 100)] contract: Contract,
        subject: &str,
        #[from_config] greeting: &String,
        #[from_resource(uri = "crm://deals/{deal_id}/contract")] same: Contract,
        #[from_input] deal_id: u32,
        #[from_resource(uri = "crm://{region}/terms", parse = letters)] terms: usize,
        #[from_config] region: String,
    ) -> Result<String> {
        assert_eq!(contract, same);
        let parties = contract.parties.join(" and ");
        Ok(format!("{greeting}: {subject} ({deal_id}) of {parties} in {region}, {terms}"))
    }
}

fn library() -> Library {
    Library::new(|uri| {
        Some(if uri.ends_with("/contract") {
            let json = r#"{"parties": ["Nordwind", "us"]}"#;
            ResourceContent::text(uri, Some("application/json"), json)
        } else {
            ResourceContent::text(uri, Some("text/plain"), "pay")
        })
    })
}

fn graph() -> Graph {
    Graph::builder(review::pipeline()).compile().unwrap()
}

fn config(library: &Library) -> RunConfig {
    library.config().with("greeting", "Dear all".to_owned()).with("region", "eu".to_owned())
}

#[tokio::test]
async fn each_parameter_is_resolved_by_its_own_marker_in_any_order() {
    let library = library();
    let input = Input::new().set("deal_id", 42).unwrap();
    let outcome = graph().arun(input, &config(&library)).await.unwrap();
    let summary = "Dear all: deal 42 (42) of Nordwind and us in eu, 3";
    assert_eq!(outcome.get::<review::summary>().unwrap(), summary);
    let mut asked = library.asked();
    asked.sort();
    // The first, unnamed value and `uri = …` are the same address.
    assert_eq!(asked, ["crm://deals/42/contract", "crm://eu/terms"]);
}

#[tokio::test]
async fn one_pipeline_reads_other_resources_with_other_values() {
    let (library, graph) = (library(), graph());
    for (deal, region) in [(1, "eu"), (2, "us")] {
        let input = Input::new().set("deal_id", deal).unwrap();
        let config = config(&library).with("region", region.to_owned());
        assert!(graph.arun(input, &config).await.unwrap().is_completed());
        let mut asked = library.asked();
        asked.sort();
        assert_eq!(
            asked,
            [format!("crm://deals/{deal}/contract"), format!("crm://{region}/terms")]
        );
    }
}

#[tokio::test]
async fn a_body_needs_no_client_and_a_missing_one_is_named() {
    let input = || Input::new().set("deal_id", 42).unwrap();
    let nobody = RunConfig::new().with("greeting", String::new()).with("region", String::new());
    let error = graph().arun(input(), &nobody).await.unwrap_err();
    let missing = error.as_configuration().unwrap();
    assert!(matches!(missing, ConfigurationError::MissingFetcher { .. }), "{error}");
    let contract = Contract { parties: vec!["a".to_owned()] };
    // In a unit test a resource is a value like any other.
    let same = contract.clone();
    let said = review::summary(contract, "x", &"Hi".to_owned(), same, 1, 2, "eu".to_owned()).await;
    assert_eq!(said.unwrap(), "Hi: x (1) of a in eu, 2");
}

#[pipeline]
mod mails {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "find", tools = ["crm::get_deal"])]
    pub async fn research() -> Result<u8>;

    #[node]
    pub async fn count(
        research: &u8,
        #[from_resource(ref = "email-history", max_bytes = 10)] mails: Vec<String>,
    ) -> Result<usize> {
        Ok(mails.len() + usize::from(*research))
    }
}

#[tokio::test]
async fn a_link_is_found_by_its_kind_and_held_to_its_limit() {
    use std::sync::Arc;

    use neograph::{
        BoxFuture,
        model::ChatResponse,
        testing::ScriptedModel,
        tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
    };
    use serde_json::json;

    struct GetDeal(ToolSpec);
    impl Tool for GetDeal {
        fn spec(&self) -> &ToolSpec {
            &self.0
        }

        fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
            let link = |name, uri| json!({ "type": "resource_link", "name": name, "uri": uri });
            let links = [link("activity", "crm://activity"), link("email-history", "crm://mails")];
            Box::pin(async move { Ok(ToolOutput::new(json!(links))) })
        }
    }
    let graph = || {
        let turns = [ChatResponse::call("crm::get_deal", json!({})), ChatResponse::json(&json!(1))];
        Graph::builder(mails::pipeline())
            .model("m", ScriptedModel::turns(turns))
            .tools([Arc::new(GetDeal(ToolSpec::new("get_deal").server("crm"))) as Arc<dyn Tool>])
            .compile()
            .unwrap()
    };
    let library = Library::json(r#"["a", "b"]"#);
    let outcome = graph().arun(Input::new(), &library.config()).await.unwrap();
    assert_eq!(*outcome.get::<mails::count>().unwrap(), 3);
    assert_eq!(library.asked(), ["crm://mails"]);
    let large = Library::json(r#"["a", "b" ]"#);
    let error = graph().arun(Input::new(), &large.config()).await.unwrap_err();
    let too_large = error.as_execution().unwrap();
    assert!(
        matches!(too_large, ExecutionError::ResourceTooLarge { actual: 11, limit: 10, .. }),
        "{error}"
    );
}
