//! The battery against real child processes over real pipes.
//!
//! The servers are this very program, started again: [`the_server_process`] is where they
//! begin. libtest's own lines on stdout come before their first message, as the banners of
//! real servers do.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is how tests fail"
)]

mod greeting;
mod harness;
mod hydration;
mod links;
mod picking;
#[cfg(target_os = "linux")]
mod processes;
mod progress;
mod reads;
mod real_server;
mod scripted_server;
mod sessions;
mod templates;
mod tools;

/// Not a test: where a client process begins, which a test watches from outside.
#[test]
fn the_client_process() {
    if std::env::var_os(harness::CLIENT).is_none() {
        return;
    }
    let harness = harness::Harness::scripted("");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let servers = harness.servers();
        harness::text(&servers, "chatty://thing").await;
        servers.close().await;
    });
    println!("the client has read");
}

/// Not a test: where a server process begins.
#[test]
fn the_server_process() {
    let Ok(server) = std::env::var(harness::SERVER) else { return };
    match server.as_str() {
        "real" => real_server::serve(),
        flags => scripted_server::serve(flags),
    }
    std::process::exit(0);
}
