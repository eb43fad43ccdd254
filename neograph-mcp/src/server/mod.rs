//! One server under its key: at most one connection, made when it is needed, made again when
//! it has ended.

mod greeting;
mod lists;

use std::{future::Future, sync::Arc};

use neograph_core::tool::ProgressSink;
use rmcp::model::{ClientRequest, ErrorCode};
use serde_json::Value;
use tokio::sync::Mutex;

use crate::{
    connection::{Connection, Failure},
    diagnostics::Diagnostics,
    error::{McpError, Operation},
    secrets::Tokens,
    spec::{McpServer, ProtocolEra, TokenProvider, redact},
};

#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) key: String,
    pub(crate) spec: McpServer,
    session: Arc<Session>,
}

/// What those share who speak to a server over one connection.
struct Session {
    state: Mutex<State>,
    tokens: Arc<Tokens>,
    diagnostics: Diagnostics,
    tools: Mutex<Option<Listed>>,
    resources: Mutex<Option<(Listed, Listed)>>,
}

/// A list of a server, as it wrote it.
pub(crate) type Listed = Arc<[Value]>;

struct State {
    connection: Option<Arc<Connection>>,
    /// The era the server is greeted in: what was asked for, then what it settled on.
    era: ProtocolEra,
}

/// Whether a request may be sent again when the server dies over it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resend {
    Never,
    Once,
}

impl Session {
    fn new(spec: &McpServer, diagnostics: Diagnostics) -> Arc<Self> {
        let state = State { connection: None, era: spec.settings().era };
        Arc::new(Self {
            state: Mutex::new(state),
            tokens: Arc::default(),
            diagnostics,
            tools: Mutex::default(),
            resources: Mutex::default(),
        })
    }
}

impl Server {
    pub(crate) fn new(key: String, spec: McpServer, diagnostics: Diagnostics) -> Self {
        let session = Session::new(&spec, diagnostics);
        Self { key, spec, session }
    }

    /// The server as somebody else speaks to it. A program is told with each call who makes
    /// it, so the connection is shared; a service may tie its session to who opened it.
    pub(crate) fn with_identity(&self, provider: &Arc<dyn TokenProvider>) -> Self {
        let spec = self.spec.clone().with_identity(provider);
        let session = match &spec {
            McpServer::Stdio(_) => Arc::clone(&self.session),
            #[cfg(feature = "http")]
            McpServer::Http(_) => Session::new(&spec, self.session.diagnostics.clone()),
        };
        Self { key: self.key.clone(), spec, session }
    }

    /// The token to make a call with, which no error will show.
    pub(crate) async fn token(
        &self,
        operation: &Operation,
        provider: &dyn TokenProvider,
    ) -> Result<String, McpError> {
        let token = provider.token().await.map_err(|error| McpError::NoToken {
            server: self.key.clone(),
            operation: operation.clone(),
            message: error.to_string(),
        })?;
        self.session.tokens.remember(&token);
        Ok(token)
    }

    /// Tells of what was odd in an answer.
    pub(crate) fn report(&self, operation: &Operation, oddities: Vec<String>) {
        self.session.diagnostics.report(&self.key, operation, oddities);
    }

    /// Sends a request, over a new connection if the old one has ended.
    pub(crate) async fn request(
        &self,
        operation: &Operation,
        request: ClientRequest,
        resend: Resend,
    ) -> Result<Value, McpError> {
        self.request_with(operation, request, resend, &ProgressSink::default()).await
    }

    /// As [`request`](Self::request); what the server tells of it goes into the sink.
    pub(crate) async fn request_with(
        &self,
        operation: &Operation,
        request: ClientRequest,
        resend: Resend,
        sink: &ProgressSink,
    ) -> Result<Value, McpError> {
        let first = self.connection().await?;
        let failure = match self.send(&first, request.clone(), sink).await {
            Ok(result) => return self.complete(operation, result),
            Err(failure) => failure,
        };
        match failure {
            Failure::NotSent | Failure::Lost if first.is_closed() => {
                let (server, operation) = (self.key.clone(), operation.clone());
                return Err(McpError::Closed { server, operation });
            }
            Failure::NotSent => {}
            Failure::Lost if resend == Resend::Once => {}
            failure => return Err(self.error(&first, operation, failure).await),
        }
        self.forget(&first).await;
        drop(first);
        let second = self.connection().await?;
        let failure = match self.send(&second, request, sink).await {
            Ok(result) => return self.complete(operation, result),
            Err(failure) => failure,
        };
        match failure {
            // Nothing was changed: it was not sent, or may be sent as often as one likes.
            Failure::NotSent | Failure::Lost
                if resend == Resend::Once || matches!(failure, Failure::NotSent) =>
            {
                let stderr = self.redact(&self.forget(&second).await);
                let (server, operation) = (self.key.clone(), operation.clone());
                Err(McpError::Died { server, operation, stderr })
            }
            failure => Err(self.error(&second, operation, failure).await),
        }
    }

