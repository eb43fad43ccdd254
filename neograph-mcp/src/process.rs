//! A server's process and everything it started: one process group, gone when we let go.

use std::{
    io,
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    process::{Child, ChildStdin, ChildStdout},
    sync::{Notify, watch},
};

use crate::{spec::StdioServer, stderr::Stderr};

/// How long a server may take to exit once its stdin has ended.
const AFTER_EOF: Duration = Duration::from_secs(3);
/// How long a server may take to exit once it was asked to terminate.
const AFTER_TERM: Duration = Duration::from_secs(2);
/// How long the kernel may take over a kill.
const AFTER_KILL: Duration = Duration::from_secs(2);

/// A running server. Dropping it kills the whole group at once.
pub(crate) struct Process {
    group: Arc<Group>,
    exited: watch::Receiver<bool>,
    pub(crate) stderr: Stderr,
}

impl Process {
    pub(crate) fn spawn(spec: &StdioServer) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = spec.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.kill_on_drop(true);
        // A group of its own, so that a launcher's children can be reached, and so that
        // Ctrl-C in our terminal reaches us first.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let group = Arc::new(Group::led_by(&child));
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("the standard streams are not piped"));
        };
        let (exit, exited) = watch::channel(false);
        tokio::spawn(watch_over(child, Watch(Arc::clone(&group)), exit));
        Ok((Self { group, exited, stderr: Stderr::drain(stderr) }, stdin, stdout))
    }

    pub(crate) fn has_exited(&self) -> bool {
        *self.exited.borrow() || self.exited.has_changed().is_err()
    }

    /// Waits for the process to exit by itself, then asks, then kills; in any case nothing
    /// of its group is left. Its stdin must have ended before.
    pub(crate) async fn stop(&self) {
        if self.exits_within(AFTER_EOF).await {
            return;
        }
        self.group.terminate();
        if self.exits_within(AFTER_TERM).await {
            return;
        }
        self.kill().await;
    }

    /// Kills the group and waits until its leader is reaped.
    pub(crate) async fn kill(&self) {
        self.group.kill();
        if !self.exits_within(AFTER_KILL).await {
            tracing::warn!("a killed MCP server has not exited");
        }
    }

    async fn exits_within(&self, limit: Duration) -> bool {
        let mut exited = self.exited.clone();
        // An error says that the watcher is gone, which kills the group on its way.
        tokio::time::timeout(limit, exited.wait_for(|exited| *exited)).await.is_ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.group.kill();
    }
}

/// Reaps the leader when it exits, and ends what it leaves behind.
async fn watch_over(mut child: Child, watch: Watch, exit: watch::Sender<bool>) {
    tokio::select! {
        _ = child.wait() => {}
        () = watch.0.killed.notified() => {
            // The group has been killed where groups exist; this reaps, and kills elsewhere.
            let _ = child.kill().await;
        }
    }
    watch.0.retire();
    exit.send_replace(true);
}

/// Kills the group when the runtime that watches over it ends.
struct Watch(Arc<Group>);

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.kill();
    }
}

/// A process group, known by its leader until the leader is reaped: from then on the number
/// may belong to somebody else.
struct Group {
    leader: Mutex<Option<u32>>,
    killed: Notify,
}

impl Group {
    fn led_by(child: &Child) -> Self {
        Self { leader: Mutex::new(child.id()), killed: Notify::new() }
    }

    fn kill(&self) {
        let leader = self.leader.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(leader) = *leader {
            signal::kill(leader);
            self.killed.notify_one();
        }
    }

    fn terminate(&self) {
        let leader = self.leader.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(leader) = *leader {
            signal::terminate(leader);
        }
    }

    fn retire(&self) {
        let mut leader = self.leader.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(leader) = leader.take() {
            signal::kill(leader);
        }
    }
}

#[cfg(unix)]
mod signal {
    use rustix::process::{Pid, Signal, kill_process_group};

    pub(super) fn kill(leader: u32) {
        send(leader, Signal::KILL);
    }

    pub(super) fn terminate(leader: u32) {
        send(leader, Signal::TERM);
    }

    fn send(leader: u32, signal: Signal) {
        let group = i32::try_from(leader).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            // The group may be gone already, which is what we want.
            let _ = kill_process_group(group, signal);
        }
    }
}

/// Without process groups the leader alone is killed, by the task that watches over it.
#[cfg(not(unix))]
mod signal {
    pub(super) fn kill(_leader: u32) {}

    pub(super) fn terminate(_leader: u32) {}
}
