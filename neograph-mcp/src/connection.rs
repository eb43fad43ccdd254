//! One greeting with one process, and the requests over it.

use std::{
    pin::pin,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use neograph_core::tool::ProgressSink;
use rmcp::{
    ClientHandler, RoleClient,
    model::{
        CancelledNotification, CancelledNotificationParam, ClientCapabilities, ClientConfig,
        ClientRequest, ErrorData, Implementation, ProtocolVersion, RequestId, ServerResult,
    },
    service::{
        ClientCacheConfig, ClientInitializeError, ClientLifecycleMode, ClientServiceExt, Peer,
        PeerRequestOptions, RunningService, ServiceError,
    },
};
use serde_json::Value;
use tokio::{sync::Mutex, time::Instant};

#[cfg(feature = "http")]
use crate::{http, secrets::Tokens, spec::HttpServer};
use crate::{
    process::Process,
    progress,
    spec::{ProtocolEra, Settings, StdioServer},
    wire::Wire,
};

/// How long rmcp may take over letting go of a connection.
const LET_GO: Duration = Duration::from_secs(1);

#[derive(Clone)]
struct Client;

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        let us = Implementation::new("neograph-mcp", env!("CARGO_PKG_VERSION"));
        // `initialize` does not exist in the latest revision, so it must not announce it.
        ClientConfig::new(ClientCapabilities::default(), us)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }
}

/// A server that has greeted us. Dropping it kills the process group of one that is ours.
pub(crate) struct Connection {
    peer: Peer<RoleClient>,
    service: Mutex<Option<RunningService<RoleClient, Client>>>,
    closed: AtomicBool,
    /// Absent where the server is not ours to start and end.
    process: Option<Process>,
}

/// Why a process did not become a connection.
pub(crate) enum Refusal {
    /// The program did not start.
    Spawn(std::io::Error),
    /// The process ended before it had greeted us.
    Gone(String, Process),
    /// The server greeted us with an error.
    Refused(String, Option<Process>),
    /// The server did not greet us in time.
    Late(Option<Process>),
    /// Nobody answers at the URL.
    #[cfg(feature = "http")]
    Unreachable(String),
    /// The server wants to know who asks.
    #[cfg(feature = "http")]
    Unauthorized { status: u16, challenge: String },
    /// The token to ask with is not to be had.
    #[cfg(feature = "http")]
    NoToken(String),
}

/// Why a request has no answer.
pub(crate) enum Failure {
    /// The connection had ended before the request was sent.
    NotSent,
    /// The connection ended before the answer came.
    Lost,
    /// The limit that passed.
    Timeout(Duration),
    Refused(ErrorData),
    /// The server wants to know who asks.
    #[cfg(feature = "http")]
    Unauthorized {
        status: u16,
        challenge: String,
    },
    /// The token to ask with is not to be had; nothing was sent.
    #[cfg(feature = "http")]
    NoToken(String),
    Other(String),
}

impl Connection {
    pub(crate) async fn open(
        spec: &StdioServer,
        era: ProtocolEra,
        deadline: Instant,
    ) -> Result<Self, Refusal> {
        let (process, stdin, stdout) = Process::spawn(spec).map_err(Refusal::Spawn)?;
        let greeting = Client.serve_with_lifecycle(Wire::new(stdout, stdin), lifecycle(era));
        let service = match tokio::time::timeout_at(deadline, greeting).await {
            Ok(Ok(service)) => service,
            Ok(Err(error)) if is_gone(&error) => {
                return Err(Refusal::Gone(reason(&error), process));
            }
            Ok(Err(error)) => return Err(Refusal::Refused(reason(&error), Some(process))),
            Err(_) => return Err(Refusal::Late(Some(process))),
        };
        Ok(Self::over(service, Some(process)).await)
    }

    #[cfg(feature = "http")]
    pub(crate) async fn open_http(
        server: &HttpServer,
        tokens: std::sync::Arc<Tokens>,
        era: ProtocolEra,
        deadline: Instant,
    ) -> Result<Self, Refusal> {
        let transport = http::transport(server, tokens)
            .map_err(|error| Refusal::Unreachable(error.to_string()))?;
        let greeting = Client.serve_with_lifecycle(transport, lifecycle(era));
        match tokio::time::timeout_at(deadline, greeting).await {
            Ok(Ok(service)) => Ok(Self::over(service, None).await),
            Ok(Err(error)) => Err(http::refusal(&error)),
            Err(_) => Err(Refusal::Late(None)),
        }
    }

    async fn over(service: RunningService<RoleClient, Client>, process: Option<Process>) -> Self {
        let peer = service.peer().clone();
        // rmcp would answer a read that failed with what an earlier one had returned.
        peer.set_response_cache_config(ClientCacheConfig::disabled()).await;
        let service = Mutex::new(Some(service));
        Self { peer, service, closed: AtomicBool::new(false), process }
    }

    pub(crate) fn is_lost(&self) -> bool {
        self.peer.is_transport_closed() || self.process.as_ref().is_some_and(Process::has_exited)
    }

    /// Whether we ended it ourselves.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// The era that the greeting settled on.
    pub(crate) fn era(&self) -> ProtocolEra {
        match self.peer.peer_info() {
            Some(peer) if peer.protocol_version.has_initialize() => ProtocolEra::Legacy,
            _ => ProtocolEra::Modern,
        }
    }

    /// The last lines that the server has written to its stderr.
    pub(crate) fn stderr(&self) -> String {
        self.process.as_ref().map(|process| process.stderr.tail()).unwrap_or_default()
    }

    /// Whether the server says that it has resources.
    pub(crate) fn has_resources(&self) -> bool {
        self.peer.peer_info().is_none_or(|peer| peer.capabilities.resources.is_some())
    }

