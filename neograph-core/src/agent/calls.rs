//! The tool calls of one model turn.

use std::sync::Arc;

use futures_util::future::try_join_all;
use serde_json::{Map, Value};

use super::{Conversation, render};
use crate::{
    Error,
    checkpoint::{Channel, Write},
    error::ExecutionError,
    model::{Message, ToolRequest},
    resource::ResourceRef,
    run::{Answer, Interrupt, UNKNOWN_OUTCOME},
    tool::{Tool, ToolInteraction},
};

/// How the calls of a turn ended.
pub(super) enum Calls {
    /// Each has an answer for the model.
    Answered(Vec<Message>),
    /// Some ask a human, or a human must say what became of them.
    Asked(Vec<Interrupt>),
}

/// What one call gave.
pub(super) struct Called {
    pub(super) interaction: ToolInteraction,
    pub(super) refs: Vec<ResourceRef>,
}

/// How one call ended.
pub(super) enum Carried {
    /// It needed nothing.
    Nothing,
    /// It gave something, which is stored.
    Called(Called),
    /// It asks a human.
    Asked(Interrupt),
}

/// What is to be done about one call.
pub(super) enum Step {
    /// It is stored, or the same call of an idempotent tool is.
    Done,
    /// Make it.
    Call(Arc<dyn Tool>, Map<String, Value>),
    /// Tell the model why it was not made.
    Refuse(String),
    /// A human said what it gave.
    Take(Arc<dyn Tool>, Map<String, Value>, Value),
}

pub(super) fn count(requests: &[ToolRequest]) -> u32 {
    u32::try_from(requests.len()).unwrap_or(u32::MAX)
}

