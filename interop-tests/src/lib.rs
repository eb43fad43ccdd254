//! Where the servers of others are, and how they are started.
//!
//! `interop-tests/install.sh` installs them; a test that misses one fails and says so. They are
//! in `target/interop`, or in the folder that the variable `NEOGRAPH_INTEROP` names.

#![allow(clippy::panic, reason = "this is how tests fail")]

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use neograph_core::BoxError;
use neograph_mcp::{McpServer, StdioServer, probe::Probe};
use serde_json::{Map, Value};

/// npm `@modelcontextprotocol/server-everything`.
pub fn everything() -> StdioServer {
    let package = "npm/node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    StdioServer::new("node").arg(installed(package)).arg("stdio")
}

/// npm `@modelcontextprotocol/server-filesystem` over a directory.
pub fn filesystem(dir: &Path) -> StdioServer {
    let package = "npm/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";
    StdioServer::new("node").arg(installed(package)).arg(dir)
}

/// `fastmcp` 4 of the Python index.
pub fn fastmcp() -> StdioServer {
    python("fastmcp", "fastmcp_server.py")
}

/// `mcp` 1.30 of the Python index.
pub fn sdk_1() -> StdioServer {
    python("mcp1", "sdk_server.py")
}

/// `mcp` 2 of the Python index.
pub fn sdk_2() -> StdioServer {
    python("mcp2", "sdk_server.py")
}

/// The official conformance suite, as a command that takes its arguments.
pub fn conformance() -> Command {
    let mut suite = Command::new(installed("node/bin/node"));
    suite.arg(installed("npm/node_modules/@modelcontextprotocol/conformance/dist/index.js"));
    suite
}

fn python(venv: &str, script: &str) -> StdioServer {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("servers").join(script);
    StdioServer::new(installed(&format!("{venv}/bin/python"))).arg(script)
}

/// What the script has installed.
fn installed(path: &str) -> PathBuf {
    let folder = std::env::var_os("NEOGRAPH_INTEROP").map(PathBuf::from);
    let folder =
        folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/interop"));
    let path = folder.join(path);
    assert!(path.exists(), "{} is missing; run `interop-tests/install.sh`", path.display());
    path
}

/// A probe of a server, whose questions may take as long as a busy machine needs.
pub fn probe(server: impl Into<McpServer>) -> Probe {
    let patience = std::time::Duration::from_mins(2);
    Probe::new(server.into().connect_timeout(patience).request_timeout(patience))
}

/// The arguments of a call.
///
/// # Panics
///
/// On anything but an object.
pub fn args(args: Value) -> Map<String, Value> {
    match args {
        Value::Object(args) => args,
        other => panic!("`{other}` is no object"),
    }
}

/// The document of an answer.
///
/// # Panics
///
/// On an error, with its document.
pub fn document(answer: Result<Value, BoxError>) -> Value {
    match answer {
        Ok(document) => document,
        Err(error) => panic!("{:#}", neograph_mcp::probe::failure(&*error)),
    }
}
