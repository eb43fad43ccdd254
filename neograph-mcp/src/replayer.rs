//! Producing calls made again over the servers' connections.

use neograph_core::{
    BoxError, BoxFuture,
    resource::{ReplayRequest, Replayer},
    tool::ProgressSink,
};
use serde_json::Value;

use crate::{server::Resend, servers::McpServers, tools};

/// Makes producing calls again: the replayer half of
/// [`mcp_resource_fetcher`](crate::mcp_resource_fetcher).
///
/// A call goes to the server that emitted the link and to no other. Its result comes back
/// as the server wrote it, `isError` and all. Only calls of idempotent tools are replayed,
/// so a call that outlives its server is sent once more to a new process. Errors are
/// [`McpError`](crate::McpError)s.
///
/// ```no_run
/// use neograph_core::resource::{ReplayRequest, Replayer};
/// use neograph_mcp::{McpServers, StdioServer};
///
/// # async fn replay() -> Result<(), neograph_core::BoxError> {
/// let servers = McpServers::new([("crm", StdioServer::new("crm-server"))]);
/// let call = ReplayRequest::new("crm", "get_deal", serde_json::Map::new());
/// let result = servers.replayer().replay(call).await?;
/// println!("{}", result["content"]);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct McpReplayer {
    servers: McpServers,
}

impl McpReplayer {
    pub(crate) fn new(servers: McpServers) -> Self {
        Self { servers }
    }

    /// The servers whose connections this replayer shares.
    pub fn servers(&self) -> &McpServers {
        &self.servers
    }

    async fn call(&self, request: ReplayRequest) -> Result<Value, BoxError> {
        let server = self.servers.named(&request.server)?;
        let unheard = ProgressSink::default();
        Ok(tools::call(server, &request.tool, request.args, Resend::Once, &unheard).await?)
    }
}

impl Replayer for McpReplayer {
    fn replay(&self, request: ReplayRequest) -> BoxFuture<'_, Result<Value, BoxError>> {
        Box::pin(self.call(request))
    }
}
