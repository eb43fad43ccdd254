//! No process is left behind.

use std::{fs, process::Command, time::Duration};

use neograph_mcp::McpServers;

use crate::harness::{Harness, text};

/// Whether a process is there; one that only waits to be reaped is not.
fn is_alive(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
    state != Some('Z')
}

/// Whether a child of ours waits to be reaped.
fn is_zombie(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z "))
}

fn parent(pid: u32) -> u32 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat.rsplit(") ").next().unwrap().split(' ').nth(1).unwrap().parse().unwrap()
}

async fn all_gone(pids: &[u32]) -> bool {
    for _ in 0..100 {
        if !pids.iter().any(|pid| is_alive(*pid)) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

#[tokio::test]
async fn a_server_behind_a_launcher_is_gone_after_close_whatever_it_ignores() {
    let harness = Harness::scripted("stubborn");
    let servers = McpServers::new([("crm", harness.behind_launcher())]);
    text(&servers, "any://thing").await;
    let server = harness.processes()[0];
    let launcher = parent(server);
    assert_ne!(launcher, std::process::id());
    servers.close().await;
    assert!(all_gone(&[server, launcher]).await);
}

#[tokio::test]
async fn a_server_behind_a_launcher_is_gone_after_drop() {
    let harness = Harness::scripted("stubborn");
    let servers = McpServers::new([("crm", harness.behind_launcher())]);
    text(&servers, "any://thing").await;
    let server = harness.processes()[0];
    let launcher = parent(server);
    drop(servers);
    assert!(all_gone(&[server, launcher]).await);
}

#[test]
fn a_server_is_gone_when_its_runtime_ends() {
    let harness = Harness::scripted("stubborn");
    let servers = McpServers::new([("crm", harness.behind_launcher())]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(text(&servers, "any://thing"));
    let server = harness.processes()[0];
    let launcher = parent(server);
    drop(runtime);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert!(runtime.block_on(all_gone(&[server, launcher])));
    drop(servers);
}

#[tokio::test]
async fn connecting_and_closing_leaves_nothing() {
    let harness = Harness::scripted("");
    for _ in 0..20 {
        let servers = harness.servers();
        text(&servers, "any://thing").await;
        servers.close().await;
    }
    let pids = harness.processes();
    assert_eq!(pids.len(), 20);
    assert!(!pids.iter().any(|pid| is_alive(*pid) || is_zombie(*pid)));
}

#[tokio::test]
async fn a_server_that_was_killed_is_started_again_once() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    text(&servers, "any://thing").await;
    let first = harness.processes()[0];
    let killed = Command::new("kill").args(["-9", &first.to_string()]).status().unwrap();
    assert!(killed.success());
    for _ in 0..3 {
        text(&servers, "any://thing").await;
    }
    assert_eq!(harness.processes().len(), 2);
    assert!(all_gone(&[first]).await);
}

#[tokio::test]
async fn a_server_that_did_not_greet_in_time_is_gone() {
    let harness = Harness::scripted("mute");
    let spec = harness.spec().connect_timeout(Duration::from_millis(500));
    let servers = McpServers::new([("crm", spec)]);
    crate::harness::read_error(&servers, "any://thing").await;
    assert!(all_gone(&harness.processes()).await);
}

/// How many threads and open descriptors this process has.
fn own() -> (usize, usize) {
    let count = |what: &str| fs::read_dir(format!("/proc/self/{what}")).unwrap().count();
    (count("task"), count("fd"))
}

/// Alone in its process, so that no other test's threads and descriptors are counted.
#[test]
fn rounds_leave_the_counts_of_children_threads_and_descriptors_as_they_were() {
    let harness = Harness::scripted("");
    let counted = harness.alone("counting_rounds");
    let said = String::from_utf8_lossy(&counted.stdout);
    assert!(counted.status.success() && said.contains("1 passed"), "{said}");
}

/// Not a test: what [`rounds_leave_the_counts_of_children_threads_and_descriptors_as_they_were`]
/// runs alone.
#[test]
fn counting_rounds() {
    if std::env::var_os(crate::harness::CLIENT).is_none() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let harness = Harness::scripted("");
        let round = async || {
            let servers = harness.servers();
            text(&servers, "any://thing").await;
            servers.close().await;
        };
        round().await;
        let before = own();
        for _ in 0..20 {
            round().await;
        }
        // What a closed connection leaves to the runtime takes its turn.
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(own(), before);
        assert_eq!(harness.processes().len(), 21);
        assert!(!harness.processes().iter().any(|pid| is_alive(*pid) || is_zombie(*pid)));
    });
}

#[tokio::test]
async fn a_thousand_reads_use_one_process() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    for _ in 0..1_000 {
        text(&servers, "any://thing").await;
    }
    assert_eq!(harness.processes().len(), 1);
}
