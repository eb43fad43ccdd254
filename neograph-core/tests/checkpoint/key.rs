//! A key and its text are one to one.

use neograph_core::checkpoint::{Key, Segment};
use proptest::prelude::*;

fn segment() -> impl Strategy<Value = Segment> {
    ("[a-z_][a-z0-9_é]{0,12}", any::<Option<u32>>(), any::<Option<u32>>())
        .prop_map(|(node, item, iteration)| Segment { node: node.into(), item, iteration })
}

fn text(segments: &[Segment]) -> String {
    let of_one = |Segment { node, item, iteration }: &Segment| {
        let item = item.map(|item| format!("[{item}]")).unwrap_or_default();
        let iteration = iteration.map(|iteration| format!("#{iteration}")).unwrap_or_default();
        format!("{node}{item}{iteration}")
    };
    segments.iter().map(of_one).collect::<Vec<_>>().join("/")
}

proptest! {
    #[test]
    fn a_key_survives_its_text(segments in prop::collection::vec(segment(), 0..5)) {
        let text = text(&segments);
        let key: Key = text.parse().unwrap();
        prop_assert_eq!(key.segments(), segments.as_slice());
        prop_assert_eq!(key.to_string(), text);
    }

    #[test]
    fn a_text_that_is_a_key_is_written_as_it_was(text in "[a-b0-3+\\[\\]#/ ]{0,10}") {
        if let Ok(key) = text.parse::<Key>() {
            prop_assert_eq!(key.to_string(), text);
        }
    }

    #[test]
    fn any_text_is_a_key_or_an_error(text in any::<String>()) {
        let _ = text.parse::<Key>();
    }
}

#[test]
fn what_is_no_key_is_named() {
    let faulty = [
        "/",
        "a/",
        "/a",
        "a//b",
        "[1]",
        "#1",
        "a[",
        "a[]",
        "a[1",
        "a[-1]",
        "a[x]",
        "a[1]b",
        "a#",
        "a#x",
        "a#1[2]",
        "a[4294967296]",
        "a[01]",
        "a[+1]",
        "a#007",
    ];
    for text in faulty {
        let error = text.parse::<Key>().expect_err(text);
        assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
    }
}
