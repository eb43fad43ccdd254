//! Placeholder.

/// Placeholder.
#[derive(Debug)]
pub struct SqliteSaver;
