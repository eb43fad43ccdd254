//! Nodes for the cases about several crates. The cases in `fail/` and `pass/` are compiled by
//! `tests/ui.rs`.

use neograph::prelude::*;

/// Begins where no other node is needed.
///
/// # Errors
/// None.
#[node]
#[allow(clippy::unused_async)]
pub async fn subject(#[from_input] name: String) -> Result<String> {
    Ok(name.to_uppercase())
}

/// A pipeline of its own, whose nodes may be joined with others.
#[pipeline]
pub mod letters {
    use neograph::prelude::*;

    /// Reads a node that is not in this crate's list.
    ///
    /// # Errors
    /// None.
    #[node]
    pub async fn season(#[from_input] month: u8) -> Result<String> {
        Ok(if month < 7 { "spring" } else { "autumn" }.to_owned())
    }

    /// Closes a letter.
    ///
    /// # Errors
    /// None.
    #[node]
    pub async fn greeting(season: &str) -> Result<String> {
        Ok(format!("a good {season}"))
    }
}

/// Needs a node of another crate.
///
/// # Errors
/// None.
#[node]
#[allow(clippy::unused_async)]
pub async fn letter(greeting: &str, subject: &str, signature: &u64) -> Result<String> {
    Ok(format!("{greeting}, {subject} ({signature})"))
}