impl Conversation<'_> {
    /// Answers the calls of a turn: those that are not stored run at the same time.
    /// `first` is the number of the first of them among all calls of the node. Calls that
    /// were not `offered` are refused.
    pub(super) async fn call_tools(
        &mut self,
        first: u32,
        requests: &[ToolRequest],
        offered: bool,
    ) -> Result<Calls, Error> {
        let numbered = || (first..).zip(requests);
        let unknown: Vec<Interrupt> =
            numbered().filter_map(|(call, request)| self.unknown(call, request)).collect();
        if !unknown.is_empty() {
            return Ok(Calls::Asked(unknown));
        }
        let mut steps = Vec::with_capacity(requests.len());
        let mut planned: Vec<String> = Vec::new();
        for (call, request) in numbered() {
            let step = if offered || self.progress.calls.contains_key(&call) {
                self.step(call, request, &planned)?
            } else {
                Step::Refuse("no tool may be called in this turn; answer with what you know".into())
            };
            if let Step::Call(tool, _) = &step {
                planned.push(tool.spec().qualified_name());
            }
            steps.push((call, request, step));
        }
        self.intend(&steps).await?;
        let made = {
            let this = &*self;
            let calls = steps.into_iter().map(async |(call, request, step)| {
                Ok::<_, Error>((call, this.carry_out(call, request, step).await?))
            });
            try_join_all(calls).await?
        };
        let mut asked = Vec::new();
        for (call, carried) in made {
            match carried {
                Carried::Nothing => {}
                Carried::Called(called) => self.record(call, called),
                Carried::Asked(interrupt) => asked.push(interrupt),
            }
        }
        if !asked.is_empty() {
            return Ok(Calls::Asked(asked));
        }
        numbered()
            .map(|(call, request)| self.answer(call, request))
            .collect::<Result<_, _>>()
            .map(Calls::Answered)
    }

    /// The question what became of a call that was begun and is not stored.
    fn unknown(&self, call: u32, request: &ToolRequest) -> Option<Interrupt> {
        let begun =
            self.progress.intents.contains(&call) && !self.progress.calls.contains_key(&call);
        if !begun || self.progress.answers.contains_key(&call) {
            return None;
        }
        Some(Interrupt {
            id: self.context.fresh_id(),
            node: self.spec.name().to_owned(),
            path: self.node(),
            payload: serde_json::json!({
                "message": "the run stopped while this call was made; did it happen?",
                "tool": request.name,
                "args": request.args,
            }),
            reason: UNKNOWN_OUTCOME.to_owned(),
            call: Some(call),
        })
    }

    fn step(&self, call: u32, request: &ToolRequest, planned: &[String]) -> Result<Step, Error> {
        if self.progress.calls.contains_key(&call) {
            return Ok(Step::Done);
        }
        let Some(tool) = self.find(&request.name) else {
            let names: Vec<String> = self
                .tools
                .iter()
                .map(|tool| format!("`{}`", tool.spec().qualified_name()))
                .collect();
            return Ok(Step::Refuse(format!(
                "there is no tool `{}`; the tools are: {}",
                request.name,
                names.join(", ")
            )));
        };
        let Some(args) = request.object() else {
            return Ok(Step::Refuse("the arguments are no JSON object; call again".to_owned()));
        };
        match self.progress.answers.get(&call) {
            Some(Answer::Fail) => {
                let (node, tool) = (self.node(), tool.spec().qualified_name());
                return Err(ExecutionError::UnknownOutcome { node, tool }.into());
            }
            Some(Answer::Result(result)) => {
                return Ok(Step::Take(Arc::clone(tool), args, result.clone()));
            }
            Some(Answer::Retry) | None => {}
        }
        if self.earlier(call, &**tool, &args)?.is_some() {
            return Ok(Step::Done);
        }
        let name = tool.spec().qualified_name();
        if let Some(budget) = tool.spec().budget {
            let used =
                self.calls_of(&name)? + planned.iter().filter(|other| **other == name).count();
            if used >= usize::try_from(budget).unwrap_or(usize::MAX) {
                return Ok(Step::Refuse(format!(
                    "`{name}` may be called {budget} times and was; answer with what you know"
                )));
            }
        }
        Ok(Step::Call(Arc::clone(tool), args))
    }

    /// A tool by the name a model gives: qualified, joined for providers, or bare.
    fn find(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        let qualified = name.replace("__", "::");
        let exact = self.tools.iter().find(|tool| {
            let own = tool.spec().qualified_name();
            own == name || own == qualified
        });
        let mut bare = self.tools.iter().filter(|tool| tool.spec().name == name);
        exact.or_else(|| bare.next().filter(|_| bare.next().is_none()))
    }

    /// The same call of an idempotent tool that this node made before: its answer is the
    /// answer to this one too, and costs nothing.
    fn earlier(
        &self,
        call: u32,
        tool: &dyn Tool,
        args: &Map<String, Value>,
    ) -> Result<Option<u32>, Error> {
        if !tool.spec().idempotent {
            return Ok(None);
        }
        let name = tool.spec().qualified_name();
        for (number, made) in self.progress.calls.range(..call) {
            let made = made.get("tool call", self.spec.name())?;
            if made.tool == name && made.args == *args && !made.is_error {
                return Ok(Some(*number));
            }
        }
        Ok(None)
    }

    /// How often a tool was called by this node.
    fn calls_of(&self, tool: &str) -> Result<usize, Error> {
        let mut used = 0;
        for call in self.progress.calls.values() {
            let interaction = call.get("tool call", self.spec.name())?;
            used += usize::from(interaction.tool == tool && !interaction.refused);
        }
        Ok(used)
    }

    /// Stores the intent to make each call that must not be made twice.
    async fn intend(&self, steps: &[(u32, &ToolRequest, Step)]) -> Result<(), Error> {
        let intents = steps.iter().filter_map(|(call, request, step)| match step {
            Step::Call(tool, _) if !tool.spec().idempotent => {
                Some(Write::value(Channel::Intent, self.key.clone(), *call, &request.name))
            }
            _ => None,
        });
        self.context.append(intents.collect()).await
    }

    /// What the model is told of a stored call.
    fn answer(&self, call: u32, request: &ToolRequest) -> Result<Message, Error> {
        let missing = || ExecutionError::Tool {
            node: self.node(),
            tool: request.name.clone(),
            source: "the call has no stored answer".into(),
        };
        // Without a record of its own, the call was made before.
        let call = match (self.progress.calls.contains_key(&call), request.object()) {
            (false, Some(args)) => match self.find(&request.name) {
                Some(tool) => self.earlier(call, &**tool, &args)?.unwrap_or(call),
                None => call,
            },
            _ => call,
        };
        let interaction = self.progress.calls.get(&call).ok_or_else(missing)?;
        let interaction = interaction.get("tool call", self.spec.name())?;
        let refs = match self.progress.refs.get(&call) {
            Some(refs) => refs.get("manifest", self.spec.name())?.as_slice(),
            None => &[],
        };
        Ok(Message::Tool {
            call_id: request.id.clone(),
            tool: interaction.tool.clone(),
            text: render::message(&interaction.text, interaction.is_error, refs),
        })
    }
}
