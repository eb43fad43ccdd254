//! How long what a read of a link gave was to stay fresh.

use std::{
    collections::HashMap,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

/// The last read of a link whose server said how long its answer stays fresh. Information only:
/// a link is read whatever it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lifetime {
    server: String,
    uri: String,
    read_at_ms: u64,
    ttl_ms: u64,
}

impl Lifetime {
    /// `None` when nothing stays fresh, which says no more than that nobody said anything.
    pub(super) fn new(server: &str, uri: &str, read_at: SystemTime, ttl: Duration) -> Option<Self> {
        let read_at = read_at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let (read_at_ms, ttl_ms) = (millis(read_at), millis(ttl));
        let (server, uri) = (server.to_owned(), uri.to_owned());
        (ttl_ms > 0).then_some(Self { server, uri, read_at_ms, ttl_ms })
    }

    /// How old the read is and how old it was to become, if it is older than that.
    fn outlived(&self, now: SystemTime) -> Option<(Duration, Duration)> {
        let read_at = UNIX_EPOCH.checked_add(Duration::from_millis(self.read_at_ms))?;
        let age = now.duration_since(read_at).ok()?;
        let ttl = Duration::from_millis(self.ttl_ms);
        (age > ttl).then_some((age, ttl))
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The last reads of the links of a thread, by server and URI.
#[derive(Debug, Default)]
pub(crate) struct Lifetimes(HashMap<(String, String), Lifetime>);

impl Lifetimes {
    /// Takes a later one.
    pub(crate) fn insert(&mut self, lifetime: Lifetime) {
        self.0.insert((lifetime.server.clone(), lifetime.uri.clone()), lifetime);
    }

    /// How old a link's last read is and how old it was to become, if it is older than that.
    pub(super) fn outlived(
        &self,
        server: &str,
        uri: &str,
        now: SystemTime,
    ) -> Option<(Duration, Duration)> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&(server.to_owned(), uri.to_owned()))?.outlived(now)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::{Lifetime, Lifetimes};

    #[test]
    fn a_read_is_outlived_after_its_time_and_the_last_one_counts() {
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        let ttl = Duration::from_secs(10);
        let mut lifetimes = Lifetimes::default();
        lifetimes.insert(Lifetime::new("crm", "a:1", at(100), ttl).unwrap());
        let outlived = |lifetimes: &Lifetimes, now| lifetimes.outlived("crm", "a:1", at(now));
        assert_eq!(outlived(&lifetimes, 110), None);
        assert_eq!(outlived(&lifetimes, 111), Some((Duration::from_secs(11), ttl)));
        // A clock that went back.
        assert_eq!(outlived(&lifetimes, 50), None);
        assert_eq!(lifetimes.outlived("other", "a:1", at(111)), None);
        lifetimes.insert(Lifetime::new("crm", "a:1", at(105), ttl).unwrap());
        assert_eq!(outlived(&lifetimes, 111), None);
        let forever = Lifetime::new("crm", "a:1", at(u64::MAX >> 30), Duration::MAX).unwrap();
        assert_eq!(forever.outlived(at(200)), None);
        assert_eq!(Lifetime::new("crm", "a:1", at(100), Duration::ZERO), None);
    }
}
