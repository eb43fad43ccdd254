//! Streamable HTTP under rmcp's transport: a client that leaves answers as they were written
//! and asks for the token with each request.
//!
//! rmcp's own client decodes every answer into types, and one field it does not know turns a
//! whole answer into "unexpected response"; its token is the one it was connected with.

mod answer;
mod failure;

use std::{collections::HashMap, sync::Arc};

use futures_util::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use http::{
    HeaderMap, HeaderName, HeaderValue, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE},
};
use reqwest::{RequestBuilder, Response, redirect};
use rmcp::{
    model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId},
    transport::{
        StreamableHttpClientTransport,
        streamable_http_client::{
            AuthRequiredError, HttpStatusError, InsufficientScopeError, SseError,
            StreamableHttpClient, StreamableHttpClientTransportConfig, StreamableHttpError,
            StreamableHttpPostResponse,
        },
    },
};
use sse_stream::{Sse, SseStream};

pub(crate) use answer::unpacked;
pub(crate) use failure::{HttpFailure, failure, refusal};

use crate::{
    progress::Watched,
    secrets::Tokens,
    spec::{HttpServer, TokenProvider},
    wire::{LONGEST_MESSAGE, is_greeting},
};

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const SESSION: &str = "mcp-session-id";
/// How much of an error page is worth showing.
const EXCERPT: usize = 512;
const MOST_REDIRECTS: usize = 10;

type Error = StreamableHttpError<HttpFailure>;
type Events = BoxStream<'static, Result<Sse, SseError>>;

/// The transport to a server.
pub(crate) fn transport(
    server: &HttpServer,
    tokens: Arc<Tokens>,
) -> Result<StreamableHttpClientTransport<HttpClient>, HttpFailure> {
    let client = HttpClient {
        client: reqwest::Client::builder()
            .redirect(redirect::Policy::custom(same_origin))
            .build()
            .map_err(HttpFailure::Send)?,
        headers: headers(server)?,
        provider: server.provider().cloned(),
        tokens,
        watched: Watched::default(),
    };
    let mut config = StreamableHttpClientTransportConfig::with_uri(server.url());
    config.max_sse_event_size = LONGEST_MESSAGE;
    config.max_json_response_size = LONGEST_MESSAGE;
    Ok(StreamableHttpClientTransport::with_client(client, config))
}

/// Another host must not see our headers, and a redirect that turns a POST into a GET loses
/// the message.
fn same_origin(attempt: redirect::Attempt<'_>) -> redirect::Action {
    let keeps_body =
        matches!(attempt.status(), StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT);
    let from = attempt.previous().last();
    let stays = from.is_some_and(|from| from.origin() == attempt.url().origin());
    if keeps_body && stays && attempt.previous().len() <= MOST_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

fn headers(server: &HttpServer) -> Result<HeaderMap, HttpFailure> {
    let header = |(name, value): (&String, &String)| {
        let wrong = || HttpFailure::Header(name.clone());
        let is_ours =
            matches!(name.as_str(), "accept" | "content-type" | "host") || name.starts_with("mcp-");
        if is_ours {
            return Err(wrong());
        }
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
        let mut value = HeaderValue::from_str(value).map_err(|_| wrong())?;
        value.set_sensitive(true);
        Ok((key, value))
    };
    server.headers().iter().map(header).collect()
}

/// What rmcp sends and receives with.
#[derive(Clone)]
pub(crate) struct HttpClient {
    client: reqwest::Client,
    headers: HeaderMap,
    provider: Option<Arc<dyn TokenProvider>>,
    tokens: Arc<Tokens>,
    watched: Watched,
}

impl HttpClient {
    /// Sends a request with our headers, rmcp's, and a token that is asked for now.
    async fn send(
        &self,
        request: RequestBuilder,
        session: Option<Arc<str>>,
        protocol: HashMap<HeaderName, HeaderValue>,
    ) -> Result<Response, Error> {
        let mut request = request.headers(self.headers.clone());
        request = request.headers(protocol.into_iter().collect());
        if let Some(session) = session {
            request = request.header(SESSION, &*session);
        }
        if let Some(provider) = &self.provider {
            let token = provider.token().await;
            let token =
                token.map_err(|error| StreamableHttpError::Client(HttpFailure::Token(error)))?;
            self.tokens.remember(&token);
            request = request.bearer_auth(token);
        }
        request.send().await.map_err(client)
    }

    /// What the answer to a message is.
    async fn answer(
        &self,
        message: &ClientJsonRpcMessage,
        has_session: bool,
        response: Response,
    ) -> Result<StreamableHttpPostResponse, Error> {
        let status = response.status();
        if matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && has_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        let session = response.headers().get(SESSION);
        let session = session.and_then(|session| session.to_str().ok()).map(str::to_owned);
        let kind = content_type(&response);
        let request = match message {
            JsonRpcMessage::Request(request) => Some(request),
            _ => None,
        };
        if !status.is_success() {
            return Self::refused(request, has_session, response).await;
        }
        let Some(request) = request else {
            // Nobody waits for an answer to this.
            return Ok(StreamableHttpPostResponse::Accepted);
        };
        if kind.as_deref() == Some(EVENTS) {
            let raw = if is_greeting(&request.request) {
                Raw::Greeting
            } else {
                Raw::Of(request.id.clone())
            };
            return Ok(StreamableHttpPostResponse::Sse(
                events(response, raw, self.watched.clone()),
                session,
            ));
        }
        if kind.as_deref() != Some(JSON) {
            return Err(StreamableHttpError::UnexpectedContentType(kind));
        }
        let body = body(response).await?;
        let message = answer::read(&body, request).ok_or_else(|| {
            let excerpt = excerpt(&body);
            let message = format!("the answer is no message of the protocol: {excerpt}");
            StreamableHttpError::UnexpectedServerResponse(message.into())
        })?;
        Ok(StreamableHttpPostResponse::Json(message, session))
    }

    /// An answer with a status that is none of success.
    async fn refused(
        request: Option<&answer::Request>,
        has_session: bool,
        response: Response,
    ) -> Result<StreamableHttpPostResponse, Error> {
        let status = response.status();
        if let Some(error) = unauthorized(&response) {
            return Err(error);
        }
        let retry_after = response.headers().get(RETRY_AFTER);
        let retry_after = retry_after.and_then(|after| after.to_str().ok()).map(str::to_owned);
        let body = body(response).await.unwrap_or_default();
        if let Some(request) = request {
            if let Some(error) = answer::error(&body, request) {
                return Ok(StreamableHttpPostResponse::Json(error, None));
            }
            // What a server of the earlier era says to a question it does not know.
            let is_discover = matches!(request.request, ClientRequest::DiscoverRequest(_));
            if is_discover && !has_session && status.is_client_error() {
                let error = answer::refusal(request, status, &excerpt(&body));
                return Ok(StreamableHttpPostResponse::Json(error, None));
            }
        }
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            return Err(HttpStatusError::new(status.as_u16(), retry_after).into());
        }
        let message = format!("HTTP {status}: {}", excerpt(&body));
        Err(StreamableHttpError::UnexpectedServerResponse(message.into()))
    }
}

