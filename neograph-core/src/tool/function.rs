//! A function as a tool.

use std::{any::Any, error::Error, fmt, future::Future, sync::Arc};

use serde_json::Value;

use super::{
    Tool, ToolCall, ToolError, ToolOutput, ToolSpec, ToolType,
    arguments::{ArgumentSchema, check_names},
};
use crate::{
    __private::{ToolAnswer, ToolArgument, ToolFailure},
    AnyValue, BoxError, BoxFuture,
    pipeline::{Args, NodeResult, Param, Source},
};

type Body = Box<dyn Fn(Args) -> BoxFuture<'static, Result<ToolOutput, ToolError>> + Send + Sync>;

/// A function under `#[tool]`, while it is described.
pub struct FunctionTool {
    spec: ToolSpec,
    params: Vec<Param>,
    schema: ArgumentSchema,
    body: Body,
}

/// What `#[tool]` expands to.
#[doc(hidden)]
impl FunctionTool {
    /// A tool by its body. The outer error says that a parameter could not be taken.
    pub fn __new<N, F, Fut, R>(name: &'static str, body: F) -> Self
    where
        N: ToolType,
        F: Fn(Args) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, BoxError>> + Send + 'static,
        R: NodeResult + 'static,
        R::Ok: ToolAnswer,
        R::Err: ToolFailure,
    {
        Self {
            spec: ToolSpec::new(name),
            params: Vec::new(),
            schema: ArgumentSchema::new(),
            body: Box::new(move |args| {
                let call = body(args);
                Box::pin(async move {
                    let result = call.await.map_err(ToolError::Fatal)?.into_result();
                    result.map_err(|error| failure(error.into()))?.into_output()
                })
            }),
        }
    }

    #[must_use]
    pub fn __description(mut self, description: &'static str) -> Self {
        description.trim().clone_into(&mut self.spec.description);
        self
    }

    /// An argument that the model gives, in the order of the signature.
    #[must_use]
    pub fn __argument<A: ToolArgument>(
        mut self,
        name: &'static str,
        description: Option<&'static str>,
    ) -> Self {
        self.schema.add::<A>(name, false, description);
        self.params.push(Param::__argument::<A>(name));
        self
    }

    /// The same, of which a call may have none.
    #[must_use]
    pub fn __optional_argument<A: ToolArgument>(
        mut self,
        name: &'static str,
        description: Option<&'static str>,
    ) -> Self {
        self.schema.add::<A>(name, true, description);
        self.params.push(Param::__argument::<Option<A>>(name).__optional::<A>());
        self
    }

    /// A handle of the run's configuration, in the order of the signature.
    #[must_use]
    pub fn __handle<T: Any + Send + Sync>(mut self, param: Param) -> Self {
        let name = param.name().to_owned();
        self.spec = if param.is_optional() {
            self.spec.optional_handle::<T>(name)
        } else {
            self.spec.handle::<T>(name)
        };
        self.params.push(param);
        self
    }

    #[must_use]
    pub fn __idempotent(self, idempotent: bool) -> Self {
        Self { spec: self.spec.idempotent(idempotent), ..self }
    }

    #[must_use]
    pub fn __budget(self, budget: u32) -> Self {
        Self { spec: self.spec.budget(budget), ..self }
    }

    #[must_use]
    pub fn __async_only(self, async_only: bool) -> Self {
        Self { spec: self.spec.async_only(async_only), ..self }
    }

    #[must_use]
    pub fn __emits_links(self, emits_links: bool) -> Self {
        Self { spec: self.spec.emits_links(emits_links), ..self }
    }

    #[must_use]
    pub fn __asks_human(self, asks_human: bool) -> Self {
        Self { spec: self.spec.asks_human(asks_human), ..self }
    }

    pub fn __into_tool(self) -> Arc<dyn Tool> {
        let Self { spec, params, schema, body } = self;
        Arc::new(Function { spec: spec.input_schema(schema.finish()), params, body })
    }
}

impl fmt::Debug for FunctionTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionTool").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// What the function failed with. A [`ToolError`] keeps its meaning inside an error of the
/// function's own.
fn failure(error: BoxError) -> ToolError {
    let error = match error.downcast::<ToolError>() {
        Ok(error) => return *error,
        Err(error) => error,
    };
    match cause(&*error) {
        Some(ToolError::Arguments(text)) => ToolError::Arguments(text.clone()),
        Some(ToolError::Fatal(_)) => ToolError::Fatal(error),
        _ => ToolError::Failed(error),
    }
}

/// The first [`ToolError`] among an error and its sources.
fn cause<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a ToolError> {
    error.downcast_ref().or_else(|| cause(error.source()?))
}

struct Function {
    spec: ToolSpec,
    params: Vec<Param>,
    body: Body,
}

impl Tool for Function {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move { (self.body)(self.bind(&call)?).await })
    }
}

impl Function {
    fn bind(&self, call: &ToolCall) -> Result<Args, ToolError> {
        let arguments = self.params.iter().filter(|param| matches!(param.source(), Source::Input));
        check_names(&call.args, arguments.map(Param::name))?;
        let bound = self.params.iter().map(|param| match param.source() {
            Source::Input => argument(param, call.args.get(param.name())),
            _ => handle(param, call),
        });
        Ok(Args::new(bound.map(|bound| bound.map(Some)).collect::<Result<_, _>>()?))
    }
}

fn argument(param: &Param, given: Option<&Value>) -> Result<AnyValue, ToolError> {
    let (binding, name) = (param.binding(), param.name());
    if let (None | Some(Value::Null), Some(absent)) = (given, binding.absent()) {
        return Ok(absent);
    }
    let missing = || ToolError::Arguments(format!("`{name}` is missing"));
    let bound = given.and_then(|value| binding.bind_input(value)).ok_or_else(missing)?;
    bound.map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { name.to_owned() } else { format!("{name}.{path}") };
        ToolError::Arguments(format!("`{place}`: {}", error.inner()))
    })
}

/// A run has checked its handles before it began; a call outside a run has not.
fn handle(param: &Param, call: &ToolCall) -> Result<AnyValue, ToolError> {
    let (binding, name) = (param.binding(), param.name());
    let fatal = |text: String| ToolError::Fatal(text.into());
    match call.config.handles.get(name) {
        None => binding.absent().ok_or_else(|| {
            fatal(format!("the call has no `{name}`; give it one with `ToolCall::with`"))
        }),
        Some(handle) => binding.bind_handle(&handle.value).ok_or_else(|| {
            let (found, expected) = (handle.type_name, binding.type_name());
            fatal(format!("`{name}` is a `{found}`, and the tool takes a `{expected}`"))
        }),
    }
}
