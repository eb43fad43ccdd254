//! A server without an SDK, for whatever an SDK would not let a server do.
//!
//! Its flags, separated by commas: `exit-on-discover`, `mute` (answers nothing),
//! `stubborn` (outlives the end of its stdin), `endless-list`, `no-tools`, `fail-at-start`,
//! `banner`, `empty-on-discover`, `loud-start`, `silent-on-discover`, `slow-and-modern`, `odd-and-modern`, `odd-greeting`, `year-old`,
//! `templates`.
//! What a read or a call does is in its URI or name.

use std::{
    collections::HashMap,
    io::{self, BufRead as _, Write as _},
    process::exit,
    sync::{Mutex, OnceLock},
    thread::sleep,
    time::Duration,
};

use serde_json::{Value, json};

use crate::harness::{SERVER, first_time, given_contents, note, times};

enum Answer {
    Result(Value),
    Error(Value),
    /// No answer at all.
    Silence,
}

use Answer::{Error, Result, Silence};

pub(crate) fn serve(flags: &str) {
    let flags: Vec<_> = flags.split(',').collect();
    note(&format!("start {}", std::process::id()));
    if flags.contains(&"fail-at-start") {
        eprintln!("cannot open the database with {}", std::env::var("TOKEN").unwrap());
        exit(2);
    }
    if flags.contains(&"banner") {
        println!("CRM server 1.0\n{{not json\n{{}}\n");
    }
    if flags.contains(&"loud-start") {
        (0..1024).for_each(|_| eprintln!("{}", "x".repeat(1023)));
    }
    for line in io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line.unwrap()) else { continue };
        if flags.contains(&"mute") {
            continue;
        }
        let id = &message["id"];
        let answer = match answer(&flags, &message) {
            Result(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Error(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
            Silence => continue,
        };
        println!("{answer}");
    }
    while flags.contains(&"stubborn") {
        sleep(Duration::from_secs(1));
    }
}

fn answer(flags: &[&str], message: &Value) -> Answer {
    let method = message["method"].as_str().unwrap_or_default();
    let params = &message["params"];
    match method {
        "resources/templates/list" if flags.contains(&"templates") => Result(json!({
            "resourceTemplates": [
                { "name": "nameless" }, { "name": "deal", "uriTemplate": "deals://{id}{?year}" },
            ],
        })),
        "resources/read" => read(params["uri"].as_str().unwrap(), &message["id"]),
        "tools/call" if params["name"] == "work" => work(message),
        "tools/call" => call(params["name"].as_str().unwrap(), &params["arguments"]),
        "tools/list" => list(flags, params["cursor"].as_str()),
        method => {
            note(method);
            greet(flags, method)
        }
    }
}

fn greet(flags: &[&str], method: &str) -> Answer {
    match method {
        "initialize" if flags.contains(&"slow-and-modern") => {
            Error(json!({ "code": -32022, "message": "unsupported protocol version" }))
        }
        "initialize" if flags.contains(&"odd-greeting") => Result(json!({
            "protocolVersion": "2025-11-25", "serverInfo": "scripted", "instructions": 7,
            "capabilities": { "resources": true, "tools": 1, "logging": null },
        })),
        "server/discover" if flags.contains(&"odd-greeting") => Error(json!("what?")),
        "initialize" if flags.contains(&"year-old") => Result(json!({
            "protocolVersion": "2025-06-18",
            "capabilities": { "resources": {}, "tools": {} },
            "serverInfo": { "name": "scripted", "version": "0" },
        })),
        "server/discover" if flags.contains(&"odd-and-modern") => Result(json!({
            "supportedVersions": ["2026-07-28"], "ttlMs": 1.5, "cacheScope": "PUBLIC",
            "capabilities": { "tools": {}, "resources": {} },
        })),
        "initialize" => {
            let mut capabilities = json!({ "resources": {} });
            if !flags.contains(&"no-tools") {
                capabilities["tools"] = json!({});
            }
            Result(json!({
                "protocolVersion": "2025-11-25",
                "capabilities": capabilities,
                "serverInfo": { "name": "scripted", "version": "0" },
            }))
        }
        "server/discover" if flags.contains(&"exit-on-discover") => exit(3),
        "server/discover" if flags.contains(&"silent-on-discover") => Silence,
        "server/discover" if flags.contains(&"empty-on-discover") => Result(json!({})),
        "server/discover" if flags.contains(&"slow-and-modern") => {
            sleep(Duration::from_secs(12));
            Result(json!({
                "resultType": "complete", "supportedVersions": ["2026-07-28"], "ttlMs": 0,
                "cacheScope": "private", "capabilities": { "tools": {}, "resources": {} },
            }))
        }
        method if method.starts_with("notifications/") => Silence,
        _ => Error(json!({ "code": -32601, "message": "method not found" })),
    }
}

