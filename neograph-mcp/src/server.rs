//! One server under its key: at most one process, started when it is needed, started again
//! when it has died.

use std::sync::Arc;

use rmcp::model::{ClientRequest, ErrorCode};
use serde_json::Value;
use tokio::{sync::Mutex, time::Instant};

use crate::{
    connection::{Connection, Failure, Refusal},
    error::{McpError, Operation},
    process::Process,
    spec::{ProtocolEra, StdioServer},
};

pub(crate) struct Server {
    pub(crate) key: String,
    pub(crate) spec: StdioServer,
    state: Mutex<State>,
}

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

impl Server {
    pub(crate) fn new(key: String, spec: StdioServer) -> Self {
        let state = State { connection: None, era: spec.era() };
        Self { key, spec, state: Mutex::new(state) }
    }

    /// Sends a request, over a new connection if the old one has ended.
    pub(crate) async fn request(
        &self,
        operation: &Operation,
        request: ClientRequest,
        resend: Resend,
    ) -> Result<Value, McpError> {
        let first = self.connection().await?;
        let failure = match self.send(&first, request.clone()).await {
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
        match self.send(&second, request).await {
            Ok(result) => self.complete(operation, result),
            Err(Failure::NotSent | Failure::Lost) if resend == Resend::Once => {
                self.forget(&second).await;
                let stderr = self.last_words(&second.process).await;
                Err(McpError::Died {
                    server: self.key.clone(),
                    operation: operation.clone(),
                    stderr,
                })
            }
            Err(failure) => Err(self.error(&second, operation, failure).await),
        }
    }

    /// The connection, made if there is none. Whoever asks meanwhile waits for the same one.
    pub(crate) async fn connection(&self) -> Result<Arc<Connection>, McpError> {
        let mut state = self.state.lock().await;
        if let Some(connection) = state.connection.as_ref().filter(|one| !one.is_lost()) {
            return Ok(Arc::clone(connection));
        }
        // What is left of a dead server goes before a new one starts.
        if let Some(dead) = state.connection.take() {
            dead.process.kill().await;
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
        let mut state = self.state.lock().await;
        if let Some(connection) = state.connection.take() {
            connection.close().await;
        }
    }

    async fn connect(&self, era: ProtocolEra) -> Result<Connection, McpError> {
        let limit = self.spec.connect_timeout;
        let deadline = Instant::now() + limit;
        let refusal = match Connection::open(&self.spec, era, deadline).await {
            Ok(connection) => return Ok(connection),
            // Some servers exit when they are asked about the latest revision.
            Err(Refusal::Gone(_, process)) if era == ProtocolEra::Auto => {
                process.kill().await;
                match Connection::open(&self.spec, ProtocolEra::Legacy, deadline).await {
                    Ok(connection) => return Ok(connection),
                    Err(refusal) => refusal,
                }
            }
            Err(refusal) => refusal,
        };
        let server = self.key.clone();
        Err(match refusal {
            Refusal::Spawn(source) => {
                McpError::Spawn { server, program: self.spec.program(), source }
            }
            Refusal::Late(process) => {
                let stderr = self.last_words(&process).await;
                McpError::ConnectTimeout { server, limit, stderr }
            }
            Refusal::Gone(message, process) | Refusal::Refused(message, process) => {
                let stderr = self.last_words(&process).await;
                McpError::Connect { server, message: self.spec.redact(&message), stderr }
            }
        })
    }

    async fn send(
        &self,
        connection: &Connection,
        request: ClientRequest,
    ) -> Result<Value, Failure> {
        connection.request(request, self.spec.request_timeout).await
    }

    /// Lets go of a connection that has ended, unless it has been replaced already.
    async fn forget(&self, ended: &Arc<Connection>) {
        let mut state = self.state.lock().await;
        if state.connection.as_ref().is_some_and(|current| Arc::ptr_eq(current, ended)) {
            state.connection = None;
        }
        drop(state);
        ended.process.kill().await;
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
                let message = self.spec.redact(&error.message);
                if error.code == ErrorCode::METHOD_NOT_FOUND {
                    return McpError::Unsupported { server, operation, message };
                }
                McpError::Refused { server, operation, code: error.code.0, message }
            }
            Failure::Timeout => McpError::Timeout {
                server,
                operation,
                limit: self.spec.request_timeout,
                stderr: self.spec.redact(&connection.process.stderr.tail()),
            },
            Failure::NotSent | Failure::Lost => {
                self.forget(connection).await;
                let stderr = self.last_words(&connection.process).await;
                McpError::OutcomeUnknown { server, operation, stderr }
            }
            Failure::Other(message) => McpError::Malformed { server, operation, message },
        }
    }

    /// Ends a process and says what it said last.
    async fn last_words(&self, process: &Process) -> String {
        process.kill().await;
        self.spec.redact(&process.stderr.last_words().await)
    }
}
