//! The lives of the thread, each in a process of its own.

use std::path::Path;

use neograph::{
    mcp::{McpServers, StdioServer},
    prelude::*,
    run::{Event, Interrupt},
    tool::ToolCall,
};
use serde_json::json;

use super::{
    BoxError,
    flow::deal_research::{self, consume, parse_activity, research},
    ledger::Ledger,
    models,
    options::Options,
};

const THREAD: &str = "deal-D1";

/// The first life: research, then pause.
pub async fn start(options: &Options) -> Result<(), BoxError> {
    println!("── first life (process {}) ──", std::process::id());
    let life = Life::begin(options).await?;
    let outcome = life.graph.arun(Input::new().set("deal_id", "D1")?, &life.config).await;
    life.end(outcome).await
}

/// The second life: the human has approved.
pub async fn resume(options: &Options) -> Result<(), BoxError> {
    println!("── second life (process {}) ──", std::process::id());
    let life = Life::begin(options).await?;
    let outcome = life.graph.arun(Resume::new(json!({ "approved": true })), &life.config).await;
    life.end(outcome).await
}

/// Takes up a thread whose process was killed.
pub async fn carry_on(options: &Options) -> Result<(), BoxError> {
    println!("── another life (process {}) ──", std::process::id());
    let life = Life::begin(options).await?;
    let outcome = life.graph.arun(Continue, &life.config).await;
    life.end(outcome).await
}

/// Lets the e-mail link die once, through the battery.
pub async fn arm(options: &Options) -> Result<(), BoxError> {
    let servers = crm(options)?;
    let tools = servers.tools().await?;
    let arm = tools.iter().find(|tool| tool.spec().name == "arm_email_expiry");
    let arm = arm.ok_or("the CRM has no tool `arm_email_expiry`")?;
    arm.call(ToolCall::new(serde_json::Map::new())).await?;
    servers.close().await;
    println!("… the link to the e-mail history expires.\n");
    Ok(())
}

/// The CRM server: this program once more.
fn crm(options: &Options) -> Result<McpServers, BoxError> {
    let server = StdioServer::new(std::env::current_exe()?)
        .args(["serve", "--db"])
        .arg(options.db())
        .idempotent(["get_deal"]);
    Ok(McpServers::new([("crm", server)]))
}

struct Life {
    saver: SqliteSaver,
    servers: McpServers,
    graph: Graph,
    config: RunConfig,
}

impl Life {
    async fn begin(options: &Options) -> Result<Self, BoxError> {
        let ledger = Ledger::new(&options.crm_dir());
        let servers = crm(options)?;
        let prompts = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/deal_research/prompts");
        let saver = SqliteSaver::open(options.db()).await?;
        let graph = Graph::builder(deal_research::pipeline())
            .checkpointer(saver.clone())
            .model("research", models::research(options.turn_delay, ledger.clone()))
            .model("consume", models::consume(options.turn_delay, ledger))
            .prompts(Prompts::dir(prompts)?)
            .tools(servers.tools().await?)
            .compile()?;
        let config = RunConfig::new()
            .thread_id(THREAD)
            .fetcher(servers.fetcher())
            .replayer(servers.replayer())
            .on_event(print_event);
        Ok(Self { saver, servers, graph, config })
    }

    /// Prints what the run came to, and ends the CRM's process and the store whatever it was.
    async fn end(self, outcome: Result<Outcome>) -> Result<(), BoxError> {
        let printed = match outcome {
            Ok(outcome) => self.print(&outcome).await,
            Err(error) => Err(error.into()),
        };
        self.servers.close().await;
        self.saver.close().await?;
        printed
    }

    async fn print(&self, outcome: &Outcome) -> Result<(), BoxError> {
        match outcome {
            Outcome::Interrupted { interrupts, .. } => {
                self.print_pause(outcome, interrupts).await?;
            }
            Outcome::Completed(_) => print_brief(outcome)?,
        }
        println!("\nfetches in this run");
        for (uri, count) in &outcome.resources().fetches {
            println!("  {count} × {uri}");
        }
        println!("  replays: {}", outcome.resources().replays);
        Ok(())
    }

    async fn print_pause(
        &self,
        outcome: &Outcome,
        interrupts: &[Interrupt],
    ) -> Result<(), BoxError> {
        let summary = outcome.get::<research>()?;
        println!("\nsummary · {}", summary.headline);
        println!("  open: {}", summary.open_points.join(", "));
        for interrupt in interrupts {
            let message = interrupt.payload["message"].as_str().unwrap_or_default();
            println!("\npaused at {} · {message}", interrupt.node);
        }
        let state = self.graph.get_state(&self.config).await?;
        println!("\nmanifest of research, in the checkpoint");
        for link in state.manifest("research") {
            let call = link.producing_call();
            println!(
                "  {}  {}  server={}  producing_call={}({})  idempotent={}",
                link.kind(),
                link.uri(),
                link.server(),
                call.tool_name(),
                serde_json::to_string(call.args())?,
                call.producer_idempotent(),
            );
        }
        Ok(())
    }
}

fn print_brief(outcome: &Outcome) -> Result<(), BoxError> {
    let digest = outcome.get::<parse_activity>()?;
    println!("\nactivity · {} entries, the last on {}", digest.entries, digest.last_date);
    let brief = outcome.get::<consume>()?;
    println!("\nbrief · {}", brief.title);
    for subject in &brief.subjects {
        println!("  e-mail: {subject}");
    }
    Ok(())
}

fn print_event(event: &Event) {
    match event {
        Event::ModelAsked { node, turn } => println!("  model · {node} takes turn {turn}"),
        Event::ToolCalled { tool, args, .. } => println!("  tool  · {tool}({args})"),
        Event::ResourceFetched { node, uri, bytes, .. } => {
            println!("  read  · {node} hydrates {uri} ({bytes} bytes)");
        }
        Event::ResourceReadFailed { node, uri, error, .. } => {
            println!("  heal  · {node}: the first read failed: {uri}: {error}");
        }
        Event::ResourceHealed { node, kind, tool, new_uri, .. } => {
            println!("  heal  · {node}: replayed {tool}, and re-read {kind}: {new_uri}");
        }
        _ => {}
    }
}
