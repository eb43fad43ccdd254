//! Starts servers for a test and reads what they noted.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Arc, Mutex},
};

use neograph_core::{
    BoxError,
    resource::{FetchRequest, Fetched, Fetcher},
};
use neograph_mcp::{Diagnostic, McpError, McpServers, StdioServer};
use serde_json::{Map, Value};
use tempfile::TempDir;

/// Which server to be, for a process that is one.
pub(crate) const SERVER: &str = "NEOGRAPH_MCP_TEST_SERVER";
/// Set for a process that is to be a client.
pub(crate) const CLIENT: &str = "NEOGRAPH_MCP_TEST_CLIENT";
const DIR: &str = "NEOGRAPH_MCP_TEST_DIR";

/// A server and the directory it notes its doings in.
pub(crate) struct Harness {
    dir: TempDir,
    flags: &'static str,
}

impl Harness {
    /// The scripted server, with flags from its documentation.
    pub(crate) fn scripted(flags: &'static str) -> Self {
        Self { dir: tempfile::tempdir().unwrap(), flags }
    }

    /// A server on rmcp.
    pub(crate) fn real() -> Self {
        Self::scripted("real")
    }

    pub(crate) fn spec(&self) -> StdioServer {
        self.configured(StdioServer::new(program()).args(arguments()))
    }

    /// The server behind a shell that ignores SIGTERM, as the server then does, too.
    pub(crate) fn behind_launcher(&self) -> StdioServer {
        let script = r#"trap "" TERM; "$0" "$@"; true"#;
        let launcher = StdioServer::new("sh").args(["-c", script]).arg(program());
        self.configured(launcher.args(arguments()))
    }

    fn configured(&self, spec: StdioServer) -> StdioServer {
        spec.env(SERVER, self.flags).env(DIR, self.dir.path())
    }

    pub(crate) fn servers(&self) -> McpServers {
        McpServers::new([("crm", self.spec())])
    }

    /// Lets the scripted server read a resource so: its `contents`.
    pub(crate) fn gives(&self, uri: &str, contents: Value) {
        let mut given = given(self.dir.path());
        given.insert(uri.to_owned(), contents);
        fs::write(self.dir.path().join("given"), Value::Object(given).to_string()).unwrap();
    }

    /// Another process of ours reads from a server that floods its stderr.
    pub(crate) fn client(&self) -> Output {
        self.alone("the_client_process")
    }

    /// Runs a test of this program in a process of its own.
    #[expect(clippy::unused_self, reason = "the harness starts processes")]
    pub(crate) fn alone(&self, test: &str) -> Output {
        let mut client = Command::new(program());
        client.args([test, "--nocapture", "--test-threads=1"]);
        client.env(CLIENT, "1").output().unwrap()
    }

    /// How often a note was made.
    pub(crate) fn count(&self, note: &str) -> usize {
        self.notes().iter().filter(|noted| *noted == note).count()
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        let notes = fs::read_to_string(self.dir.path().join("notes")).unwrap_or_default();
        notes.lines().map(str::to_owned).collect()
    }

    /// The ids of the server processes, in the order of their starts.
    pub(crate) fn processes(&self) -> Vec<u32> {
        let notes = self.notes();
        notes.iter().filter_map(|note| note.strip_prefix("start ")?.parse().ok()).collect()
    }
}

/// Notes what a server did.
pub(crate) fn note(what: &str) {
    let mut notes = OpenOptions::new().create(true).append(true).open(dir().join("notes")).unwrap();
    notes.write_all(format!("{what}\n").as_bytes()).unwrap();
}

/// Whether this is the first time that a server of this test does something.
pub(crate) fn first_time(what: &str) -> bool {
    let marker = dir().join(format!("marker-{what}"));
    OpenOptions::new().create_new(true).write(true).open(marker).is_ok()
}

/// How often a server of this test has noted something.
pub(crate) fn times(what: &str) -> usize {
    let notes = fs::read_to_string(dir().join("notes")).unwrap_or_default();
    notes.lines().filter(|line| *line == what).count()
}

/// The contents that the test gave a resource.
pub(crate) fn given_contents(uri: &str) -> Option<Value> {
    given(&dir()).remove(uri)
}

fn given(dir: &Path) -> Map<String, Value> {
    let given = fs::read_to_string(dir.join("given")).unwrap_or_else(|_| "{}".to_owned());
    serde_json::from_str(&given).unwrap()
}

/// Servers of which every oddity is kept.
pub(crate) fn observed(spec: StdioServer) -> (McpServers, Arc<Mutex<Vec<Diagnostic>>>) {
    let servers = McpServers::new([("crm", spec)]);
    let oddities = Arc::<Mutex<Vec<Diagnostic>>>::default();
    let sink = Arc::clone(&oddities);
    servers.on_diagnostic(move |odd| sink.lock().unwrap().push(odd.clone()));
    (servers, oddities)
}

fn dir() -> PathBuf {
    std::env::var_os(DIR).unwrap().into()
}

fn program() -> PathBuf {
    std::env::current_exe().unwrap()
}

fn arguments() -> [&'static str; 3] {
    ["the_server_process", "--exact", "--nocapture"]
}

pub(crate) async fn read(servers: &McpServers, uri: &str) -> Result<Fetched, BoxError> {
    servers.fetcher().fetch(FetchRequest::new(uri)).await
}

/// The text of a read that returns one.
pub(crate) async fn text(servers: &McpServers, uri: &str) -> String {
    let fetched = read(servers, uri).await.unwrap();
    fetched.contents[0].body.as_text().unwrap().to_owned()
}

pub(crate) async fn read_error(servers: &McpServers, uri: &str) -> McpError {
    *read(servers, uri).await.unwrap_err().downcast().unwrap()
}
