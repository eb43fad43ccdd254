//! A server that is a service behind a URL.

use std::{collections::BTreeMap, fmt, sync::Arc};

use super::{Settings, TokenProvider, setters};

/// An MCP server that speaks streamable HTTP, in either era of the protocol.
///
/// It is connected to on first use and not before. Redirects are not followed to another
/// origin. Resources whose URI is `https://…` are read through the server as all others are;
/// nothing is fetched from their hosts.
///
/// ```
/// use neograph_mcp::HttpServer;
///
/// # async fn fresh_token() -> std::io::Result<String> { Ok(String::new()) }
/// let crm = HttpServer::new("https://crm.example/mcp")
///     .bearer(|| fresh_token())
///     .header("x-tenant", "acme")
///     .idempotent(["get_deal"]);
/// ```
#[derive(Clone)]
pub struct HttpServer {
    url: String,
    headers: BTreeMap<String, String>,
    bearer: Option<Arc<dyn TokenProvider>>,
    pub(crate) settings: Settings,
}

impl HttpServer {
    /// The server whose MCP endpoint has this URL.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            headers: BTreeMap::new(),
            bearer: None,
            settings: Settings::default(),
        }
    }

    /// Sends a token with each request, as `Authorization: Bearer …`. The provider is asked
    /// for it each time, so that it can be refreshed while a connection lives.
    ///
    /// A string is a token that never changes.
    #[must_use]
    pub fn bearer(mut self, provider: impl TokenProvider) -> Self {
        self.bearer = Some(Arc::new(provider));
        self
    }

    /// Sends a header with each request. Its value shows up in no error and in no `Debug`
    /// output. A name or a value that HTTP does not allow is an error when the server is
    /// connected to.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.insert(name.into().to_ascii_lowercase(), value.into());
        self
    }

    setters!();

    fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The URL as it may be shown: what comes after the path may be a key.
    pub(crate) fn shown_url(&self) -> String {
        let url = self.url.split(['?', '#']).next().unwrap_or_default();
        match url.split_once("://") {
            Some((scheme, rest)) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                let host = authority.rsplit('@').next().unwrap_or_default();
                format!("{scheme}://{host}{path}")
            }
            None => url.to_owned(),
        }
    }

    pub(crate) fn headers(&self) -> &BTreeMap<String, String> {
        &self.headers
    }

    pub(crate) fn provider(&self) -> Option<&Arc<dyn TokenProvider>> {
        self.bearer.as_ref()
    }

    pub(crate) fn secrets(&self) -> Vec<String> {
        self.headers.values().cloned().collect()
    }
}

impl fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpServer")
            .field("url", &self.shown_url())
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .field("bearer", &self.bearer.is_some())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::HttpServer;

    #[test]
    fn what_may_be_a_key_is_shown_nowhere() {
        let server = HttpServer::new("https://me:pw@crm.example:8443/mcp?key=k3y#k")
            .header("X-Key", "s3cret")
            .bearer("t0ken");
        assert_eq!(server.shown_url(), "https://crm.example:8443/mcp");
        let debug = format!("{server:?}");
        assert!(debug.contains("x-key") && debug.contains("crm.example"), "{debug}");
        for secret in ["pw", "k3y", "s3cret", "t0ken"] {
            assert!(!debug.contains(secret), "{debug}");
        }
    }
}
