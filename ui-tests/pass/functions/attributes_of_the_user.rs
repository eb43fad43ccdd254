//! Doc comments, lint levels, `#[must_use]`, `#[inline]`, `#[deprecated]` and the like stay.
#![deny(warnings, missing_docs)]
//! Documented.

use neograph::prelude::*;

/// A pipeline.
#[pipeline]
#[allow(dead_code)]
pub mod flow {
    //! Inner docs.
    #![allow(unused_mut)]

    use super::*;

    /// Documented,
    ///
    /// on several lines.
    #[node]
    #[allow(clippy::needless_pass_by_value, unused_variables)]
    #[must_use = "it is a future"]
    #[inline]
    pub async fn first(
        #[from_input]
        #[allow(unused_variables)]
        number: u64,
        #[allow(unused_mut)]
        #[from_input]
        mut other: u64,
    ) -> Result<u64> {
        Ok(1)
    }

    #[doc = "Documented."]
    #[node(model = "m", prompt_text = "{{ first }}")]
    #[allow(clippy::pedantic)]
    pub async fn second(first: &u64) -> Result<u64>;

    /// Documented.
    #[expect(unused_variables, reason = "what a body declares is the user's")]
    #[node]
    pub async fn third(second: u64) -> Result<u64> {
        let spare = second;
        Ok(3)
    }

    /// A helper.
    #[cfg(any())]
    pub fn helper() {}
}

/// Documented.
#[node]
#[cfg(all())]
#[allow(unused_variables)]
pub async fn alone(third: u64) -> Result<u64> {
    Ok(4)
}

fn main() {
    assert_eq!(flow::pipeline().nodes().len(), 3);
}
