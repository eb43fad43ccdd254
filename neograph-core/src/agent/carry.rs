//! One tool call: made, taken in, stored.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{
    Conversation,
    calls::{Called, Carried, Step},
    render,
};
use crate::{
    Error,
    checkpoint::{Channel, Write},
    error::{ConfigurationError, ExecutionError},
    model::ToolRequest,
    resource::{ProducingCall, lift, tool_error_text, without_content},
    run::{Event, Interrupt, TOOL},
    tool::{
        Progress, ProgressSink, ResourceAccess, Tool, ToolCall, ToolError, ToolInteraction,
        ToolOutput, with_answer,
    },
};

impl Conversation<'_> {
    /// Carries a step out and stores what it gave before anybody sees it.
    pub(super) async fn carry_out(
        &self,
        call: u32,
        request: &ToolRequest,
        step: Step,
    ) -> Result<Carried, Error> {
        let started = self.context.now();
        let mut called = match step {
            Step::Done => return Ok(Carried::Nothing),
            Step::Refuse(text) => {
                let args = request.object().unwrap_or_default();
                let call = ToolInteraction::unanswered(&request.name, args);
                let interaction = ToolInteraction { text, refused: true, ..call };
                Called { interaction, refs: Vec::new() }
            }
            Step::Take(tool, args, result) => {
                self.taken(&*tool, args, Ok(ToolOutput::new(result)))?
            }
            Step::Call(tool, args) => {
                let resources = ResourceAccess::new(
                    &self.context.config,
                    Arc::clone(&self.context.stats),
                    self.context.run_id,
                    Arc::clone(self.context.graph.environment()),
                );
                let answer = self.progress.told.get(&call).cloned();
                let made = tool.call(ToolCall {
                    args: args.clone(),
                    resources,
                    progress: self.progress_of(&*tool),
                    run_id: Some(self.context.run_id),
                    config: Arc::clone(&self.context.config),
                });
                match with_answer(answer, made).await {
                    Err(ToolError::Asked(payload)) => {
                        return Ok(Carried::Asked(self.question(call, payload)?));
                    }
                    output => self.taken(&*tool, args, output)?,
                }
            }
        };
        called.interaction.duration = self.context.since(started);
        self.store(call, &called).await?;
        Ok(Carried::Called(called))
    }

    /// Where a call of a tool tells how far it is.
    fn progress_of(&self, tool: &dyn Tool) -> ProgressSink {
        let events = self.context.events.clone();
        if !events.is_heard() {
            return ProgressSink::default();
        }
        let (node, tool) = (self.node(), tool.spec().qualified_name());
        ProgressSink::new(move |Progress { progress, total, message }| {
            let (node, tool) = (node.clone(), tool.clone());
            events.emit(|| Event::ToolProgress { node, tool, progress, total, message });
        })
    }

    /// The question of a tool. Without a store there is nowhere to wait for the answer.
    fn question(&self, call: u32, payload: Value) -> Result<Interrupt, Error> {
        if self.context.journal.is_none() {
            let command = "`neograph::interrupt`";
            return Err(ConfigurationError::MissingCheckpointer { command }.into());
        }
        Ok(Interrupt {
            id: self.context.fresh_id(),
            node: self.spec.name().to_owned(),
            path: self.node(),
            payload,
            reason: TOOL.to_owned(),
            call: Some(call),
        })
    }

    /// What a tool's answer comes to: text for the model, links for the manifest.
    fn taken(
        &self,
        tool: &dyn Tool,
        args: Map<String, Value>,
        output: Result<ToolOutput, ToolError>,
    ) -> Result<Called, Error> {
        let spec = tool.spec();
        let name = spec.qualified_name();
        let mut interaction = ToolInteraction::unanswered(&name, args.clone());
        let output = match output {
            Ok(output) => output,
            Err(ToolError::Fatal(source)) => {
                return Err(ExecutionError::Tool { node: self.node(), tool: name, source }.into());
            }
            Err(error) => {
                interaction.refused = matches!(error, ToolError::Arguments(_));
                interaction.text = match &error {
                    ToolError::Failed(error) => without_content(&**error),
                    error => error.to_string(),
                };
                return Ok(Called { interaction, refs: Vec::new() });
            }
        };
        if let Some(text) = tool_error_text(&output.content) {
            interaction.text = text;
            return Ok(Called { interaction, refs: Vec::new() });
        }
        let producing = ProducingCall::new(&spec.name, args, spec.idempotent);
        let lifted = lift(&output.content, spec.server.as_deref(), &producing);
        for message in lifted.oddities {
            let tool = name.clone();
            self.context.events.emit(|| Event::ToolOddity { node: self.node(), tool, message });
        }
        interaction.is_error = false;
        interaction.text = render::text(&output.content);
        interaction.typed_result = output.typed;
        Ok(Called { interaction, refs: lifted.refs })
    }

    async fn store(&self, call: u32, called: &Called) -> Result<(), Error> {
        let Called { interaction, refs } = called;
        let mut writes = vec![Write::value(Channel::Tool, self.key.clone(), call, interaction)];
        if !refs.is_empty() {
            writes.push(Write::value(Channel::Manifest, self.key.clone(), call, refs));
        }
        self.context.append(writes).await?;
        self.context.events.emit(|| Event::ToolCalled {
            node: self.node(),
            tool: interaction.tool.clone(),
            args: Value::Object(interaction.args.clone()),
            is_error: interaction.is_error,
            duration: interaction.duration,
        });
        for link in refs {
            self.context.events.emit(|| Event::ResourceLifted {
                node: self.node(),
                kind: link.kind().to_owned(),
                uri: link.uri().to_owned(),
            });
        }
        Ok(())
    }
}