/// The dates of the mails of one deal, bounded by the query of `{?from,to}`, which is read by hand.
fn dated(uri: &str, rest: &str) -> Answer {
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    if path != "deals/D1/mails" {
        return Error(json!({ "code": -32002, "message": format!("no {uri}") }));
    }
    let bound = |name| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let (from, to) = (bound("from").unwrap_or(""), bound("to").unwrap_or("9"));
    let dates = ["2026-01-14", "2026-02-21", "2026-03-09"];
    let dates: Vec<&str> = dates.into_iter().filter(|date| (from..=to).contains(date)).collect();
    let text = json!(dates).to_string();
    Result(json!({ "contents": [{ "uri": uri, "mimeType": "application/json", "text": text }] }))
}

fn read(uri: &str, id: &Value) -> Answer {
    note(&format!("read {uri}"));
    let (scheme, rest) = uri.split_once("://").unwrap();
    let one = |content: Value| Result(json!({ "contents": [content] }));
    let text = |text: &str| one(json!({ "uri": uri, "mimeType": "text/plain", "text": text }));
    match scheme {
        "env" => text(&std::env::var(rest).unwrap_or_default()),
        "pid" => text(&std::process::id().to_string()),
        "blob" => one(json!({ "uri": uri, "blob": rest })),
        "megabytes" => {
            let blob = "AAAA".repeat(rest.parse::<usize>().unwrap() * 1024 * 1024 / 3);
            one(json!({ "uri": uri, "blob": blob }))
        }
        "empty" => Result(json!({ "contents": [] })),
        "odd" => Result(json!({ "ttlMs": 1.5, "cacheScope": "PUBLIC", "contents": [
            { "uri": uri }, { "uri": uri, "text": "kept", "annotations": { "audience": ["system"] } },
        ] })),
        "fading" if first_time("fading") => Result(json!({
            "contents": [{ "uri": uri, "text": "fresh" }], "ttlMs": 60_000, "cacheScope": "private",
        })),
        "dying" if first_time("dying") => exit(9),
        "dead" => {
            eprintln!("out of cheese");
            exit(9)
        }
        "silent" => Silence,
        "deaf" => {
            sleep(Duration::from_mins(1));
            Silence
        }
        "chatty" => {
            let line = "x".repeat(1023);
            (0..1024).for_each(|_| eprintln!("{line}"));
            text("said")
        }
        "asking" => Result(json!({ "resultType": "input_required", "inputRequests": {} })),
        "unmethodical" => Error(json!({ "code": -32601, "message": "no resources here" })),
        "wordy" => Error(json!("plain words")),
        "given" => match given_contents(uri) {
            Some(contents) => Result(json!({ "contents": contents })),
            None => Error(json!({ "code": -32002, "message": "it is gone" })),
        },
        "dated" => dated(uri, rest),
        "template" => Error(json!({ "code": -32603, "message": format!("no route for {uri}") })),
        "astray" => {
            println!(r#"{{"jsonrpc":"2.0","id":987654,"result":{{}}}}"#);
            Silence
        }
        // A letter of Latin-1, as servers that do not say their encoding write it.
        "latin" => {
            let (head, tail) = (r#"{"jsonrpc":"2.0","id":"#, "}");
            let result = [&br#","result":{"contents":[{"uri":"x:1","text":"caf"#[..], b"\xe9\"}]}"];
            let id = id.to_string();
            let line = [head.as_bytes(), id.as_bytes(), &result.concat(), tail.as_bytes(), b"\n"];
            io::stdout().write_all(&line.concat()).unwrap();
            Silence
        }
        "memory" => match memory().lock().unwrap().get(rest) {
            Some(kept) => text(kept),
            None => Error(json!({ "code": -32602, "message": "not in this process" })),
        },
        "missing" | "fading" => Error(json!({ "code": 0, "message": format!("no {uri}") })),
        _ => text(uri),
    }
}

/// Links as careless servers write them.
pub(crate) fn odd_links() -> Value {
    json!([
        { "type": "text", "text": "two deals" },
        { "type": "resource_link", "uri": "crm://deals/1" },
        { "type": "hologram", "depth": 3 },
        {
            "type": "resource_link", "uri": "X://A/../b?", "name": "mails", "title": "Mails",
            "description": "all of them", "mimeType": "Application/JSON;x=1", "size": 12.0,
            "annotations": { "audience": ["system"], "priority": 2.5 },
            "_meta": { "example/age": [1, null] }, "unheardOf": true,
        },
    ])
}

/// What this process remembers.
fn memory() -> &'static Mutex<HashMap<String, String>> {
    static MEMORY: OnceLock<Mutex<HashMap<String, String>>> = OnceLock::new();
    MEMORY.get_or_init(Mutex::default)
}

fn call(tool: &str, arguments: &Value) -> Answer {
    note(&format!("call {tool}"));
    match tool {
        "links" => Result(json!({
            "content": odd_links(), "structuredContent": arguments, "isError": false,
        })),
        "failing" => Result(json!({
            "content": [{ "type": "text", "text": "no such deal" }], "isError": true,
        })),
        "dying" if first_time("dying") => exit(9),
        "dead" => exit(9),
        "emit" => Result(json!({
            "content": arguments["blocks"], "isError": arguments["isError"] == json!(true),
        })),
        // Its n-th call has the n-th of these results, or the last.
        "sequence" => {
            let results = arguments["results"].as_array().unwrap();
            Result(results[(times("call sequence") - 1).min(results.len() - 1)].clone())
        }
        "remember" => {
            let name = arguments["name"].as_str().unwrap();
            memory().lock().unwrap().insert(name.to_owned(), std::process::id().to_string());
            let uri = format!("memory://{name}");
            let link = json!({ "type": "resource_link", "uri": uri, "name": "memory" });
            Result(json!({ "content": [link] }))
        }
        // Keeps to itself who calls.
        "told" => {
            note(&format!("told {}", arguments["token"].as_str().unwrap_or("nothing")));
            Result(json!({ "content": [{ "type": "text", "text": "done" }] }))
        }
        "whoami" => Result(json!({ "content": [], "structuredContent": arguments })),
        "spawned" => Error(json!({ "code": -32602, "message": std::env::var(SERVER).unwrap() })),
        _ => Result(json!({ "content": [] })),
    }
}

/// Tells of its `steps`, waiting before each, answers unless it is `endless`, and tells `late`.
fn work(message: &Value) -> Answer {
    let (params, arguments) = (&message["params"], &message["params"]["arguments"]);
    let tell = |step: &Value| {
        let mut told = step.clone();
        if told.get("progressToken").is_none() {
            told["progressToken"] = params["_meta"]["progressToken"].clone();
        }
        let method = "notifications/progress";
        println!("{}", json!({ "jsonrpc": "2.0", "method": method, "params": told }));
    };
    loop {
        for step in arguments["steps"].as_array().unwrap() {
            sleep(Duration::from_millis(arguments["pause"].as_u64().unwrap_or_default()));
            tell(step);
        }
        if arguments["endless"] != true {
            break;
        }
    }
    println!("{}", json!({ "jsonrpc": "2.0", "id": message["id"], "result": { "content": [] } }));
    arguments["late"].as_array().into_iter().flatten().for_each(tell);
    Silence
}

fn list(flags: &[&str], cursor: Option<&str>) -> Answer {
    note("tools/list");
    let tool = |name: &str| json!({ "name": name, "inputSchema": { "type": "object" } });
    if flags.contains(&"endless-list") {
        return Result(json!({ "tools": [tool("links")], "nextCursor": "" }));
    }
    Result(match cursor {
        None => json!({
            "tools": [tool("links"), { "title": "nameless" }, { "name": "bare" }],
            "nextCursor": "2",
        }),
        _ => json!({ "tools": [
            tool("links"), tool("failing"), tool("dying"), tool("dead"), tool("emit"),
            tool("sequence"), tool("remember"), tool("work"),
            { "name": "told", "inputSchema": { "type": "object", "properties": {
                "token": { "type": "string" },
            } } },
            { "name": "whoami", "inputSchema": { "type": "object", "properties": {
                "token": { "type": "string" }, "deal_id": { "type": "string" },
            } } },
            { "name": "hinted", "description": "a hint", "annotations": { "readOnlyHint": true } },
        ] }),
    })
}
