//! Lists that come in pages.

use std::{collections::HashSet, future::Future};

use serde_json::Value;

use crate::oddities::short;

/// More pages than any list has.
const MOST_PAGES: usize = 1_000;

/// A list, as far as it could be read.
#[derive(Debug, PartialEq)]
pub(crate) struct Pages {
    pub(crate) items: Vec<Value>,
    /// What is odd about it: a page without a list, and why it was given up before its end.
    pub(crate) odd: Vec<String>,
}

/// The items under `field` of every page. `page` asks for the page at a cursor.
pub(crate) async fn all_pages<E, Fut>(
    field: &str,
    mut page: impl FnMut(Option<String>) -> Fut,
) -> Result<Pages, E>
where
    Fut: Future<Output = Result<Value, E>>,
{
    let (mut items, mut odd) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    let mut cursor = None;
    for pages in 1..=MOST_PAGES {
        let mut result = page(cursor).await?;
        match result.get_mut(field).map(Value::take) {
            Some(Value::Array(list)) => items.extend(list),
            Some(other) => odd.push(format!("`{field}` is `{}` and no list", short(&other))),
            None => odd.push(format!("the answer has no `{field}`: it is `{}`", short(&result))),
        }
        let next = match result.get_mut("nextCursor").map(Value::take) {
            Some(Value::String(next)) => next,
            None | Some(Value::Null) => return Ok(Pages { items, odd }),
            Some(other) => {
                odd.push(format!("the cursor is `{}`; the list ends there", short(&other)));
                return Ok(Pages { items, odd });
            }
        };
        if !seen.insert(next.clone()) {
            let next = short(&Value::String(next));
            odd.push(format!(
                "the cursor `{next}` came twice after {pages} pages; the list ends there"
            ));
            return Ok(Pages { items, odd });
        }
        cursor = Some(next);
    }
    odd.push(format!("there is yet another cursor after {MOST_PAGES} pages; the list ends"));
    Ok(Pages { items, odd })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use serde_json::{Value, json};

    use super::{MOST_PAGES, Pages, all_pages};

    async fn pages(next: impl Fn(Option<String>) -> Value) -> Pages {
        let pages = all_pages("items", |cursor| {
            let page = json!({ "items": [1], "nextCursor": next(cursor) });
            async { Ok::<_, Infallible>(page) }
        });
        pages.await.unwrap()
    }

    #[tokio::test]
    async fn pages_are_read_until_there_is_no_cursor() {
        let all = pages(|cursor| match cursor.as_deref() {
            None => json!("2"),
            Some("2") => json!(""),
            _ => Value::Null,
        });
        assert_eq!(all.await, Pages { items: vec![json!(1); 3], odd: vec![] });
    }

    #[tokio::test]
    async fn a_cursor_that_comes_twice_and_too_many_cursors_end_the_list() {
        let twice = pages(|_| json!("")).await;
        assert_eq!(twice.items.len(), 2);
        assert!(twice.odd[0].contains("2 pages"));
        let ever_longer = pages(|cursor| json!(cursor.unwrap_or_default() + "x")).await;
        assert_eq!(ever_longer.items.len(), MOST_PAGES);
        assert_eq!(ever_longer.odd.len(), 1);
    }

    #[tokio::test]
    async fn what_is_no_list_and_no_cursor_is_told() {
        for page in [
            Value::Null,
            json!([]),
            json!({}),
            json!({ "items": {} }),
            json!({ "items": [1], "nextCursor": 7 }),
        ] {
            let all = all_pages("items", |_| async { Ok::<_, Infallible>(page.clone()) });
            assert_eq!(all.await.unwrap().odd.len(), 1, "{page}");
        }
    }
}
