//! Placeholder.

/// Placeholder.
#[derive(Debug)]
pub struct MemorySaver;
