//! Which server a URI is read from.

/// Why no server was found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Astray {
    /// The read names a server that is none of ours.
    Unknown,
    /// The read names none, and the URI does not say.
    Unsaid,
}

/// The position in `keys` of the server to read from: the one the read names, else the only
/// one, else the one that the URI names as its authority. Servers are never tried in turn:
/// two may know the same URI and mean different things by it.
pub(crate) fn route(keys: &[&str], uri: &str, named: Option<&str>) -> Result<usize, Astray> {
    let position = |key: &str| keys.iter().position(|known| *known == key);
    match named {
        Some(named) => position(named).ok_or(Astray::Unknown),
        None if keys.len() == 1 => Ok(0),
        None => authority(uri).and_then(position).ok_or(Astray::Unsaid),
    }
}

fn authority(uri: &str) -> Option<&str> {
    let (_, rest) = uri.split_once("://")?;
    rest.split(['/', '?', '#']).next()
}

#[cfg(test)]
mod tests {
    use super::{Astray, route};

    #[test]
    fn a_named_server_is_the_one_that_is_read_from() {
        assert_eq!(route(&["crm", "erp"], "mcp://crm/deals/1", Some("erp")), Ok(1));
        assert_eq!(route(&["crm"], "mcp://crm/deals/1", Some("erp")), Err(Astray::Unknown));
    }

    #[test]
    fn without_a_name_the_only_server_is_read_from() {
        assert_eq!(route(&["crm"], "file:///etc/hosts", None), Ok(0));
        assert_eq!(route(&[], "file:///etc/hosts", None), Err(Astray::Unsaid));
    }

    #[test]
    fn among_several_servers_the_authority_decides() {
        assert_eq!(route(&["crm", "erp"], "mcp://erp/orders/1", None), Ok(1));
        assert_eq!(route(&["crm", "erp"], "data://config", None), Err(Astray::Unsaid));
        assert_eq!(route(&["crm", "erp"], "file:///etc/hosts", None), Err(Astray::Unsaid));
    }
}
