//! Conditions over the edges of `compose!`, in every spelling.
#![deny(warnings, missing_docs)]

use neograph::prelude::*;

/// Nodes.
pub mod nodes {
    use std::sync::Arc;

    use super::*;

    fn borrowed(text: &str, list: &[u64], number: &u64) -> bool {
        text.len() + list.len() > usize::try_from(*number).unwrap_or(0)
    }

    fn owned(text: Arc<String>, list: &Vec<u64>, number: u64, of: Option<&u64>) -> bool {
        text.len() + list.len() > usize::try_from(number).unwrap_or(0) && of.is_none()
    }

    fn perhaps(some: Option<u64>, other: Option<Arc<u64>>, of: &Option<u64>) -> bool {
        some.is_none() && other.is_none() && of.is_some()
    }

    /// A text.
    #[node]
    pub async fn text() -> Result<String> {
        Ok(String::new())
    }

    /// A list.
    #[node]
    pub async fn list() -> Result<Vec<u64>> {
        Ok(Vec::new())
    }

    /// A number.
    #[node]
    pub async fn number() -> Result<u64> {
        Ok(1)
    }

    /// Returns an option itself.
    #[node]
    pub async fn of() -> Result<Option<u64>> {
        Ok(None)
    }

    /// Asks by reference.
    #[node(when = borrowed(text, list, number))]
    pub async fn some() -> Result<u64> {
        Ok(1)
    }

    /// Asks by value.
    #[node(when = owned(text, list, number, of))]
    pub async fn other() -> Result<u64> {
        Ok(2)
    }

    /// Asks about nodes that may be skipped.
    #[node(when = perhaps(some, other, of))]
    pub async fn neither() -> Result<u64> {
        Ok(3)
    }
}

fn main() {
    let pipeline = compose![
        "every-spelling";
        nodes::neither,
        nodes::other,
        nodes::some,
        nodes::of,
        nodes::number,
        nodes::list,
        nodes::text,
    ];
    assert_eq!(pipeline.nodes().len(), 7);
    Graph::builder(pipeline).compile().expect("the conditions fit");
}
