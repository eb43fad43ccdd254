//! Lists that come in pages.

use std::{collections::HashSet, future::Future};

use serde_json::Value;

/// More pages than any list has.
const MOST_PAGES: usize = 1_000;

/// Why a list could not be read to its end.
#[derive(Debug)]
pub(crate) enum PagingError<E> {
    /// A page could not be had.
    Page(E),
    /// The list has no end.
    Endless { message: String, pages: usize },
}

/// The items under `field` of every page. `page` asks for the page at a cursor.
pub(crate) async fn all_pages<E, Fut>(
    field: &str,
    mut page: impl FnMut(Option<String>) -> Fut,
) -> Result<Vec<Value>, PagingError<E>>
where
    Fut: Future<Output = Result<Value, E>>,
{
    let mut items = Vec::new();
    let mut seen = HashSet::new();
    let mut cursor = None;
    for pages in 1..=MOST_PAGES {
        let mut result = page(cursor).await.map_err(PagingError::Page)?;
        if let Some(Value::Array(list)) = result.get_mut(field).map(Value::take) {
            items.extend(list);
        }
        let Some(Value::String(next)) = result.get_mut("nextCursor").map(Value::take) else {
            return Ok(items);
        };
        if !seen.insert(next.clone()) {
            let message = format!("the cursor `{next}` came twice");
            return Err(PagingError::Endless { message, pages });
        }
        cursor = Some(next);
    }
    let message = "there is yet another cursor".to_owned();
    Err(PagingError::Endless { message, pages: MOST_PAGES })
}
