//! JSON-RPC over a child's stdin and stdout, one message a line, as an rmcp transport.
//!
//! rmcp's own transport decodes every answer into types, and one field it does not know
//! turns a whole answer into "unexpected response"; it drops an answer that is too long or
//! whose error has an odd shape, and its caller waits. Here the answers to our requests stay
//! the JSON that the server wrote, and an answer that cannot be delivered is an error.

mod greeting;
mod lines;
mod message;

use std::{
    collections::HashSet,
    future::Future,
    io,
    sync::{Arc, Mutex as StdMutex, PoisonError},
};

use rmcp::{
    RoleClient,
    model::{
        ClientJsonRpcMessage, ClientNotification, ClientRequest, JsonRpcMessage, RequestId,
        ServerJsonRpcMessage,
    },
    transport::Transport,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt},
    sync::Mutex,
};

use crate::progress::Watched;

pub(crate) use lines::Line;
use lines::Lines;
pub(crate) use message::read as read_message;

/// The longest message taken from a server. A blob of 48 MB still fits.
pub(crate) const LONGEST_MESSAGE: usize = 64 * 1024 * 1024;

/// The ids of requests that answers are told apart by.
#[derive(Default)]
struct Awaited {
    /// Those whose answers are to stay as they were written.
    raw: HashSet<RequestId>,
    /// The last greeting.
    greeting: Option<RequestId>,
    /// Greetings that were given up for another one.
    given_up: HashSet<RequestId>,
}

/// A connection to a server over its stdin and stdout.
pub(crate) struct Wire<R, W> {
    lines: Lines<R>,
    stdin: Arc<Mutex<Option<W>>>,
    awaited: Arc<StdMutex<Awaited>>,
    watched: Watched,
}

impl<R: AsyncRead + Unpin, W> Wire<R, W> {
    pub(crate) fn new(stdout: R, stdin: W) -> Self {
        Self {
            lines: Lines::new(stdout, LONGEST_MESSAGE),
            stdin: Arc::new(Mutex::new(Some(stdin))),
            awaited: Arc::default(),
            watched: Watched::default(),
        }
    }
}

impl<R, W> Transport<RoleClient> for Wire<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ClientJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        note(&self.awaited, &message);
        if let JsonRpcMessage::Request(request) = &message {
            self.watched.sent(request);
        }
        let stdin = Arc::clone(&self.stdin);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let mut stdin = stdin.lock().await;
            let stdin = stdin.as_mut().ok_or(io::ErrorKind::NotConnected)?;
            stdin.write_all(&line).await?;
            stdin.flush().await
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            let mut awaited = |line: &Line<'_>| {
                let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
                // rmcp would take the late answer for the one to its next greeting.
                read_message(line, &mut awaited.raw, &self.watched)
                    .filter(|message| !id(message).is_some_and(|id| awaited.given_up.contains(id)))
            };
            match self.lines.next(&mut awaited).await {
                Ok(Some(Some(message))) => return Some(message),
                // A line that is no message: servers print banners and logs on stdout.
                Ok(Some(None)) => {}
                Ok(None) => return None,
                Err(error) => {
                    tracing::debug!(%error, "the stdout of an MCP server cannot be read");
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.stdin.lock().await.take();
        Ok(())
    }
}

fn note(awaited: &StdMutex<Awaited>, message: &ClientJsonRpcMessage) {
    let mut awaited = awaited.lock().unwrap_or_else(PoisonError::into_inner);
    match message {
        JsonRpcMessage::Request(request) if is_greeting(&request.request) => {
            let earlier = awaited.greeting.replace(request.id.clone());
            awaited.given_up.extend(earlier);
        }
        JsonRpcMessage::Request(request) => {
            awaited.raw.insert(request.id.clone());
        }
        JsonRpcMessage::Notification(notification) => {
            if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                && let Some(id) = &cancelled.params.request_id
            {
                awaited.raw.remove(id);
            }
        }
        _ => {}
    }
}

/// The request that a message answers.
fn id(message: &ServerJsonRpcMessage) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(&response.id),
        JsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

/// rmcp reads the answers to its greetings itself.
pub(crate) fn is_greeting(request: &ClientRequest) -> bool {
    matches!(request, ClientRequest::InitializeRequest(_) | ClientRequest::DiscoverRequest(_))
}
