//! How a server is connected to, and why it is not.

#[cfg(feature = "http")]
use std::sync::Arc;

use rmcp::model::ErrorCode;
use tokio::time::Instant;

use super::Server;
#[cfg(feature = "http")]
use crate::error::Operation;
use crate::{
    connection::{Connection, Refusal, last_words},
    error::McpError,
    process::Process,
    spec::{McpServer, ProtocolEra},
};

impl Server {
    /// Starts or calls the server and greets it.
    pub(super) async fn connect(&self, era: ProtocolEra) -> Result<Connection, McpError> {
        let limit = self.spec.settings().connect_timeout;
        let refusal = match self.open(era, Instant::now() + limit).await {
            Ok(connection) => return Ok(connection),
            Err(refusal) => refusal,
        };
        let server = self.key.clone();
        Err(match (refusal, &self.spec) {
            (Refusal::Spawn(source), spec) => {
                McpError::Spawn { server, program: spec.place(), source }
            }
            (Refusal::Late(process), _) => {
                let stderr = self.last_words(process.as_ref()).await;
                McpError::ConnectTimeout { server, limit, stderr }
            }
            (Refusal::Gone(message, process), _) => {
                let stderr = self.last_words(Some(&process)).await;
                McpError::Connect { server, message: self.redact(&message), stderr }
            }
            (Refusal::Refused(message, process), _) => {
                let message = explained(&message, era);
                let stderr = self.last_words(process.as_ref()).await;
                McpError::Connect { server, message: self.redact(&message), stderr }
            }
            #[cfg(feature = "http")]
            (Refusal::Unreachable(message), spec) => {
                McpError::Unreachable { server, url: spec.place(), message: self.redact(&message) }
            }
            #[cfg(feature = "http")]
            (Refusal::Unauthorized { status, challenge }, _) => {
                let operation = Operation::Connect;
                McpError::Unauthorized { server, operation, status, challenge }
            }
            #[cfg(feature = "http")]
            (Refusal::NoToken(message), _) => {
                McpError::NoToken { server, operation: Operation::Connect, message }
            }
        })
    }

    async fn open(&self, era: ProtocolEra, deadline: Instant) -> Result<Connection, Refusal> {
        match &self.spec {
            McpServer::Stdio(spec) => match Connection::open(spec, era, deadline).await {
                // Some servers exit when they are asked about the latest revision.
                Err(Refusal::Gone(_, process)) if era == ProtocolEra::Auto => {
                    process.kill().await;
                    Connection::open(spec, ProtocolEra::Legacy, deadline).await
                }
                opened => opened,
            },
            #[cfg(feature = "http")]
            McpServer::Http(spec) => {
                let tokens = Arc::clone(&self.session.tokens);
                Connection::open_http(spec, tokens, era, deadline).await
            }
        }
    }

    async fn last_words(&self, process: Option<&Process>) -> String {
        match process {
            Some(process) => self.redact(&last_words(process).await),
            None => String::new(),
        }
    }
}

/// The server's words, and what to do about them.
fn explained(message: &str, era: ProtocolEra) -> String {
    let is_modern = message.contains(&ErrorCode::UNSUPPORTED_PROTOCOL_VERSION.0.to_string());
    if era == ProtocolEra::Auto && is_modern {
        return format!(
            "{message}; it knows 2026-07-28 alone, and was too slow to say so: set its \
             `protocol_era` to `Modern`"
        );
    }
    message.to_owned()
}
