//! What a read through the battery costs, beside the same read on a bare rmcp session.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::env;

use criterion::{Criterion, Throughput, criterion_group};
use neograph::resource::{FetchRequest, Fetcher as _};
use neograph_mcp::{McpServers, StdioServer};
use rmcp::{
    ErrorData, RoleClient, RoleServer, ServerHandler, ServiceExt as _,
    model::{
        ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
        ResourceContents, ServerCapabilities, ServerConfig,
    },
    service::{
        ClientCacheConfig, ClientLifecycleMode, ClientServiceExt as _, RequestContext,
        RunningService,
    },
    transport::TokioChildProcess,
};
use tokio::runtime::Runtime;

/// Set for a process that is to be the server.
const SERVER: &str = "NEOGRAPH_BENCH_SERVER";

/// Resources of as many bytes as their URIs say.
#[derive(Clone)]
struct Bytes;

impl ServerHandler for Bytes {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_resources().build())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let bytes = request.uri.rsplit('/').next().and_then(|bytes| bytes.parse().ok());
        let text = "x".repeat(bytes.unwrap_or_default());
        let part = ResourceContents::text(text, request.uri).with_mime_type("text/plain");
        Ok(ReadResourceResult::new(vec![part]).into())
    }
}

fn serve() {
    Runtime::new().unwrap().block_on(async {
        let service = Bytes.serve(rmcp::transport::stdio()).await.unwrap();
        service.waiting().await.unwrap();
    });
}

/// A session as rmcp's own documentation opens one.
async fn bare() -> RunningService<RoleClient, ()> {
    let mut command = tokio::process::Command::new(env::current_exe().unwrap());
    command.env(SERVER, "1");
    let transport = TokioChildProcess::new(command).unwrap();
    let era = ClientLifecycleMode::Auto {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        legacy_version: Some(ProtocolVersion::V_2025_11_25),
    };
    let session = ().serve_with_lifecycle(transport, era).await.unwrap();
    // Else it would not read at all.
    session.set_response_cache_config(ClientCacheConfig::disabled()).await;
    session
}

fn reads(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let session = runtime.block_on(bare());
    let server = StdioServer::new(env::current_exe().unwrap()).env(SERVER, "1");
    let servers = McpServers::new([("bench", server)]);
    let fetcher = servers.fetcher();
    for (size, bytes) in [("1 KiB", 1024), ("1 MiB", 1024 * 1024)] {
        let mut group = c.benchmark_group(format!("MCP read of {size}"));
        group.throughput(Throughput::Bytes(bytes));
        let uri = format!("bench://bytes/{bytes}");
        group.bench_function("through the battery", |b| {
            b.to_async(&runtime).iter(async || {
                fetcher.fetch(FetchRequest::new(&*uri)).await.unwrap().contents[0].size()
            });
        });
        group.bench_function("floor: a bare rmcp session", |b| {
            b.to_async(&runtime).iter(async || {
                let request = ReadResourceRequestParams::new(&*uri);
                session.read_resource(request).await.unwrap().contents.len()
            });
        });
        group.finish();
    }
    runtime.block_on(async {
        servers.close().await;
        session.cancel().await.unwrap();
    });
}

criterion_group!(benches, reads);

fn main() {
    if env::var_os(SERVER).is_some() {
        return serve();
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
