//! What a pipeline needs and was not bound to.

/// The pipeline and what it was bound to do not fit.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompileError {
    /// A node's model was not given.
    #[error("node `{node}` uses the model `{model}`; give it with `.model(\"{model}\", …)`")]
    MissingModel {
        /// The node.
        node: String,
        /// The model's key.
        model: String,
    },
    /// A tool of a node's list was not given.
    #[error(
        "node `{node}` lists the tool `{tool}`; give it with `.tools(…)`. Given are: {}",
        list(known)
    )]
    MissingTool {
        /// The node.
        node: String,
        /// The tool as the node names it.
        tool: String,
        /// The tools that were given.
        known: Vec<String>,
    },
    /// Two tools of one name.
    #[error("two tools are named `{tool}`; rename one, or give one fewer")]
    DuplicateTool {
        /// The name.
        tool: String,
    },
    /// A node's prompt is not there.
    #[error(
        "node `{node}` uses the prompt `{prompt}`, which is not there; there are: {}",
        list(known)
    )]
    MissingPrompt {
        /// The node.
        node: String,
        /// The prompt's name.
        prompt: String,
        /// The prompts that are there.
        known: Vec<String>,
    },
    /// A prompt that is no template.
    #[error("prompt `{prompt}` of node `{node}` does not parse: {reason}")]
    PromptSyntax {
        /// The node.
        node: String,
        /// The prompt's name.
        prompt: String,
        /// What is wrong, with the line.
        reason: String,
    },
    /// A prompt that names a variable the node does not have.
    #[error(
        "prompt `{prompt}` names `{variable}`, which is no parameter of node `{node}` that a prompt may use; those are: {}",
        list(known)
    )]
    UnknownPromptVariable {
        /// The node.
        node: String,
        /// The prompt's name.
        prompt: String,
        /// The variable.
        variable: String,
        /// The parameters a prompt may use.
        known: Vec<String>,
    },
    /// A node that pauses, and nowhere to keep the paused thread.
    #[error(
        "node `{node}` may pause the run, and a paused run lives in a checkpointer; give one with `.checkpointer(…)`"
    )]
    MissingCheckpointer {
        /// The node.
        node: String,
    },
    /// The prompts could not be read.
    #[error("prompts in `{path}` cannot be read: {reason}")]
    Prompts {
        /// The file or directory.
        path: String,
        /// What is wrong.
        reason: String,
    },
}

pub(super) fn list(names: &[String]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
