//! A server that is a program.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    path::PathBuf,
    sync::Arc,
};

use super::{Identity, Settings, TokenProvider, setters};

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
    pub(crate) identity: Option<Identity>,
    pub(crate) settings: Settings,
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
            identity: None,
            settings: Settings::default(),
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

    /// Tells the server who makes a call: `argument` of each tool that declares it is set to
    /// what `provider` gives, over whatever the model supplied. Models do not see the
    /// argument, and its value is in no checkpoint.
    #[must_use]
    pub fn identity(mut self, argument: impl Into<String>, provider: impl TokenProvider) -> Self {
        self.identity = Some(Identity { argument: argument.into(), provider: Arc::new(provider) });
        self
    }

    setters!();

    fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
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

    /// The values of [`env`](Self::env).
    pub(crate) fn secrets(&self) -> Vec<String> {
        self.env.iter().filter_map(|(_, value)| value.to_str().map(str::to_owned)).collect()
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
    fn values_of_the_environment_stay_out_of_debug_output() {
        let server = StdioServer::new("crm").env("TOKEN", "s3cret").identity("token", "t0ken");
        assert_eq!(server.secrets(), ["s3cret"]);
        let debug = format!("{server:?}");
        assert!(!debug.contains("s3cret") && !debug.contains("t0ken"), "{debug}");
    }
}
