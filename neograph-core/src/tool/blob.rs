//! A ready tool: any resource, as it is.

use serde_json::{Value, json};

use super::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec, reader::check_size};
use crate::{
    BoxFuture,
    resource::{BlobResult, FetchRequest, ResourceContent, parse_contents},
};

/// A tool that reads any resource by its URI and gives a [`BlobResult`], for content without a
/// schema.
///
/// Its typed result, and what the model is told, is the blob: URI, media type, size, and text or
/// base64. It reads through the run's fetcher, past the run's cache, may be called again, needs
/// the async driver, and emits no links. The model chooses the URI: what the fetcher reads, the
/// model can read.
///
/// ```
/// use neograph_core::{Node, Pipeline, Graph, resource::{BlobResult, fetch_fn}, tool::read_blob};
/// use neograph_core::{model::ChatResponse, run::{Input, RunConfig}, testing::ScriptedModel};
/// use serde_json::json;
/// use std::sync::Arc;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let look = Node::agent("look").model("m").prompt_text("Look at the logo.").tools(["read_blob"]);
/// let graph = Graph::builder(Pipeline::builder("logos").node(look.output::<String>()).build()?)
///     .model("m", ScriptedModel::turns([
///         ChatResponse::call("read_blob", json!({ "uri": "file://logo.png" })),
///         ChatResponse::text("A square."),
///     ]))
///     .tools([Arc::new(read_blob().budget(3).max_bytes(1_000_000)) as _])
///     .compile()?;
///
/// let fetch = fetch_fn(|_: String| async { Ok::<_, std::io::Error>((b"PNG".to_vec(), Some("image/png"))) });
/// let outcome = graph.arun(Input::new(), &RunConfig::new().fetcher(fetch)).await?;
/// let logo: BlobResult = outcome.output().tool_log("look")[0].result().expect("a typed result")?;
/// assert_eq!((logo.mime.as_deref(), logo.size), (Some("image/png"), 3));
/// # Ok(()) }
/// ```
pub fn read_blob() -> ReadBlob {
    let spec = ToolSpec::new("read_blob")
        .description("Reads any resource by its URI: text as it is, other content in base64.")
        .input_schema(json!({
            "type": "object",
            "properties": { "uri": { "type": "string", "description": "The URI of the resource." } },
            "required": ["uri"],
            "additionalProperties": false,
        }))
        .idempotent(true)
        .emits_links(false);
    ReadBlob { spec, max_bytes: None }
}

/// The tool that [`read_blob`] makes.
#[derive(Debug, Clone)]
#[must_use = "a tool does nothing until a graph is given it"]
pub struct ReadBlob {
    spec: ToolSpec,
    max_bytes: Option<u64>,
}

impl ReadBlob {
    /// Caps the calls one node may make.
    ///
    /// ```
    /// # use neograph_core::tool::{Tool, read_blob};
    /// assert_eq!(read_blob().budget(3).spec().budget, Some(3));
    /// ```
    pub fn budget(self, budget: u32) -> Self {
        Self { spec: self.spec.budget(budget), ..self }
    }

    /// Caps the size of a resource, in decoded bytes. The model is told that a resource is larger.
    ///
    /// ```
    /// # use neograph_core::tool::read_blob;
    /// let tool = read_blob().max_bytes(1_000_000);
    /// ```
    pub fn max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes: Some(max_bytes), ..self }
    }

    /// Reads from this server, when several are configured; the tool is then `server::read_blob`.
    ///
    /// ```
    /// # use neograph_core::tool::{Tool, read_blob};
    /// assert_eq!(read_blob().server("crm").spec().qualified_name(), "crm::read_blob");
    /// ```
    pub fn server(self, server: impl Into<String>) -> Self {
        Self { spec: self.spec.server(server), ..self }
    }

    /// Whether a read may be made again, which it may when nothing is said.
    ///
    /// ```
    /// # use neograph_core::tool::{Tool, read_blob};
    /// assert!(read_blob().spec().idempotent);
    /// assert!(!read_blob().idempotent(false).spec().idempotent);
    /// ```
    pub fn idempotent(self, idempotent: bool) -> Self {
        Self { spec: self.spec.idempotent(idempotent), ..self }
    }
}

impl Tool for ReadBlob {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let uri = uri(&call)?;
            let mut request = FetchRequest::new(&uri);
            request.server.clone_from(&self.spec.server);
            request.max_bytes = self.max_bytes;
            let contents = call.resources.read(request).await?.contents;
            let blob = self.blob(&uri, &contents).map_err(|text| ToolError::Failed(text.into()))?;
            let typed =
                serde_json::to_value(blob).map_err(|error| ToolError::Fatal(error.into()))?;
            Ok(ToolOutput::new(typed.to_string()).typed(typed))
        })
    }
}

impl ReadBlob {
    fn blob(&self, uri: &str, contents: &[ResourceContent]) -> Result<BlobResult, String> {
        check_size(uri, contents, self.max_bytes)?;
        let mut blob = parse_contents::<BlobResult>(contents, None)
            .map_err(|error| format!("`{uri}`: {error}"))?;
        if blob.uri.is_empty() {
            uri.clone_into(&mut blob.uri);
        }
        Ok(blob)
    }
}

/// The only argument.
fn uri(call: &ToolCall) -> Result<String, ToolError> {
    let refused = |text: String| Err(ToolError::Arguments(text));
    if let Some(unknown) = call.args.keys().find(|key| *key != "uri") {
        return refused(format!("`{unknown}` is no argument; the arguments are `uri`"));
    }
    match call.args.get("uri") {
        Some(Value::String(uri)) if !uri.trim().is_empty() => Ok(uri.clone()),
        None | Some(Value::Null) => refused("`uri` is missing".to_owned()),
        Some(_) => refused("`uri` takes the URI of a resource, as text".to_owned()),
    }
}
