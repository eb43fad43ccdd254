//! A service without an SDK, for whatever an SDK would not let one do.
//!
//! Flags: `events` (answers in an event stream), `sessions` (gives a session and wants it
//! back), `wants-token` (the token `right`), `refuses-discover` (with a JSON-RPC error),
//! `rejects-discover` (with a page), `empties-discover` (with an empty result). What a read does is in its URI.

use std::{
    fmt::Write as _,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, Method, StatusCode},
    response::Response,
};
use serde_json::{Value, json};

#[derive(Clone)]
pub(crate) struct Scripted {
    url: String,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    flags: Vec<&'static str>,
    methods: Mutex<Vec<String>>,
    sessions: Mutex<Vec<String>>,
    redirect: Mutex<Option<String>>,
}

impl Scripted {
    pub(crate) async fn start(flags: &[&'static str]) -> Self {
        let shared = Arc::new(Shared { flags: flags.to_vec(), ..Shared::default() });
        let router = Router::new().fallback(answer).with_state(Arc::clone(&shared));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url, shared }
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    pub(crate) fn count(&self, method: &str) -> usize {
        self.shared.methods.lock().unwrap().iter().filter(|made| *made == method).count()
    }

    pub(crate) fn requests(&self) -> usize {
        self.shared.methods.lock().unwrap().len()
    }

    pub(crate) fn forget_sessions(&self) {
        self.shared.sessions.lock().unwrap().clear();
    }

    pub(crate) fn redirect_to(&self, url: &str) {
        *self.shared.redirect.lock().unwrap() = Some(url.to_owned());
    }
}

impl Shared {
    fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }
}

/// Links as careless services write them.
pub(crate) fn links() -> Value {
    json!([
        { "type": "resource_link", "uri": "X://A/../b?", "size": 12.0, "unheardOf": 0.7 },
        { "type": "hologram", "depth": 3 },
        { "type": "text", "text": "x", "annotations": { "audience": ["system"], "priority": 0.7 } },
    ])
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(elsewhere) = &*shared.redirect.lock().unwrap() {
        let redirect = Response::builder().status(307).header("location", elsewhere);
        return redirect.body(Body::empty()).unwrap();
    }
    if method == Method::GET {
        return page(StatusCode::METHOD_NOT_ALLOWED, "");
    }
    if shared.has("wants-token") && header("authorization") != Some("Bearer right") {
        let refusal =
            Response::builder().status(401).header("www-authenticate", "Bearer realm=\"crm\"");
        return refusal.body(Body::empty()).unwrap();
    }
    let Ok(message) = serde_json::from_slice::<Value>(&body) else {
        return page(StatusCode::OK, "");
    };
    let method = message["method"].as_str().unwrap_or_default().to_owned();
    shared.methods.lock().unwrap().push(method.clone());
    if message.get("id").is_none() {
        return page(StatusCode::ACCEPTED, "");
    }
    if shared.has("sessions") && !matches!(&*method, "initialize" | "server/discover") {
        let session = header("mcp-session-id").unwrap_or_default();
        if !shared.sessions.lock().unwrap().iter().any(|known| known == session) {
            return page(StatusCode::NOT_FOUND, "no such session");
        }
    }
    let params = &message["params"];
    let result = match &*method {
        "initialize" => Ok(json!({
            "protocolVersion": "2025-11-25", "serverInfo": { "name": "scripted", "version": "0" },
            "capabilities": { "tools": {}, "resources": {} },
        })),
        "server/discover" if shared.has("rejects-discover") => {
            return page(StatusCode::BAD_REQUEST, "Bad Request: Server not initialized");
        }
        "server/discover" if shared.has("empties-discover") => Ok(json!({})),
        "tools/list" => Ok(json!({ "tools": [
            { "name": "links" }, { "title": "nameless" },
            { "name": "whole", "inputSchema": { "type": "object" } },
        ] })),
        "tools/call" => Ok(json!({ "content": links(), "isError": false })),
        "resources/read" => {
            let uri = params["uri"].as_str().unwrap_or_default();
            match read(uri, header) {
                Ok(result) => result,
                Err(response) => return *response,
            }
        }
        _ => Err(json!({ "code": -32601, "message": "method not found" })),
    };
    if matches!(&result, Ok(silent) if silent == "silent") {
        tokio::time::sleep(std::time::Duration::from_mins(1)).await;
    }
    let answer = match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }),
        Err(error) => json!({ "jsonrpc": "2.0", "id": message["id"], "error": error }),
    };
    let mut response = Response::builder().status(200);
    if method == "initialize" && shared.has("sessions") {
        let session = format!("session-{}", shared.methods.lock().unwrap().len());
        shared.sessions.lock().unwrap().push(session.clone());
        response = response.header("mcp-session-id", session);
    }
    if shared.has("events") {
        let mut body = ": hello\n\n".to_owned();
        if method == "tools/call" {
            for progress in [1, 2] {
                let told = json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": {
                    "progressToken": params["_meta"]["progressToken"], "progress": progress,
                    "message": 7,
                } });
                write!(body, "event: message\ndata: {told}\n\n").unwrap();
            }
        }
        write!(body, "event: message\ndata: {answer}\n\n").unwrap();
        return response.header("content-type", "text/event-stream").body(body.into()).unwrap();
    }
    let json = "Application/JSON; charset=utf-8";
    response.header("content-type", json).body(answer.to_string().into()).unwrap()
}

/// The result or the error of a read, or a response that is neither.
fn read<'a>(
    uri: &str,
    header: impl Fn(&str) -> Option<&'a str>,
) -> Result<Result<Value, Value>, Box<Response>> {
    let (scheme, rest) = uri.split_once("://").unwrap();
    let one = |content: Value| Ok(Ok(json!({ "contents": [content] })));
    match scheme {
        "header" => one(json!({ "uri": uri, "text": header(rest).unwrap_or_default() })),
        "echo" => Ok(Err(json!({ "code": 0, "message": header(rest).unwrap_or_default() }))),
        "odd" => Ok(Ok(json!({ "ttlMs": 1.5, "cacheScope": "PUBLIC", "contents": [
            { "uri": uri }, { "uri": uri, "text": "kept", "annotations": { "audience": ["system"] } },
        ] }))),
        "megabytes" => {
            let blob = "AAAA".repeat(rest.parse::<usize>().unwrap() * 1024 * 1024 / 3);
            one(json!({ "uri": uri, "blob": blob }))
        }
        "silent" => Ok(Ok(json!("silent"))),
        "status" if rest == "503" => {
            let busy = Response::builder().status(503).header("retry-after", "7");
            Err(busy.body(Body::empty()).unwrap().into())
        }
        "astray" => {
            let answer = json!({ "jsonrpc": "2.0", "id": 987_654, "result": {} }).to_string();
            let json = Response::builder().header("content-type", "application/json");
            Err(json.body(answer.into()).unwrap().into())
        }
        "status" => Err(page(StatusCode::IM_A_TEAPOT, "a teapot").into()),
        "missing" => Ok(Err(json!({ "code": -32002, "message": "gone" }))),
        _ => one(json!({ "uri": uri, "text": uri })),
    }
}

fn page(status: StatusCode, text: &'static str) -> Response {
    let page = Response::builder().status(status).header("content-type", "text/plain");
    page.body(text.into()).unwrap()
}
