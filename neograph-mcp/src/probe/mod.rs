//! What a server does, asked from outside of any pipeline.
//!
//! [`Probe`] is what the `probe` example prints: each question is one JSON document.

mod document;
mod watched;

use std::{
    collections::BTreeSet,
    error::Error as StdError,
    sync::{Arc, Mutex, PoisonError},
};

use neograph_core::{
    BoxError, Error,
    error::ExecutionError,
    resource::{
        FetchRequest, Fetcher as _, ProducingCall, ResourceRef, hydrate_resource_ref, lift,
        tool_error_text,
    },
    run::RunConfig,
    tool::ProgressSink,
};
use serde_json::{Map, Value, json};

use crate::{McpServer, McpServers, server::Resend, tools};
use watched::Watched;

/// The key that the probed server has.
const SERVER: &str = "server";

/// A server that is asked, one question after the other.
///
/// ```no_run
/// use neograph_mcp::{StdioServer, probe::Probe};
///
/// # async fn ask() -> Result<(), neograph_core::BoxError> {
/// let probe = Probe::new(StdioServer::new("crm-server"));
/// let document = probe.tools().await?;
/// println!("{}", document["tools"][0]["name"]);
/// probe.close().await;
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Probe {
    servers: McpServers,
    diagnostics: Arc<Mutex<Vec<String>>>,
    idempotent: BTreeSet<String>,
}

impl Probe {
    /// Asks this server. It is started by the first question.
    pub fn new(server: impl Into<McpServer>) -> Self {
        let server = server.into();
        let idempotent = server.settings().idempotent.clone();
        let servers = McpServers::new([(SERVER, server)]);
        let diagnostics = Arc::<Mutex<Vec<String>>>::default();
        let sink = Arc::clone(&diagnostics);
        servers.on_diagnostic(move |odd| {
            sink.lock().unwrap_or_else(PoisonError::into_inner).push(odd.message.clone());
        });
        Self { servers, diagnostics, idempotent }
    }

    /// The server's tools: `tools`, each with `name`, `qualified_name`, `description`,
    /// `idempotent` and `input_schema`, and `diagnostics`.
    ///
    /// # Errors
    ///
    /// A [`McpError`](crate::McpError).
    pub async fn tools(&self) -> Result<Value, BoxError> {
        let tools = self.servers.tools().await?;
        let tools: Vec<_> = tools.iter().map(|tool| document::tool(tool.spec())).collect();
        Ok(json!({ "tools": tools, "diagnostics": self.diagnostics() }))
    }

    /// The server's resource templates: `templates`, each with `uri_template`, `name`,
    /// `description` and `mime`, and `diagnostics`.
    ///
    /// # Errors
    ///
    /// A [`McpError`](crate::McpError).
    pub async fn templates(&self) -> Result<Value, BoxError> {
        let templates = self.servers.templates().await?;
        let templates: Vec<_> = templates.iter().map(document::template).collect();
        Ok(json!({ "templates": templates, "diagnostics": self.diagnostics() }))
    }

    /// A call: `text` (what a model reads beside the links), `structured`, `is_error`, `refs`
    /// (what the manifest would hold) and `diagnostics`.
    ///
    /// # Errors
    ///
    /// A [`McpError`](crate::McpError). A result that says it is an error is none.
    pub async fn call(&self, tool: &str, args: Map<String, Value>) -> Result<Value, BoxError> {
        let (result, refs) = self.called(tool, args).await?;
        Ok(json!({
            "text": document::text(&result),
            "structured": result.get("structuredContent"),
            "is_error": result.get("isError") == Some(&Value::Bool(true)),
            "refs": refs,
            "diagnostics": self.diagnostics(),
        }))
    }

