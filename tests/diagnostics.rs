//! `docs/diagnostics.md` says what the compiler says: every message of a UI case, of a
//! hand-built pipeline and of `compile` has its row, and every case it names exists.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

use neograph::{
    Node, Pipeline,
    error::{CompileError, ConstructError, FlowFault},
};

/// A row of a table: the message with `…` for names, and the UI case that shows it.
struct Row {
    message: String,
    case: Option<PathBuf>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rows() -> Vec<Row> {
    let page = std::fs::read_to_string(root().join("docs/diagnostics.md")).unwrap();
    let cells = |line: &str| line.split(" | ").map(str::to_owned).collect::<Vec<_>>();
    let row = |line: &str| {
        let cells = cells(line.strip_prefix("| ``")?);
        let message = cells[0].strip_suffix("``").unwrap_or_else(|| panic!("{line}"));
        let link = cells.iter().find_map(|cell| cell.split_once("](../")?.1.split_once(')'));
        let case = link.map(|(case, _)| root().join(case));
        Some(Row { message: message.trim().to_owned(), case })
    };
    page.lines().filter_map(row).collect()
}

/// Whether a text is the message, with anything for each `…`.
fn is_said(message: &str, text: &str) -> bool {
    let mut parts = message.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else { return rest.is_empty() };
    for part in between {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// What the compiler says of a UI case: the first line of each error, and whether it is
/// neograph's own word.
fn errors(snapshot: &Path) -> Vec<(String, bool)> {
    let text = std::fs::read_to_string(snapshot)
        .unwrap_or_else(|error| panic!("{}: {error}", snapshot.display()));
    let lines: Vec<&str> = text.lines().collect();
    let of = |(index, line): (usize, &&str)| {
        let (code, said) = line.strip_prefix("error")?.split_once(": ")?;
        // The macros' faults end in a line of help; what const evaluation finds is a panic.
        let has_help = lines.get(index + 1).is_some_and(|next| next.starts_with("       help: "));
        let found = said.strip_prefix("evaluation panicked: ");
        let is_ours = has_help || found.is_some() || code == "[E0277]";
        Some((found.unwrap_or(said).to_owned(), is_ours))
    };
    lines.iter().enumerate().filter_map(of).collect()
}

fn snapshots() -> Vec<PathBuf> {
    let areas = std::fs::read_dir(root().join("ui-tests/fail")).unwrap();
    let files = areas.flat_map(|area| std::fs::read_dir(area.unwrap().path()).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|kind| kind == "stderr")).collect()
}

#[test]
fn every_case_that_is_named_shows_its_message() {
    let rows = rows();
    assert!(rows.len() > 80, "only {} rows were read", rows.len());
    for Row { message, case } in rows {
        let Some(case) = case else { continue };
        assert!(case.is_file(), "{} is not there", case.display());
        let said = errors(&case.with_extension("stderr"));
        let shows = said.iter().any(|(said, _)| is_said(&message, said));
        assert!(shows, "{message}\nis not in {said:#?}");
    }
}

#[test]
fn every_message_of_the_compiler_has_a_row() {
    let rows = rows();
    let mut missing: Vec<String> = snapshots()
        .iter()
        .flat_map(|snapshot| errors(snapshot))
        .filter(|(said, is_ours)| *is_ours && !rows.iter().any(|row| is_said(&row.message, said)))
        .map(|(said, _)| said)
        .collect();
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "docs/diagnostics.md lacks a row for {missing:#?}");
}

#[test]
fn every_message_of_compile_has_a_row() {
    let (node, known) = (|| "gate".to_owned(), vec!["a".to_owned(), "b".to_owned()]);
    let s = |text: &str| text.to_owned();
    let errors = [
        CompileError::MissingModel { node: node(), model: s("m") },
        CompileError::MissingTool { node: node(), tool: s("t"), known: known.clone() },
        CompileError::DuplicateTool { tool: s("t") },
        CompileError::MissingPrompt { node: node(), prompt: s("p"), known: known.clone() },
        CompileError::PromptSyntax { node: node(), prompt: s("p"), reason: s("line 2") },
        CompileError::UnknownPromptVariable {
            node: node(),
            prompt: s("p"),
            variable: s("v"),
            known,
        },
        CompileError::MissingCheckpointer { node: node() },
        CompileError::Prompts { path: s("prompts"), reason: s("not found") },
    ];
    let rows = rows();
    for error in errors {
        let said = error.to_string();
        assert!(rows.iter().any(|row| is_said(&row.message, &said)), "no row for: {said}");
    }
}

#[test]
fn every_message_of_a_hand_built_pipeline_has_a_row() {
    let whole = |node: Node| node.model("m").prompt("p").output::<u8>();
    let ack = |name: &'static str| Node::scripted(name).run(async |_| Ok(1_u8));
    let refused = Pipeline::builder("")
        .node(ack("pipeline").interrupt_when(|_: &u16| Some(1)))
        .node(ack("neo_x").edge::<u8>("nowhere").edge::<u8>("neo_x").model("m").output::<u8>())
        .node(ack("a").edge::<u8>("b").edge::<u8>("b").input::<u8>("pipeline"))
        .node(ack("b").edge::<u8>("a").edge::<u16>("neo_x"))
        .node(ack("b/c").prompt("p").prompt_text("t").max_turns(1))
        .node(ack("b/c"))
        .node(Node::scripted("empty"))
        .node(whole(Node::think("think")).tools(["t"]).max_turns(1).run(async |_| Ok(1_u8)))
        .node(whole(Node::agent("agent")).tools(["t"]).max_turns(0).model("again"))
        .node(Node::act("act"))
        .build();
    let error = refused.unwrap_err();
    let faults = error.as_construct().unwrap();
    let (rows, mut kinds) = (rows(), std::collections::HashSet::new());
    for fault in faults.iter() {
        let said = fault.fault();
        kinds.insert(std::mem::discriminant(fault));
        assert!(rows.iter().any(|row| is_said(&row.message, &said)), "no row for: {said}");
    }
    // All but that of a pipeline without nodes.
    assert_eq!(kinds.len(), 20, "{error}");
}

#[test]
fn every_message_of_control_flow_has_a_row() {
    let s = |text: &str| text.to_owned();
    let (param, name, by) = (|| s("draft"), || s("gate"), "when");
    let (carries, takes) = ("u8", "u16");
    let names = || vec![s("a"), s("b")];
    let unknown =
        |by| FlowFault::UnknownNode { by, name: name(), suggestion: None, nodes: names() };
    let read = |by| FlowFault::ReadType { by, name: name(), carries, takes };
    let skipped = |by| FlowFault::MayBeSkipped { by, name: name(), takes };
    let function = |key| FlowFault::FunctionType { key, output: carries, takes };
    let faults = [
        unknown("when"),
        unknown("first_of"),
        read("when"),
        read("first_of"),
        skipped("edge"),
        skipped("each"),
        FlowFault::NeverSkipped { by, name: name() },
        FlowFault::OptionOfOutput { name: name(), carries },
        FlowFault::FewAlternatives { param: param() },
        FlowFault::NamedTwice { by, name: name() },
        FlowFault::NeverTaken { param: param(), name: name() },
        FlowFault::AllSkipped { param: param(), nodes: names() },
        FlowFault::NeverEmpty { param: param(), nodes: names() },
        FlowFault::OtherwiseNever { name: name() },
        FlowFault::OtherwiseEmpty,
        FlowFault::ReadsNothing,
        FlowFault::AsksLate { param: param() },
        FlowFault::AsksEmpty { param: param() },
        FlowFault::Exclude { one: "when", other: "otherwise" },
        FlowFault::NoFanOut { key: "concurrency" },
        FlowFault::NoConcurrency,
        FlowFault::ItemType { param: param(), holds: carries, takes },
        FlowFault::FanOutOfLoop { key: "carry" },
        FlowFault::LoopAndEnsemble,
        FlowFault::FewIterations { max_iterations: 0 },
        FlowFault::FewIterations { max_iterations: 1 },
        FlowFault::NoLoop { key: "on_exhaust_last" },
        FlowFault::CarryOutsideLoop { param: param() },
        FlowFault::CarryType { param: param(), carries, takes },
        function("repeat_while"),
        function("merge"),
        FlowFault::FewMembers { members: 1 },
        FlowFault::NoEnsemble,
        FlowFault::NotMerged,
        FlowFault::ManyModels { models: 3, members: 2 },
        FlowFault::OfNodesInside { key: "retry" },
        FlowFault::PipelineAndBody { pipeline: s("checks") },
        FlowFault::NoPipelineInput { param: param() },
        FlowFault::UnknownInput { param: param(), suggestion: None, inputs: names() },
        FlowFault::MissingInputs { inputs: names() },
        FlowFault::MissingInputs { inputs: vec![param()] },
        FlowFault::InputMayBeNothing { param: param() },
        FlowFault::InputType { param: param(), reads: carries, gives: takes },
        FlowFault::PipelineOutputSkipped { output: name() },
        FlowFault::PipelineOutputType { output: name(), gives: carries, returns: takes },
    ];
    let rows = rows();
    for fault in faults {
        let said = ConstructError::Flow { node: s("node"), fault }.fault();
        assert!(rows.iter().any(|row| is_said(&row.message, &said)), "no row for: {said}");
    }
}

#[test]
fn a_message_matches_with_its_names() {
    assert!(is_said("no node is named `…`", "no node is named `reserch`"));
    assert!(is_said("`…` waits for itself: …", "`a` waits for itself: `a` → `a`"));
    assert!(!is_said("no node is named `…`", "no node is named `reserch`; help"));
    assert!(!is_said(
        "an agent needs at least one turn",
        "an agent needs at least one turn or two"
    ));
}