    /// The connection, made if there is none. Whoever asks meanwhile waits for the same one.
    pub(crate) async fn connection(&self) -> Result<Arc<Connection>, McpError> {
        let mut state = self.session.state.lock().await;
        if let Some(connection) = state.connection.as_ref().filter(|one| !one.is_lost()) {
            return Ok(Arc::clone(connection));
        }
        // What is left of a dead server goes before a new one starts.
        if let Some(dead) = state.connection.take() {
            dead.bury().await;
        }
        let connection = Arc::new(self.connect(state.era).await?);
        state.era = match state.era {
            ProtocolEra::Auto => connection.era(),
            settled => settled,
        };
        state.connection = Some(Arc::clone(&connection));
        Ok(connection)
    }

    pub(crate) async fn close(&self) {
        let mut state = self.session.state.lock().await;
        self.session.tools.lock().await.take();
        self.session.resources.lock().await.take();
        if let Some(connection) = state.connection.take() {
            connection.close().await;
        }
    }

    fn send<'a>(
        &'a self,
        connection: &'a Connection,
        request: ClientRequest,
        sink: &'a ProgressSink,
    ) -> impl Future<Output = Result<Value, Failure>> + Send + 'a {
        connection.request(request, self.spec.settings(), sink)
    }

    /// Lets go of a connection that has ended, unless it has been replaced already, and says
    /// what the server said last.
    async fn forget(&self, ended: &Arc<Connection>) -> String {
        let mut state = self.session.state.lock().await;
        if state.connection.as_ref().is_some_and(|current| Arc::ptr_eq(current, ended)) {
            state.connection = None;
        }
        drop(state);
        ended.bury().await
    }

    /// Passes a complete result on; one that asks something back is an error.
    fn complete(&self, operation: &Operation, result: Value) -> Result<Value, McpError> {
        match result.get("resultType").and_then(Value::as_str) {
            None | Some("complete") => Ok(result),
            Some(result_type) => Err(McpError::InputRequired {
                server: self.key.clone(),
                operation: operation.clone(),
                result_type: result_type.to_owned(),
            }),
        }
    }

    async fn error(
        &self,
        connection: &Arc<Connection>,
        operation: &Operation,
        failure: Failure,
    ) -> McpError {
        let (server, operation) = (self.key.clone(), operation.clone());
        match failure {
            Failure::Refused(error) => {
                let message = self.redact(&error.message);
                if error.code == ErrorCode::METHOD_NOT_FOUND {
                    return McpError::Unsupported { server, operation, message };
                }
                McpError::Refused { server, operation, code: error.code.0, message }
            }
            Failure::Timeout(limit) => McpError::Timeout {
                server,
                operation,
                limit,
                stderr: self.redact(&connection.stderr()),
            },
            Failure::NotSent | Failure::Lost => {
                let stderr = self.redact(&self.forget(connection).await);
                McpError::OutcomeUnknown { server, operation, stderr }
            }
            #[cfg(feature = "http")]
            Failure::Unauthorized { status, challenge } => {
                McpError::Unauthorized { server, operation, status, challenge }
            }
            #[cfg(feature = "http")]
            Failure::NoToken(message) => {
                McpError::NoToken { server, operation, message: self.redact(&message) }
            }
            Failure::Other(message) => {
                McpError::Malformed { server, operation, message: self.redact(&message) }
            }
        }
    }

    /// Takes out of words from a server what it was trusted with.
    fn redact(&self, words: &str) -> String {
        let mut secrets = self.spec.secrets();
        secrets.extend(self.session.tokens.all());
        redact(words, &secrets)
    }
}
