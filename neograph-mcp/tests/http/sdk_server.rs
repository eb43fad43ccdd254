//! A service as its author writes one, on rmcp.

use std::sync::Arc;

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolResult, ContentBlock, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
    tool, tool_handler, tool_router,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};

#[derive(Clone)]
struct Crm;

#[tool_router]
impl Crm {
    #[tool(description = "A deal.")]
    async fn get_deal(&self) -> Result<CallToolResult, ErrorData> {
        let link = Resource::new("https://crm.example/deals/D1", "deal");
        Ok(CallToolResult::success(vec![ContentBlock::resource_link(link)]))
    }
}

#[tool_handler]
impl ServerHandler for Crm {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let body = match &*request.uri {
            "crm://era" => {
                context.protocol_version().map(|version| version.to_string()).unwrap_or_default()
            }
            _ => "from the service".to_owned(),
        };
        let part = ResourceContents::text(body, request.uri).with_mime_type("text/plain");
        Ok(ReadResourceResult::new(vec![part]).into())
    }
}

/// Starts it and gives its URL.
pub(crate) async fn start() -> String {
    let service = StreamableHttpService::new(
        || Ok(Crm),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    let router = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}
