//! A server as its author writes one, on rmcp; and hydration's moves against it.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use neograph_core::{
    resource::{
        Body, FetchRequest, Fetcher as _, ProducingCall, ReplayRequest, Replayer as _, lift,
    },
    tool::ToolCall,
};
use neograph_mcp::{McpError, McpServers, ProtocolEra};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt as _,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResult, ContentBlock, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig,
    },
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use serde::Deserialize;
use serde_json::{Map, json};

use crate::harness::{Harness, note, read_error, text};

/// Deals whose links die when a newer one is made.
#[derive(Clone, Default)]
struct Crm {
    generation: Arc<AtomicU32>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Deal {
    deal_id: String,
}

#[tool_router]
impl Crm {
    #[tool(description = "A deal and its mails.", annotations(read_only_hint = true))]
    async fn get_deal(
        &self,
        Parameters(deal): Parameters<Deal>,
    ) -> Result<CallToolResult, ErrorData> {
        let generation = self.generation.fetch_add(1, Ordering::Relaxed) + 1;
        let uri = format!("crm://deals/{}/emails?gen={generation}", deal.deal_id);
        let link =
            Resource::new(uri, "email-history").with_mime_type("application/json").with_size(2);
        let blocks = vec![ContentBlock::text("one deal"), ContentBlock::resource_link(link)];
        let mut result = CallToolResult::success(blocks);
        result.structured_content = Some(json!({ "deal": deal.deal_id }));
        Ok(result)
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
        let uri = request.uri;
        let body = match uri.split_once("?gen=") {
            None => {
                context.protocol_version().map(|version| version.to_string()).unwrap_or_default()
            }
            Some((_, of)) if of == self.generation.load(Ordering::Relaxed).to_string() => {
                "[]".to_owned()
            }
            Some(_) => return Err(ErrorData::resource_not_found("the link has died", None)),
        };
        let part = ResourceContents::text(body, uri).with_mime_type("application/json");
        Ok(ReadResourceResult::new(vec![part]).with_ttl_ms(60_000).into())
    }
}

pub(crate) fn serve() {
    note(&format!("start {}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let service = Crm::default().serve(rmcp::transport::stdio()).await.unwrap();
        service.waiting().await.unwrap();
    });
}

#[tokio::test]
async fn a_modern_server_is_spoken_to_in_its_era_and_in_the_one_it_is_named() {
    let harness = Harness::real();
    assert_eq!(text(&harness.servers(), "crm://era").await, "2026-07-28");
    for (era, version) in [(ProtocolEra::Modern, "2026-07-28"), (ProtocolEra::Legacy, "2025-11-25")]
    {
        let servers = McpServers::new([("crm", harness.spec().protocol_era(era))]);
        assert_eq!(text(&servers, "crm://era").await, version);
    }
}

#[tokio::test]
async fn a_dead_link_is_read_under_the_uri_that_a_replay_gives_it() {
    let harness = Harness::real();
    let servers = harness.servers();
    let tools = servers.tools().await.unwrap();
    let spec = tools[0].spec();
    assert_eq!(spec.qualified_name(), "crm::get_deal");
    assert_eq!(spec.description, "A deal and its mails.");
    assert_eq!(spec.input_schema["required"], json!(["deal_id"]));

    let args = Map::from_iter([("deal_id".to_owned(), json!("D1"))]);
    let output = tools[0].call(ToolCall::new(args.clone())).await.unwrap();
    assert_eq!(output.typed, Some(json!({ "deal": "D1" })));
    let call = ProducingCall::new("get_deal", args.clone(), true);
    let links = lift(&output.content, Some("crm"), &call).refs;
    assert_eq!((links[0].kind(), links[0].size()), ("email-history", Some(2)));
    assert_eq!(text(&servers, links[0].uri()).await, "[]");

    // The link dies, and the read says so although the last one is fresh for a minute.
    tools[0].call(ToolCall::new(args.clone())).await.unwrap();
    let error = read_error(&servers, links[0].uri()).await;
    assert!(matches!(error, McpError::Refused { code: -32602, .. }), "{error:?}");

    let again = ReplayRequest::new("crm", "get_deal", args);
    let replayed = servers.replayer().replay(again).await.unwrap();
    let fresh = lift(&replayed, Some("crm"), &call).refs;
    assert_ne!(fresh[0].uri(), links[0].uri());
    let request = FetchRequest::new(fresh[0].uri()).server("crm");
    let fetched = servers.fetcher().fetch(request).await.unwrap();
    assert_eq!(fetched.contents[0].body, Body::from("[]"));
    assert_eq!(fetched.contents[0].mime(), Some("application/json"));
    servers.close().await;
    assert_eq!(harness.processes().len(), 1);
}