impl StreamableHttpClient for HttpClient {
    type Error = HttpFailure;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, Error> {
        let request = self.client.post(&*uri).header(ACCEPT, format!("{EVENTS}, {JSON}"));
        let has_session = session_id.is_some();
        if let JsonRpcMessage::Request(request) = &message {
            self.watched.sent(request);
        }
        let response = self.send(request.json(&message), session_id, custom_headers).await?;
        self.answer(&message, has_session, response).await
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), Error> {
        // A server that keeps its sessions until they expire says so, and that is all right.
        self.send(self.client.delete(&*uri), Some(session_id), custom_headers).await.map(drop)
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        _auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<Events, Error> {
        let mut request = self.client.get(&*uri).header(ACCEPT, EVENTS);
        if let Some(last) = last_event_id {
            request = request.header("last-event-id", last);
        }
        let response = self.send(request, session_id, custom_headers).await?;
        if response.status() == StatusCode::METHOD_NOT_ALLOWED {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        if let Some(error) = unauthorized(&response) {
            return Err(error);
        }
        if !response.status().is_success() {
            return Err(HttpStatusError::new(response.status().as_u16(), None).into());
        }
        match content_type(&response) {
            Some(kind) if kind == EVENTS => Ok(events(response, Raw::All, self.watched.clone())),
            kind => Err(StreamableHttpError::UnexpectedContentType(kind)),
        }
    }
}

fn client(error: reqwest::Error) -> Error {
    // What comes after the path of the URL may be a key.
    StreamableHttpError::Client(HttpFailure::Send(error.without_url()))
}

/// What a server says that wants to know who asks.
fn unauthorized(response: &Response) -> Option<Error> {
    let challenge = response.headers().get(WWW_AUTHENTICATE);
    let challenge = challenge.and_then(|challenge| challenge.to_str().ok());
    match response.status() {
        StatusCode::UNAUTHORIZED => Some(StreamableHttpError::AuthRequired(
            AuthRequiredError::new(challenge.unwrap_or_default().to_owned()),
        )),
        StatusCode::FORBIDDEN => Some(StreamableHttpError::InsufficientScope(
            InsufficientScopeError::new(challenge.unwrap_or_default().to_owned(), None),
        )),
        _ => None,
    }
}

/// The media type without its parameters.
fn content_type(response: &Response) -> Option<String> {
    let kind = response.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    Some(kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

/// The whole body, unless it is too long.
async fn body(mut response: Response) -> Result<Vec<u8>, Error> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(client)? {
        if body.len() + chunk.len() > LONGEST_MESSAGE {
            return Err(StreamableHttpError::ResponseBodyTooLarge { max_size: LONGEST_MESSAGE });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn excerpt(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(EXCERPT)]);
    if text.trim().is_empty() { "no body".to_owned() } else { text.trim().to_owned() }
}

/// Which answers in a stream of events are to stay as they were written.
enum Raw {
    /// None: rmcp reads the answer to its greeting itself.
    Greeting,
    Of(RequestId),
    All,
}

fn events(response: Response, raw: Raw, watched: Watched) -> Events {
    let mut line = 0;
    let bytes = response.bytes_stream().map_err(|error| SseError::Body(Box::new(error)));
    let bounded = bytes.map(move |chunk| {
        let chunk = chunk?;
        line = match chunk.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => chunk.len() - end,
            None => line + chunk.len(),
        };
        if line > LONGEST_MESSAGE {
            return Err(SseError::Body("an event is too long; ask for less".into()));
        }
        Ok(chunk)
    });
    let events = SseStream::from_bytes_stream(bounded);
    events
        .map_ok(move |mut event| {
            event.data = event.data.map(|data| match &raw {
                Raw::Greeting => answer::greeting(data),
                Raw::Of(id) => answer::carried(data, Some(id), &watched),
                Raw::All => answer::carried(data, None, &watched),
            });
            event
        })
        .boxed()
}
