//! Placeholder.

/// Placeholder.
#[derive(Debug)]
pub struct Graph;