    /// Whether the server says that it has tools.
    pub(crate) fn has_tools(&self) -> bool {
        self.peer.peer_info().is_none_or(|peer| peer.capabilities.tools.is_some())
    }

    /// Sends a request and returns its result as the server wrote it. What the server tells of
    /// it meanwhile goes into the sink, and gives it more time.
    pub(crate) async fn request(
        &self,
        mut request: ClientRequest,
        settings: &Settings,
        sink: &ProgressSink,
    ) -> Result<Value, Failure> {
        let limit = settings.request_timeout;
        let total = settings.total_timeout.max(limit);
        let mut arriving = progress::watch(&mut request);
        // The time limits are ours: rmcp's wait for as long as the server takes to hear of them.
        let options = PeerRequestOptions::no_options();
        let sending = self.peer.send_request_with_option(request, options);
        let handle = match tokio::time::timeout(limit, sending).await {
            Ok(Ok(handle)) => handle,
            Ok(Err(ServiceError::TransportClosed)) => return Err(Failure::NotSent),
            Ok(Err(error)) => return Err(failure(error)),
            Err(_) => return Err(Failure::Timeout(limit)),
        };
        let mut abandoned = CancelOnDrop { peer: &self.peer, id: Some(handle.id.clone()) };
        let mut answer = pin!(handle.await_response());
        let mut longest = pin!(tokio::time::sleep(total));
        let mut patience = pin!(tokio::time::sleep(limit));
        let answer = loop {
            tokio::select! {
                biased;
                answer = &mut answer => break Ok(answer),
                () = &mut longest => break Err(total),
                Some(progress) = arriving.recv() => {
                    sink.report(progress);
                    patience.set(tokio::time::sleep(limit));
                }
                () = &mut patience => break Err(limit),
            }
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(limit) => {
                // A server that no longer reads never gets to know.
                let _ = tokio::time::timeout(LET_GO, abandoned.told()).await;
                return Err(Failure::Timeout(limit));
            }
        };
        abandoned.id = None;
        arriving.close();
        while let Ok(progress) = arriving.try_recv() {
            sink.report(progress);
        }
        match answer.map_err(failure)? {
            #[cfg(feature = "http")]
            ServerResult::CustomResult(raw) if self.process.is_none() => Ok(http::unpacked(raw.0)),
            ServerResult::CustomResult(raw) => Ok(raw.0),
            typed => serde_json::to_value(typed).map_err(|error| Failure::Other(error.to_string())),
        }
    }

    /// Ends the connection and the process, gently if the server lets itself be ended so.
    pub(crate) async fn close(&self) {
        self.closed.store(true, Ordering::Release);
        self.let_go().await;
        if let Some(process) = &self.process {
            process.stop().await;
        }
    }

    /// Ends what is left of a connection that is of no more use, and says what the server
    /// said last.
    pub(crate) async fn bury(&self) -> String {
        match &self.process {
            Some(process) => last_words(process).await,
            None => {
                self.let_go().await;
                String::new()
            }
        }
    }

    async fn let_go(&self) {
        if let Some(mut service) = self.service.lock().await.take() {
            // What it does not let go of now, the end of the process takes from it.
            let _ = service.close_with_timeout(LET_GO).await;
        }
    }
}

/// Ends a process and says what it said last.
pub(crate) async fn last_words(process: &Process) -> String {
    process.kill().await;
    process.stderr.last_words().await
}

/// Tells the server when nobody waits for an answer any more.
struct CancelOnDrop<'a> {
    peer: &'a Peer<RoleClient>,
    id: Option<RequestId>,
}

impl CancelOnDrop<'_> {
    /// Tells the server now.
    fn told(&mut self) -> impl Future<Output = ()> + Send + 'static {
        let (id, peer) = (self.id.take(), self.peer.clone());
        async move {
            let Some(id) = id else { return };
            let reason = Some("nobody waits for the answer any more".to_owned());
            let cancelled = CancelledNotificationParam::new(Some(id), reason);
            // A connection that has ended needs no cancellation.
            let _ = peer.send_notification(CancelledNotification::new(cancelled).into()).await;
        }
    }
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if self.id.is_some()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(self.told());
        }
    }
}

fn lifecycle(era: ProtocolEra) -> ClientLifecycleMode {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    match era {
        ProtocolEra::Auto => ClientLifecycleMode::Auto {
            preferred_versions,
            legacy_version: Some(ProtocolVersion::V_2025_11_25),
        },
        ProtocolEra::Legacy => ClientLifecycleMode::Initialize,
        ProtocolEra::Modern => ClientLifecycleMode::Discover { preferred_versions },
    }
}

fn is_gone(error: &ClientInitializeError) -> bool {
    match error {
        ClientInitializeError::ConnectionClosed(_)
        | ClientInitializeError::TransportError { .. } => true,
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => is_gone(fallback),
        _ => false,
    }
}

fn reason(error: &ClientInitializeError) -> String {
    match error {
        ClientInitializeError::ConnectionClosed(_) => "it exited before it had answered".to_owned(),
        ClientInitializeError::TransportError { .. } => {
            "it exited before it had read the greeting".to_owned()
        }
        ClientInitializeError::JsonRpcError(error) => {
            format!("{} (code `{}`)", error.message, error.code.0)
        }
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => reason(fallback),
        error => error.to_string(),
    }
}

fn failure(error: ServiceError) -> Failure {
    #[cfg(feature = "http")]
    if let Some(failure) = http::failure(&error) {
        return failure;
    }
    match error {
        ServiceError::McpError(error) => Failure::Refused(error),
        ServiceError::TransportSend(_) | ServiceError::TransportClosed => Failure::Lost,
        ServiceError::Timeout { timeout } => Failure::Timeout(timeout),
        error => Failure::Other(error.to_string()),
    }
}