    /// A read: `contents`, each with `uri`, `mime`, `size` in bytes and `text` or `base64`,
    /// `ttl_ms`, and `diagnostics`.
    ///
    /// # Errors
    ///
    /// A [`McpError`](crate::McpError).
    pub async fn read(&self, uri: &str) -> Result<Value, BoxError> {
        let fetched = self.servers.fetcher().fetch(FetchRequest::new(uri)).await?;
        let contents: Vec<_> = fetched.contents.iter().map(document::content).collect();
        Ok(json!({
            "contents": contents,
            "ttl_ms": fetched.ttl.map(|ttl| u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX)),
            "diagnostics": self.diagnostics(),
        }))
    }

    /// Calls a tool, lifts the first link of a kind, ends the server, and hydrates the link as
    /// a node's parameter would be: with the server started anew, and the call made again if
    /// the link has died with the server. The document has `ref`, `reads` and `replays` (how
    /// many of each there were), `contents` and `diagnostics`.
    ///
    /// # Errors
    ///
    /// A [`McpError`](crate::McpError), a call without a link of the kind, and what hydration
    /// fails with: a tool that is not declared idempotent is not called again.
    pub async fn heal(
        &self,
        tool: &str,
        args: Map<String, Value>,
        kind: &str,
    ) -> Result<Value, BoxError> {
        let (result, refs) = self.called(tool, args).await?;
        if let Some(error) = tool_error_text(&result) {
            return Err(format!("`{tool}` reported an error: {error}").into());
        }
        let link = refs.iter().find(|link| link.kind() == kind).ok_or_else(|| {
            let kinds: Vec<_> = refs.iter().map(|link| format!("`{}`", link.kind())).collect();
            let kinds = if kinds.is_empty() { "no link".to_owned() } else { kinds.join(", ") };
            format!("`{tool}` gave no link of the kind `{kind}`; it gave: {kinds}")
        })?;
        self.servers.close().await;
        let watched = Watched::new(&self.servers);
        let config = RunConfig::new().fetcher(watched.fetcher()).replayer(watched.replayer());
        let hydrated = hydrate_resource_ref::<Vec<u8>>(link, &config).await;
        match hydrated {
            // Several contents are as good here as one.
            Err(error) if !does_not_parse(&error) => return Err(error.into()),
            _ => {}
        }
        let contents: Vec<_> = watched.contents().iter().map(document::content).collect();
        Ok(json!({
            "ref": link,
            "reads": watched.reads(),
            "replays": watched.replays(),
            "contents": contents,
            "diagnostics": self.diagnostics(),
        }))
    }

    /// Ends the server and whatever it has started.
    pub async fn close(&self) {
        self.servers.close().await;
    }

    async fn called(
        &self,
        tool: &str,
        args: Map<String, Value>,
    ) -> Result<(Value, Vec<ResourceRef>), BoxError> {
        let idempotent = self.idempotent.contains(tool);
        let resend = if idempotent { Resend::Once } else { Resend::Never };
        let server = self.servers.named(SERVER)?;
        let unheard = ProgressSink::default();
        let result = tools::call(server, tool, args.clone(), resend, &unheard).await?;
        // A call that failed gives a manifest nothing.
        if tool_error_text(&result).is_some() {
            return Ok((result, Vec::new()));
        }
        let lifted = lift(&result, Some(SERVER), &ProducingCall::new(tool, args, idempotent));
        Ok((result, lifted.refs))
    }

    fn diagnostics(&self) -> Vec<String> {
        self.diagnostics.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn does_not_parse(error: &Error) -> bool {
    match error {
        Error::Execution(error) => matches!(**error, ExecutionError::ResourceParse { .. }),
        _ => false,
    }
}

/// An error as a document: `error` says what, `causes` why, outermost first.
///
/// ```
/// let document = neograph_mcp::probe::failure(&std::io::Error::other("no such thing"));
/// assert_eq!(document["error"], "no such thing");
/// ```
pub fn failure(error: &(dyn StdError + 'static)) -> Value {
    let mut causes = Vec::new();
    let mut source = error.source();
    while let Some(cause) = source {
        causes.push(cause.to_string());
        source = cause.source();
    }
    json!({ "error": error.to_string(), "causes": causes })
}
