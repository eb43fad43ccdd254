//! The configuration files that people already have.

#![allow(clippy::unwrap_used, reason = "this is how tests fail")]

use std::fs;

use neograph_mcp::{ConfigError, McpConfig, McpServers};

fn load(json: &str) -> Result<McpConfig, ConfigError> {
    McpConfig::from_json_with(json, |name| match name {
        "TOKEN" => Some("t0ken".to_owned()),
        "BIN" => Some("/opt/bin".to_owned()),
        _ => None,
    })
}

/// What a server is, as `Debug` shows it: without the values of `env` and `headers`.
fn shown(config: &McpConfig) -> String {
    format!("{:?}", config.servers())
}

#[test]
fn the_files_of_claude_and_cursor_are_read() {
    let config = load(
        r#"{
            "globalShortcut": "",
            "mcpServers": {
                "files": {
                    "command": "${BIN}/server",
                    "args": ["-y", "${DIR:-/home}", "--token=${TOKEN}"],
                    "env": { "KEY": "${TOKEN}", "PORT": 8080 },
                    "cwd": "${BIN}",
                    "autoApprove": ["read"],
                    "timeout": 30
                },
                "off": { "command": "x", "disabled": true },
                "out": { "command": "${NO_SUCH}", "enabled": false }
            }
        }"#,
    )
    .unwrap();
    assert_eq!(config.keys().collect::<Vec<_>>(), ["files"]);
    let shown = shown(&config);
    for part in ["/opt/bin/server", "/home", "--token=t0ken", "KEY", "PORT"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let unknown = config.unknown("files").unwrap();
    assert_eq!(unknown.keys().collect::<Vec<_>>(), ["autoApprove", "timeout"]);
    assert_eq!(config.rest()["globalShortcut"], "");
    assert!(config.unknown("off").is_none());
}

#[cfg(feature = "http")]
#[test]
fn the_files_of_vs_code_are_read_with_their_comments() {
    let config = load(
        r#"{
            // where prompts are put
            "inputs": [],
            "servers": {
                "local": { "type": "stdio", "command": "${env:BIN}/crm", },
                "remote": {
                    "type": "http",
                    "url": "https://${HOST:-crm.example}/mcp",
                    "headers": { "Authorization": "Bearer ${TOKEN}" },
                },
            },
        }"#,
    )
    .unwrap();
    assert_eq!(config.keys().collect::<Vec<_>>(), ["local", "remote"]);
    let shown = shown(&config);
    assert!(shown.contains("https://crm.example/mcp") && shown.contains("/opt/bin/crm"), "{shown}");
    assert!(!shown.contains("t0ken"), "{shown}");
    assert!(config.rest().contains_key("inputs"));
}

#[test]
fn a_variable_that_is_not_set_names_its_server_and_its_field() {
    for (entry, field) in [
        (r#""command": "${NO_SUCH}""#, "command"),
        (r#""command": "x", "args": ["a", "${NO_SUCH}"]"#, "args[1]"),
        (r#""command": "x", "env": { "K": "${NO_SUCH}" }"#, "env.K"),
        #[cfg(feature = "http")]
        (r#""url": "http://${NO_SUCH}/mcp""#, "url"),
        #[cfg(feature = "http")]
        (r#""url": "http://x/", "headers": { "A": "Bearer ${NO_SUCH}" }"#, "headers.A"),
    ] {
        let error = load(&format!(r#"{{ "mcpServers": {{ "crm": {{ {entry} }} }} }}"#));
        match error.unwrap_err() {
            ConfigError::UnsetVariable { server, field: place, variable } => {
                assert_eq!((&*server, &*place, &*variable), ("crm", field, "NO_SUCH"));
            }
            error => panic!("{error:?}"),
        }
    }
}

#[test]
fn what_is_not_spoken_is_refused_with_what_to_do() {
    for (entry, says) in [
        (r#"{ "type": "sse", "url": "http://x/sse" }"#, "`http`"),
        (r#"{ "transport": "sse", "url": "http://x/sse" }"#, "streamable HTTP"),
        (r#"{ "type": "ws", "url": "http://x" }"#, "`ws`"),
        (r#"{ "args": [] }"#, "`command`"),
        ("7", "`command`"),
        (r#"{ "command": "x", "args": "y" }"#, "`args`"),
        (r#"{ "command": ["x"] }"#, "`command`"),
        (r#"{ "command": "x", "env": ["K=v"] }"#, "`env`"),
        (r#"{ "command": "${input:program}" }"#, "environment variable"),
        (r#"{ "command": "${workspaceFolder}/x" }"#, "from_file"),
        (r#"{ "command": "${userHome}/x", "args": ["${x y}"] }"#, "userHome"),
        (r#"{ "command": "x", "inherit_env": "yes" }"#, "`inherit_env`"),
        (r#"{ "command": "x", "protocolEra": "new" }"#, "`protocolEra`"),
    ] {
        let json = format!(r#"{{ "mcpServers": {{ "crm": {entry} }} }}"#);
        let error = load(&json).unwrap_err().to_string();
        assert!(error.contains("`crm`") && error.contains(says), "{entry}: {error}");
    }
}

#[test]
fn a_file_knows_its_workspace() {
    let dir = tempfile::tempdir().unwrap();
    let settings = dir.path().join(".vscode");
    fs::create_dir(&settings).unwrap();
    let file = settings.join("mcp.json");
    let json = r#"{ "servers": { "crm": { "command": "${workspaceFolder}/crm" } } }"#;
    fs::write(&file, json).unwrap();
    let shown = format!("{:?}", McpServers::from_file(&file).unwrap());
    assert!(shown.contains(dir.path().join("crm").to_str().unwrap()), "{shown}");
    let error = McpServers::from_file(dir.path().join("none.json")).unwrap_err();
    assert!(matches!(&error, ConfigError::Read { .. }), "{error:?}");
    assert!(error.to_string().contains("none.json"));
}

#[test]
fn a_server_can_be_told_what_its_file_does_not_say() {
    let json = r#"{ "mcpServers": { "crm": { "command": "crm" } } }"#;
    load(json).unwrap().configure("crm", |crm| crm.idempotent(["get_deal"])).unwrap();
    let error = load(json).unwrap().configure("erp", |erp| erp).unwrap_err().to_string();
    assert!(error.contains("`erp`") && error.contains("`crm`"), "{error}");
}
