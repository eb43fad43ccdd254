//! `docs/lint.md` shows the registry of kinds.

use std::{env, fs, path::Path};

use neograph::lint::LintKind;

const BEGIN: &str = "<!-- kinds: made from the registry; `NEOGRAPH_UPDATE=1 cargo test --test lint` writes it anew -->\n";
const END: &str = "<!-- end of kinds -->\n";

fn table() -> String {
    let row = |kind: &LintKind| {
        format!("| `{}` | {} | {} |\n", kind.name(), kind.severity(), kind.meaning())
    };
    let rows: String = LintKind::ALL.iter().map(row).collect();
    format!("| kind | severity | meaning |\n| --- | --- | --- |\n{rows}")
}

#[test]
fn the_page_shows_the_registry() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lint.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (shown, after) = rest.split_once(END).unwrap();
    let table = table();
    if env::var_os("NEOGRAPH_UPDATE").is_some() {
        fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(
        shown, table,
        "docs/lint.md and the registry differ; `NEOGRAPH_UPDATE=1 cargo test --test lint` writes \
         the table anew"
    );
}

#[test]
fn the_page_says_for_every_kind_what_to_do() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lint.md");
    let page = fs::read_to_string(path).unwrap();
    let (_, advice) = page.split_once(END).unwrap();
    for kind in LintKind::ALL {
        assert!(advice.contains(&format!("`{kind}`")), "no advice on `{kind}` in docs/lint.md");
    }
}
