//! Prompt templates, found and checked by `compile`.

use neograph_core::{
    __private::{Mode, NodeSpec, Param, PromptSource},
    Error, Graph,
    error::CompileError,
    model::{ChatResponse, Message},
    prompt::Prompts,
    run::{Input, RunConfig},
    testing::ScriptedModel,
};
use serde_json::json;

use super::support::*;

fn think(prompt: PromptSource<'static>) -> NodeSpec {
    NodeSpec::__with_model::<first, Doc>(Mode::Think, "m", prompt)
        .__param(Param::__input::<Doc>("doc").__rendered::<Doc>())
        .__param(Param::__config::<Doc>("secret"))
}

fn model() -> ScriptedModel {
    ScriptedModel::turns([ChatResponse::json(&json!({ "v": 1 }))])
}

fn compiled(prompt: PromptSource<'static>, prompts: Prompts) -> Result<Graph, Error> {
    Graph::builder(pipeline(vec![think(prompt)])).model("m", model()).prompts(prompts).compile()
}

fn refused(prompt: PromptSource<'static>, prompts: Prompts) -> CompileError {
    match compiled(prompt, prompts) {
        Err(Error::Compile(error)) => *error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_prompt_that_is_not_there_is_named_with_those_that_are() {
    let error = refused(PromptSource::Named("missing"), Prompts::new().add("there", ""));
    assert!(matches!(error, CompileError::MissingPrompt { .. }));
    assert!(error.to_string().contains("`there`"), "{error}");
}

#[test]
fn a_prompt_that_does_not_parse_is_refused() {
    let error = refused(PromptSource::Named("p"), Prompts::new().add("p", "{{ doc"));
    assert!(matches!(error, CompileError::PromptSyntax { .. }), "{error}");
    let error = refused(PromptSource::Inline("{% if %}"), Prompts::new());
    assert!(matches!(error, CompileError::PromptSyntax { .. }), "{error}");
}

#[test]
fn a_prompt_may_name_only_what_its_node_has() {
    for prompt in ["{{ nobody }}", "{% if doc %}{{ nobody.x }}{% endif %}"] {
        let error = refused(PromptSource::Inline(prompt), Prompts::new());
        let CompileError::UnknownPromptVariable { variable, known, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!((variable.as_str(), &known[..]), ("nobody", &["doc".to_owned()][..]));
    }
    // A handle stays out of prompts unless the node lets it in.
    let error = refused(PromptSource::Inline("{{ secret.v }}"), Prompts::new());
    assert!(matches!(error, CompileError::UnknownPromptVariable { .. }), "{error}");
    compiled(
        PromptSource::Inline("{% for i in range(3) %}{{ i }}{{ doc.v }}{% endfor %}"),
        Prompts::new(),
    )
    .unwrap();
}

#[tokio::test]
async fn a_directory_of_prompts_is_named_by_its_paths_and_values_read_as_json() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("scan")).unwrap();
    std::fs::write(dir.path().join("scan/deal.j2"), "Deal {{ doc.v }}: {{ doc }} & <b>").unwrap();
    std::fs::write(dir.path().join("scan/notes.bak"), "{{ broken").unwrap();
    let prompts = Prompts::dir(dir.path()).unwrap();
    let model = model();
    let graph = Graph::builder(pipeline(vec![think(PromptSource::Named("scan/deal"))]))
        .model("m", model.clone())
        .prompts(prompts)
        .compile()
        .unwrap();
    let input = Input::new().set("doc", Doc { v: 7 }).unwrap();
    let config = RunConfig::new().with("secret", Doc { v: 666 });
    graph.arun(input, &config).await.unwrap();
    let prompt = Message::User("Deal 7: {\n  \"v\": 7\n} & <b>".to_owned());
    assert_eq!(model.requests()[0].messages, [prompt]);
}
