//! A typed read that a model may make: a URI template and an output type.

use std::{fmt, sync::Arc};

use neograph_uri::Template;
use serde_json::{Map, Value};

use super::{
    Tool, ToolCall, ToolError, ToolOutput, ToolSpec, ToolType,
    arguments::{ArgumentSchema, check_names},
};
use crate::{
    __private::{ReaderArgument, ReaderOutput},
    BoxError, BoxFuture, lossless,
    pipeline::Output,
    resource::{FetchRequest, ParseError, ResourceContent, parse_contents},
    uri,
};

/// A `#[resource_reader]` as a type: usable in `tools = [...]` by its name.
pub trait ResourceReader: ToolType {
    /// What a read gives.
    // Its bounds are asked for where the tool is made, in words of ours.
    type Output: 'static;
}

type Check = fn(&Value) -> Result<Value, serde_json::Error>;
type Parse<T> = Box<dyn Fn(&[ResourceContent]) -> Result<T, ParseError> + Send + Sync>;

struct Argument {
    name: &'static str,
    optional: bool,
    check: Check,
}

/// A read by URI template with a typed result, as a [`Tool`].
pub struct ReaderTool<T> {
    spec: ToolSpec,
    uri_template: &'static str,
    arguments: Vec<Argument>,
    schema: ArgumentSchema,
    parse: Parse<T>,
    max_bytes: Option<u64>,
    into_tool: fn(Self) -> Arc<dyn Tool>,
}

/// What `#[resource_reader]` expands to.
#[doc(hidden)]
impl<T> ReaderTool<T> {
    pub fn __new(name: &'static str, uri_template: &'static str) -> Self
    where
        T: ReaderOutput,
    {
        Self {
            spec: ToolSpec::new(name).idempotent(true).emits_links(false),
            uri_template,
            arguments: Vec::new(),
            schema: ArgumentSchema::new(),
            parse: Box::new(|contents| parse_contents(contents, None)),
            max_bytes: None,
            into_tool: Self::into_tool,
        }
    }

    #[must_use]
    pub fn __description(mut self, description: &'static str) -> Self {
        description.trim().clone_into(&mut self.spec.description);
        self
    }

    /// An argument, in the order of the signature.
    #[must_use]
    pub fn __argument<A>(mut self, name: &'static str, optional: bool) -> Self
    where
        A: ReaderArgument,
    {
        self.schema.add::<A>(name, optional, None);
        self.arguments.push(Argument {
            name,
            optional,
            check: |value| serde_json::to_value(A::deserialize(value)?),
        });
        self
    }

    #[must_use]
    pub fn __idempotent(mut self, idempotent: bool) -> Self {
        self.spec.idempotent = idempotent;
        self
    }

    #[must_use]
    pub fn __budget(mut self, budget: u32) -> Self {
        self.spec.budget = Some(budget);
        self
    }

    #[must_use]
    pub fn __max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes: Some(max_bytes), ..self }
    }

    #[must_use]
    pub fn __server(mut self, server: &'static str) -> Self {
        self.spec.server = Some(server.to_owned());
        self
    }

    #[must_use]
    pub fn __parse<E: Into<BoxError> + 'static>(
        self,
        parse: impl Fn(ResourceContent) -> Result<T, E> + Send + Sync + 'static,
    ) -> Self {
        let parse: Parse<T> = Box::new(move |contents| {
            let content = ParseError::single(contents, std::any::type_name::<T>())?.clone();
            parse(content).map_err(|error| ParseError::Parser(error.into()))
        });
        Self { parse, ..self }
    }

    pub fn __into_tool(self) -> Arc<dyn Tool> {
        (self.into_tool)(self)
    }

    fn into_tool(self) -> Arc<dyn Tool>
    where
        T: Output,
    {
        Arc::new(Reader {
            spec: self.spec.input_schema(self.schema.finish()),
            uri_template: self.uri_template,
            template: Template::parse(self.uri_template).ok(),
            arguments: self.arguments,
            parse: self.parse,
            max_bytes: self.max_bytes,
        })
    }
}

impl<T> fmt::Debug for ReaderTool<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReaderTool").field("spec", &self.spec).finish_non_exhaustive()
    }
}

struct Reader<T> {
    spec: ToolSpec,
    uri_template: &'static str,
    /// `None` when it is malformed, which a read says.
    template: Option<Template>,
    arguments: Vec<Argument>,
    parse: Parse<T>,
    max_bytes: Option<u64>,
}

impl<T: Output> Tool for Reader<T> {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let values = self.check(&call.args)?;
            if let Some(name) = self.template.as_ref().and_then(|it| uri::hole(it, &values)) {
                let text = format!("`{name}` has no value, and stands in the path");
                return Err(ToolError::Arguments(text));
            }
            let uri = uri::expand(self.uri_template, &values)
                .map_err(|error| ToolError::Fatal(error.into()))?;
            let mut request = FetchRequest::new(uri);
            request.server.clone_from(&self.spec.server);
            request.max_bytes = self.max_bytes;
            let uri = request.uri.clone();
            let contents = call.resources.read(request).await?.contents;
            let value = self.parse(&uri, &contents)?;
            let typed =
                lossless::to_value(&value).map_err(|error| ToolError::Fatal(error.into()))?;
            Ok(ToolOutput::new(typed.to_string()).typed(typed))
        })
    }
}

impl<T: Output> Reader<T> {
    fn check(&self, args: &Map<String, Value>) -> Result<Map<String, Value>, ToolError> {
        check_names(args, self.arguments.iter().map(|argument| argument.name))?;
        let mut values = Map::new();
        for argument in &self.arguments {
            let given = args.get(argument.name).unwrap_or(&Value::Null);
            if given.is_null() {
                if argument.optional {
                    continue;
                }
                return Err(ToolError::Arguments(format!("`{}` is missing", argument.name)));
            }
            let value = (argument.check)(given)
                .map_err(|error| ToolError::Arguments(format!("`{}`: {}", argument.name, error)))?;
            values.insert(argument.name.to_owned(), value);
        }
        Ok(values)
    }

    fn parse(&self, uri: &str, contents: &[ResourceContent]) -> Result<T, ToolError> {
        check_size(uri, contents, self.max_bytes).map_err(|text| ToolError::Failed(text.into()))?;
        // What the model is told is stored.
        (self.parse)(contents).map_err(|error| {
            ToolError::Failed(format!("`{uri}`: {}", error.without_content()).into())
        })
    }
}

/// Checks before anything is parsed that there is something, and not too much of it.
pub(super) fn check_size(
    uri: &str,
    contents: &[ResourceContent],
    max_bytes: Option<u64>,
) -> Result<(), String> {
    if contents.is_empty() {
        return Err(format!("the read of `{uri}` returned no contents"));
    }
    let size: u64 = contents.iter().map(ResourceContent::size).sum();
    match max_bytes.filter(|limit| size > *limit) {
        Some(limit) => Err(format!(
            "`{uri}` has {size} bytes and the limit is {limit}; ask for a smaller part"
        )),
        None => Ok(()),
    }
}
