//! Reads over the servers' connections.

use neograph_core::{
    BoxError, BoxFuture,
    resource::{FetchRequest, FetchTooLarge, Fetched, Fetcher},
};
use rmcp::model::{ClientRequest, ReadResourceRequest, ReadResourceRequestParams};

use crate::{
    decode,
    error::{McpError, Operation},
    oddities,
    server::Resend,
    servers::McpServers,
};

/// Reads resources from MCP servers: the fetcher half of
/// [`mcp_resource_fetcher`](crate::mcp_resource_fetcher).
///
/// A read goes to the server that the request names, else to the only server, else to the
/// one whose key is the URI's authority (`mcp://crm/…` and the key `crm`), else to the only
/// one that lists the URI or a template for it; else it is an error that names the candidates.
/// The URI is sent byte for byte, and to its server, `https://…` included. Blobs arrive
/// decoded. A read that outlives its server is sent once more over a new connection.
///
/// A blob over [`FetchRequest::max_bytes`] is refused with a [`FetchTooLarge`], undecoded;
/// every other error is an [`McpError`].
///
/// ```no_run
/// use neograph_core::resource::{FetchRequest, Fetcher};
/// use neograph_mcp::{McpServers, StdioServer};
///
/// # async fn read() -> Result<(), neograph_core::BoxError> {
/// let servers = McpServers::new([("crm", StdioServer::new("crm-server"))]);
/// let fetched = servers.fetcher().fetch(FetchRequest::new("crm://deals/D1")).await?;
/// println!("{} bytes", fetched.contents[0].size());
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct McpFetcher {
    servers: McpServers,
}

impl McpFetcher {
    pub(crate) fn new(servers: McpServers) -> Self {
        Self { servers }
    }

    /// The servers whose connections this fetcher shares.
    pub fn servers(&self) -> &McpServers {
        &self.servers
    }

    async fn read(&self, request: FetchRequest) -> Result<Fetched, BoxError> {
        let FetchRequest { uri, server, max_bytes, .. } = request;
        let server = self.servers.route(&uri, server.as_deref()).await?;
        let params = ReadResourceRequestParams::new(uri.clone());
        let read = ClientRequest::ReadResourceRequest(ReadResourceRequest::new(params));
        let operation = Operation::Read { uri: uri.clone() };
        let result = server.request(&operation, read, Resend::Once).await?;
        if let Some(result) = result.as_object() {
            server.report(&operation, oddities::of_read(result));
        }
        decode::contents(result, &uri, max_bytes).map_err(|error| {
            if error.is::<FetchTooLarge>() {
                return error;
            }
            let (server, message) = (server.key.clone(), error.to_string());
            McpError::Malformed { server, operation, message }.into()
        })
    }
}

impl Fetcher for McpFetcher {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        Box::pin(self.read(request))
    }
}
