//! What both kinds of servers can be told.

use std::{cmp::Reverse, collections::BTreeSet, time::Duration};

use super::ProtocolEra;

/// Values shorter than this are too common to be hidden in an error message.
const SHORTEST_SECRET: usize = 4;

#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) era: ProtocolEra,
    pub(crate) connect_timeout: Duration,
    pub(crate) request_timeout: Duration,
    pub(crate) total_timeout: Duration,
    pub(crate) idempotent: BTreeSet<String>,
    pub(crate) trust_annotations: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            era: ProtocolEra::Auto,
            connect_timeout: Duration::from_secs(30),
            request_timeout: Duration::from_mins(1),
            total_timeout: Duration::from_mins(10),
            idempotent: BTreeSet::new(),
            trust_annotations: false,
        }
    }
}

/// Takes secrets out of words that came from a server.
pub(crate) fn redact(words: &str, secrets: &[String]) -> String {
    let mut secrets: Vec<_> = secrets.iter().filter(|one| one.len() >= SHORTEST_SECRET).collect();
    // One may hold another.
    secrets.sort_by_key(|secret| Reverse(secret.len()));
    secrets.iter().fold(words.to_owned(), |words, secret| words.replace(secret.as_str(), "***"))
}

/// The setters of a server of any kind, over its `settings_mut`.
macro_rules! setters {
    () => {
        /// How long the server may take to start and greet us; 30 seconds by default.
        /// Servers behind a package runner may download themselves first.
        #[must_use]
        pub fn connect_timeout(mut self, limit: std::time::Duration) -> Self {
            self.settings_mut().connect_timeout = limit;
            self
        }

        /// How long one request may take; 60 seconds by default. A request that takes longer
        /// is cancelled; the connection lives on. When the server tells of its progress, the
        /// time begins anew, up to [`total_timeout`](Self::total_timeout).
        #[must_use]
        pub fn request_timeout(mut self, limit: std::time::Duration) -> Self {
            self.settings_mut().request_timeout = limit;
            self
        }

        /// How long one request may take whatever the server tells of its progress; 10 minutes
        /// by default, and never less than [`request_timeout`](Self::request_timeout).
        #[must_use]
        pub fn total_timeout(mut self, limit: std::time::Duration) -> Self {
            self.settings_mut().total_timeout = limit;
            self
        }

        /// Declares tools whose calls may be made again: their dead links are replayed, and
        /// their calls are sent again when the server dies over them.
        ///
        /// Name only tools that change nothing when they are called twice.
        #[must_use]
        pub fn idempotent(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
            self.settings_mut().idempotent.extend(tools.into_iter().map(Into::into));
            self
        }

        /// Whether a tool counts as idempotent when the server annotates it with
        /// `readOnlyHint` or `idempotentHint`. Off by default: the hints of a server that is
        /// not yours are claims, and some claim `idempotentHint` for tools that destroy.
        #[must_use]
        pub fn trust_annotations(mut self, trust: bool) -> Self {
            self.settings_mut().trust_annotations = trust;
            self
        }

        /// Sets the revisions the server is spoken to in;
        /// [`ProtocolEra::Auto`](crate::ProtocolEra::Auto) by default.
        #[must_use]
        pub fn protocol_era(mut self, era: crate::ProtocolEra) -> Self {
            self.settings_mut().era = era;
            self
        }
    };
}

pub(crate) use setters;

#[cfg(test)]
mod tests {
    use super::redact;

    #[test]
    fn the_longest_secret_goes_first_and_short_ones_stay() {
        let secrets = ["s3cr", "s3cret", "1"].map(str::to_owned);
        assert_eq!(redact("token s3cret refused 1 time", &secrets), "token *** refused 1 time");
    }
}
