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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use serde_json::{Value, json};

    use super::{MOST_PAGES, PagingError, all_pages};

    async fn items(
        next: impl Fn(Option<String>) -> Value,
    ) -> Result<Vec<Value>, PagingError<Infallible>> {
        all_pages("items", |cursor| {
            let page = json!({ "items": [1], "nextCursor": next(cursor) });
            async { Ok(page) }
        })
        .await
    }

    #[tokio::test]
    async fn pages_are_read_until_there_is_no_cursor() {
        let all = items(|cursor| match cursor.as_deref() {
            None => json!("2"),
            Some("2") => json!(""),
            _ => Value::Null,
        });
        assert_eq!(all.await.unwrap(), [1, 1, 1]);
    }

    #[tokio::test]
    async fn a_cursor_that_comes_twice_and_too_many_cursors_end_the_list() {
        let twice = items(|_| json!("")).await;
        assert!(matches!(twice, Err(PagingError::Endless { pages: 2, .. })));
        let ever_longer = items(|cursor| json!(cursor.unwrap_or_default() + "x")).await;
        assert!(matches!(ever_longer, Err(PagingError::Endless { pages: MOST_PAGES, .. })));
    }
}
