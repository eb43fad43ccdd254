//! Errors that may pass.

use std::{error::Error, fmt};

use super::{BoxError, ExecutionError};

/// An error that may pass: a node with `retry = n` tries again. Made by [`transient`].
#[derive(Debug)]
pub struct Transient(Cause);

/// The error inside. It is a type of its own so that it is found in a chain of causes also
/// when a library that boxes errors has hidden the outermost one.
#[derive(Debug)]
struct Cause(BoxError);

/// Marks an error as one that may pass, such as a rate limit or a lost connection. A node
/// with `retry = n`, and a model call of such a node, is tried again; without `retry` it is an
/// error like any other.
///
/// ```
/// use neograph_core::{Result, transient};
///
/// fn call(status: u16) -> Result<&'static str> {
///     match status {
///         200 => Ok("done"),
///         429 | 503 => Err(transient(format!("the service answered {status}")).into()),
///         _ => Err(neograph_core::Error::node("the service refused")),
///     }
/// }
/// # assert!(call(200).is_ok() && call(429).is_err());
/// ```
pub fn transient(error: impl Into<BoxError>) -> Transient {
    Transient(Cause(error.into()))
}

/// Whether an error, or a cause of it, was marked as one that may pass.
pub(crate) fn is_transient(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<Transient>() || error.is::<Cause>() {
            return true;
        }
        cause = error.source();
    }
    false
}

impl fmt::Display for Transient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Transient {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Cause {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

impl From<Transient> for super::Error {
    fn from(error: Transient) -> Self {
        ExecutionError::Body(error.into()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transient_error_is_found_in_any_chain() {
        assert!(is_transient(&transient("busy")));
        assert!(is_transient(&crate::Error::from(transient("busy"))));
        assert!(is_transient(&std::io::Error::other(transient("busy"))));
        assert!(!is_transient(&crate::Error::node("broken")));
        assert_eq!(transient("busy").to_string(), "busy");
    }
}
