//! What a server is: how it is started, how long it may take, what it may see.

use std::{
    cmp::Reverse,
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    fmt,
    path::PathBuf,
    time::Duration,
};

/// The variables a server gets from our environment unless
/// [`StdioServer::inherit_env`] says otherwise: those it needs to start and to find its
/// files, and none that holds a key of ours.
const PASSED_ON: &[&str] = &[
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "TMPDIR",
    "USER",
    // What a program needs on Windows.
    "APPDATA",
    "LOCALAPPDATA",
    "PATHEXT",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "USERNAME",
    "USERPROFILE",
];

/// Values shorter than this are too common to be hidden in an error message.
const SHORTEST_SECRET: usize = 4;

/// An MCP server that is a program speaking over its stdin and stdout.
///
/// It is started on first use and not before.
///
/// ```
/// use std::time::Duration;
/// use neograph_mcp::StdioServer;
///
/// let crm = StdioServer::new("crm-server")
///     .arg("--stdio")
///     .env("CRM_TOKEN", "…")
///     .request_timeout(Duration::from_secs(20))
///     .idempotent(["get_deal"]);
/// ```
#[derive(Clone)]
pub struct StdioServer {
    program: OsString,
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    inherit_env: bool,
    current_dir: Option<PathBuf>,
    era: ProtocolEra,
    pub(crate) connect_timeout: Duration,
    pub(crate) request_timeout: Duration,
    pub(crate) idempotent: BTreeSet<String>,
    pub(crate) trust_annotations: bool,
}

/// Which revisions of the protocol a server is spoken to in.
///
/// ```
/// use neograph_mcp::{ProtocolEra, StdioServer};
///
/// // A server that ignores `server/discover` costs ten seconds unless it is named legacy.
/// let old = StdioServer::new("old-server").protocol_era(ProtocolEra::Legacy);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ProtocolEra {
    /// 2026-07-28 when the server knows it, else the `initialize` handshake. A server that
    /// exits on the question is started a second time; the answer is remembered.
    #[default]
    Auto,
    /// The `initialize` handshake of 2025-11-25 and before.
    Legacy,
    /// 2026-07-28 and nothing else.
    Modern,
}

impl StdioServer {
    /// A server started by this program: a path, or a name found on the `PATH`.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            inherit_env: false,
            current_dir: None,
            era: ProtocolEra::Auto,
            connect_timeout: Duration::from_secs(30),
            request_timeout: Duration::from_mins(1),
            idempotent: BTreeSet::new(),
            trust_annotations: false,
        }
    }

    /// Adds an argument. Arguments can be seen by every user of the machine: give a key with
    /// [`env`](Self::env).
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Sets a variable of the server's environment, over one that is passed on.
    ///
    /// The value shows up in no error and in no `Debug` output.
    #[must_use]
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Whether the server gets our whole environment, API keys included. By default it gets
    /// `HOME`, `LANG`, `LC_ALL`, `LC_CTYPE`, `LOGNAME`, `PATH`, `SHELL`, `TERM`, `TMPDIR`,
    /// `USER`, on Windows also what a program needs to start there, and what
    /// [`env`](Self::env) sets.
    #[must_use]
    pub fn inherit_env(mut self, inherit: bool) -> Self {
        self.inherit_env = inherit;
        self
    }

    /// Sets the directory the server runs in; ours by default.
    #[must_use]
    pub fn current_dir(mut self, dir: impl Into<PathBuf>) -> Self {
        self.current_dir = Some(dir.into());
        self
    }

    /// How long the server may take to start and greet us; 30 seconds by default. Servers
    /// behind a package runner may download themselves first.
    #[must_use]
    pub fn connect_timeout(mut self, limit: Duration) -> Self {
        self.connect_timeout = limit;
        self
    }

    /// How long one request may take; 60 seconds by default. A request that takes longer is
    /// cancelled; the connection lives on.
    #[must_use]
    pub fn request_timeout(mut self, limit: Duration) -> Self {
        self.request_timeout = limit;
        self
    }

    /// Declares tools whose calls may be made again: their dead links are replayed, and
    /// their calls are sent again when the server dies over them.
    ///
    /// Name only tools that change nothing when they are called twice.
    #[must_use]
    pub fn idempotent(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.idempotent.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Whether a tool counts as idempotent when the server annotates it with `readOnlyHint`
    /// or `idempotentHint`. Off by default: the hints of a server that is not yours are
    /// claims, and some claim `idempotentHint` for tools that destroy.
    #[must_use]
    pub fn trust_annotations(mut self, trust: bool) -> Self {
        self.trust_annotations = trust;
        self
    }

    /// Sets the revisions the server is spoken to in; [`ProtocolEra::Auto`] by default.
    #[must_use]
    pub fn protocol_era(mut self, era: ProtocolEra) -> Self {
        self.era = era;
        self
    }

    pub(crate) fn era(&self) -> ProtocolEra {
        self.era
    }

    pub(crate) fn program(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }

    pub(crate) fn command(&self) -> tokio::process::Command {
        let mut command = tokio::process::Command::new(&self.program);
        command.args(&self.args);
        if !self.inherit_env {
            command.env_clear();
            command.envs(PASSED_ON.iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        }
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(dir) = &self.current_dir {
            command.current_dir(dir);
        }
        command
    }

    /// Takes the values of [`env`](Self::env) out of words that came from the server.
    pub(crate) fn redact(&self, words: &str) -> String {
        let values = self.env.iter().filter_map(|(_, value)| value.to_str());
        let mut values: Vec<_> = values.filter(|value| value.len() >= SHORTEST_SECRET).collect();
        // A value may hold another one.
        values.sort_by_key(|value| Reverse(value.len()));
        values.iter().fold(words.to_owned(), |words, value| words.replace(value, "***"))
    }
}

impl fmt::Debug for StdioServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let env: Vec<_> = self.env.iter().map(|(name, _)| name).collect();
        f.debug_struct("StdioServer")
            .field("program", &self.program)
            .field("args", &self.args)
            .field("env", &env)
            .field("inherit_env", &self.inherit_env)
            .field("current_dir", &self.current_dir)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::StdioServer;

    #[test]
    fn values_of_the_environment_stay_out_of_words_and_debug_output() {
        let server = StdioServer::new("crm").env("A", "s3cr").env("TOKEN", "s3cret").env("N", "1");
        assert_eq!(server.redact("token s3cret refused 1 time"), "token *** refused 1 time");
        assert!(!format!("{server:?}").contains("s3cret"));
    }
}
