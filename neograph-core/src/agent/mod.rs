//! Nodes whose output a model makes: one structured call, or a loop with tools.
//!
//! Every model turn and every tool result is stored as it comes, so that a resumed run
//! repeats none. The prompt is never stored: it is rendered anew from what the node reads.

mod answer;
mod calls;
mod carry;
mod render;

use std::sync::Arc;

use serde_json::Map;

use self::calls::{Called, Calls};
use crate::{
    AnyValue, Error,
    checkpoint::{Channel, Key, Write},
    error::ExecutionError,
    graph::BoundModel,
    model::{ChatRequest, ChatResponse, Message, OutputSchema, ToolSchema},
    pipeline::NodeSpec,
    run::{Bound, Ended, Event, Progress, Recorded, Retry, RunContext, Unit},
    tool::Tool,
};

/// How many turns an agent may take that does not say.
const MAX_TURNS: u32 = 16;
/// How often a malformed answer is sent back by a node that does not say.
const MAX_RETRIES: u32 = 2;

/// Talks with the model until it gives the node's output.
pub(crate) async fn converse(
    context: &RunContext,
    unit: Unit,
    bound: Bound,
    progress: Option<Box<Progress>>,
) -> Result<Ended, Error> {
    let plan = &context.plan;
    let spec = plan.spec(unit.node);
    let Some(model) = plan.model(unit.node, unit.iteration) else {
        let source = "the node has neither a body nor a model".into();
        return Err(ExecutionError::Node { node: spec.name().to_owned(), source }.into());
    };
    let conversation = Conversation {
        context,
        unit,
        spec,
        key: context.key(unit),
        model,
        tools: plan.tools(unit.node),
        progress: progress.unwrap_or_default(),
    };
    let prompt = conversation.prompt(&bound)?;
    conversation.run(prompt).await
}

/// A node's conversation with its model.
struct Conversation<'a> {
    context: &'a RunContext,
    unit: Unit,
    spec: &'a NodeSpec,
    key: Key,
    model: &'a BoundModel,
    tools: &'a [Arc<dyn Tool>],
    progress: Box<Progress>,
}

impl Conversation<'_> {
    /// The node, by its address.
    fn node(&self) -> String {
        self.context.place(self.unit)
    }

    /// The prompt with the node's parameters in it.
    fn prompt(&self, bound: &[Option<AnyValue>]) -> Result<String, Error> {
        let failed = |source| ExecutionError::Prompt { node: self.node(), source };
        let mut values = Map::new();
        for (param, value) in self.spec.params().iter().zip(bound) {
            let rendered = value.as_ref().and_then(|value| param.binding().render(value));
            if let Some(rendered) = rendered {
                values.insert(param.name().to_owned(), rendered.map_err(failed)?);
            }
        }
        Ok(self.context.plan.templates().render(self.spec, values).map_err(failed)?)
    }

    async fn run(mut self, prompt: String) -> Result<Ended, Error> {
        let max_retries = self.spec.max_retries().unwrap_or(MAX_RETRIES);
        let max_turns = if self.spec.mode().uses_tools() {
            self.spec.max_turns().unwrap_or(MAX_TURNS)
        } else {
            1
        };
        let mut messages = vec![Message::User(prompt)];
        let (mut turn, mut malformed, mut first_call) = (0, 0, 0);
        while turn < max_turns + malformed {
            // In its last turn the model must answer, so it is offered no tools.
            let may_call = turn + 1 < max_turns + malformed;
            let response = self.turn(turn, &messages, may_call).await?;
            messages.push(Message::Assistant(response.clone()));
            turn += 1;
            let called = !response.tool_calls.is_empty();
            if called {
                let offered = may_call && !self.tools.is_empty();
                match self.call_tools(first_call, &response.tool_calls, offered).await? {
                    Calls::Answered(answers) => messages.extend(answers),
                    Calls::Asked(interrupts) => {
                        return Ok(Ended::Paused { progress: Some(self.progress), interrupts });
                    }
                }
                first_call += calls::count(&response.tool_calls);
                if offered {
                    continue;
                }
            }
            let text = response.text.unwrap_or_default();
            match answer::parse(&self.spec.unit(), &text) {
                Ok(value) => {
                    let progress = Some(self.progress);
                    return Ok(Ended::Output { value, progress, interrupt: None });
                }
                // It still calls tools, although it was told to answer.
                Err(_) if malformed == max_retries && self.spec.mode().uses_tools() && called => {
                    break;
                }
                Err(fault) if malformed == max_retries => {
                    return Err(ExecutionError::ModelOutput {
                        node: self.node(),
                        model: self.model.key.to_string(),
                        expected: self.spec.unit().name(),
                        attempts: malformed + 1,
                        path: fault.path,
                        message: fault.message,
                        excerpt: crate::resource::excerpt(&text),
                    }
                    .into());
                }
                Err(fault) => {
                    malformed += 1;
                    messages.push(Message::User(fault.feedback()));
                }
            }
        }
        Err(ExecutionError::TurnsExhausted { node: self.node(), max_turns }.into())
    }

    /// A turn of the model: the stored one, or a new one that is stored.
    async fn turn(
        &mut self,
        turn: u32,
        messages: &[Message],
        may_call: bool,
    ) -> Result<ChatResponse, Error> {
        if let Some(stored) = self.progress.turns.get(&turn) {
            return Ok(stored.get("model turn", self.spec.name())?.clone());
        }
        self.context.events.emit(|| Event::ModelAsked { node: self.node(), turn: turn + 1 });
        let tools = if may_call { self.tools } else { &[] };
        let request = ChatRequest {
            node: self.spec.name().to_owned(),
            messages: messages.to_vec(),
            tools: tools.iter().map(|tool| schema(&**tool)).collect(),
            output: OutputSchema {
                name: self.spec.name().to_owned(),
                schema: self.spec.unit().schema().unwrap_or_default(),
            },
        };
        let response = self.ask(request).await?;
        let write = Write::value(Channel::Turn, self.key.clone(), turn, &response);
        self.context.append(vec![write]).await?;
        self.context.events.emit(|| Event::ModelTurn {
            node: self.node(),
            turn: turn + 1,
            calls: response.tool_calls.iter().map(|call| call.name.clone()).collect(),
            usage: response.usage,
        });
        self.progress.turns.insert(turn, Arc::new(Recorded::live(response.clone())));
        Ok(response)
    }

    /// Asks the model, again if what fails may pass and the node says so.
    async fn ask(&self, request: ChatRequest) -> Result<ChatResponse, Error> {
        let mut retry = Retry::new(self.context, self.unit);
        loop {
            let answered = self.model.model.chat(request.clone()).await;
            let failed = |source| {
                let (node, model) = (self.node(), self.model.key.to_string());
                Error::from(ExecutionError::Model { node, model, source })
            };
            match answered.map_err(failed) {
                Err(error) if retry.again(&error).await => {}
                ended => return ended,
            }
        }
    }

    /// Takes what a call gave into the conversation's progress.
    fn record(&mut self, call: u32, called: Called) {
        self.progress.calls.insert(call, Arc::new(Recorded::live(called.interaction)));
        if !called.refs.is_empty() {
            self.progress.refs.insert(call, Arc::new(Recorded::live(called.refs)));
        }
    }
}

fn schema(tool: &dyn Tool) -> ToolSchema {
    let spec = tool.spec();
    ToolSchema {
        name: spec.qualified_name(),
        description: spec.description.clone(),
        input_schema: spec.input_schema.clone(),
    }
}
