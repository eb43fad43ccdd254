//! Which server a URI is read from.

/// What can be said about a read without asking a server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Route {
    /// The position of the server to read from.
    To(usize),
    /// The read names a server that is none of ours.
    Unknown,
    /// The read names none, and the URI does not say: the servers' lists may.
    Unsaid,
}

/// Where to read from: the server the read names, else the only one, else the one that the
/// URI names as its authority. Servers are never tried in turn: two may know the same URI and
/// mean different things by it.
pub(crate) fn route(keys: &[&str], uri: &str, named: Option<&str>) -> Route {
    let position = |key: &str| keys.iter().position(|known| *known == key);
    match named {
        Some(named) => position(named).map_or(Route::Unknown, Route::To),
        None if keys.len() == 1 => Route::To(0),
        None => authority(uri).and_then(position).map_or(Route::Unsaid, Route::To),
    }
}

fn authority(uri: &str) -> Option<&str> {
    let (_, rest) = uri.split_once("://")?;
    rest.split(['/', '?', '#']).next()
}

#[cfg(test)]
mod tests {
    use super::{Route, route};

    #[test]
    fn a_named_server_is_the_one_that_is_read_from() {
        assert_eq!(route(&["crm", "erp"], "mcp://crm/deals/1", Some("erp")), Route::To(1));
        assert_eq!(route(&["crm"], "mcp://crm/deals/1", Some("erp")), Route::Unknown);
    }

    #[test]
    fn without_a_name_the_only_server_is_read_from() {
        assert_eq!(route(&["crm"], "file:///etc/hosts", None), Route::To(0));
        assert_eq!(route(&[], "file:///etc/hosts", None), Route::Unsaid);
    }

    #[test]
    fn among_several_servers_the_authority_decides() {
        assert_eq!(route(&["crm", "erp"], "mcp://erp/orders/1", None), Route::To(1));
        assert_eq!(route(&["crm", "erp"], "data://config", None), Route::Unsaid);
        assert_eq!(route(&["crm", "erp"], "file:///etc/hosts", None), Route::Unsaid);
    }
}
