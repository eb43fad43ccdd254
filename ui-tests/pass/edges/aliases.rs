//! Aliases of outputs, of results and of parameters' types are looked through by types.
#![deny(warnings)]

use std::sync::Arc;

use neograph::prelude::*;

type Lines = Vec<String>;
type Same = Lines;
type Answer<T> = std::result::Result<T, std::io::Error>;
type LinesAnswer = Answer<Lines>;

#[pipeline]
mod flow {
    use super::*;

    #[node]
    pub async fn lines(#[from_input] text: String) -> LinesAnswer {
        Ok(text.lines().map(str::to_owned).collect())
    }

    #[node]
    pub async fn first(lines: &Same) -> Answer<Option<String>> {
        Ok(lines.first().cloned())
    }

    #[node]
    pub async fn last(lines: Arc<Vec<String>>, first: &Option<String>) -> Answer<String> {
        Ok(lines.last().or(first.as_ref()).cloned().unwrap_or_default())
    }

    #[node]
    pub async fn count(lines: &[String], last: &str, first: Option<String>) -> Answer<(usize, bool)> {
        Ok((lines.len() + last.len(), first.is_some()))
    }

    #[node]
    pub async fn end(count: (usize, bool)) -> Answer<[usize; 2]> {
        Ok([count.0, usize::from(count.1)])
    }
}

fn main() {
    assert_eq!(flow::pipeline().nodes().len(), 5);
    let joined = compose!["joined"; flow::lines, flow::first, flow::last, flow::count, flow::end];
    assert_eq!(joined.nodes().len(), 5);
}
