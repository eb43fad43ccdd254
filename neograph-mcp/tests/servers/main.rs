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
#[cfg(target_os = "linux")]
mod processes;
mod reads;
mod real_server;
mod scripted_server;
mod sessions;
mod tools;

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
