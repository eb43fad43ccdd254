//! Messages in const evaluation, where there is no `String`.

const CAPACITY: usize = 2048;
const CUT: &str = "…";

/// A text of limited length; what does not fit is cut off, and a `…` says so.
pub(super) struct Text {
    bytes: [u8; CAPACITY],
    len: usize,
    is_cut: bool,
}

impl Text {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], len: 0, is_cut: false }
    }

    pub(super) const fn push(&mut self, piece: &str) {
        if self.is_cut {
            return;
        }
        let room = CAPACITY - CUT.len() - self.len;
        let (piece, is_cut) = if piece.len() > room { (CUT, true) } else { (piece, false) };
        let piece = piece.as_bytes();
        let mut at = 0;
        while at < piece.len() {
            self.bytes[self.len] = piece[at];
            self.len += 1;
            at += 1;
        }
        self.is_cut = is_cut;
    }

    /// A name between backticks.
    pub(super) const fn push_name(&mut self, name: &str) {
        self.push("`");
        self.push(name);
        self.push("`");
    }

    pub(super) const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => CUT,
        }
    }
}

pub(super) const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    // Names that are numbered differ at their ends.
    let mut at = a.len();
    while at > 0 {
        at -= 1;
        if a[at] != b[at] {
            return false;
        }
    }
    true
}

/// The longest name that is compared with others.
const LONGEST: usize = 64;

/// Whether one name may be meant by another: the same rule as in `#[pipeline]`, on bytes.
pub(super) const fn distance(a: &str, b: &str) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() >= LONGEST || b.len() >= LONGEST {
        return None;
    }
    let mut rows = [[0; LONGEST]; LONGEST];
    let mut i = 0;
    while i <= a.len() {
        let mut j = 0;
        while j <= b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]) as usize;
                let mut edits = min(replaced, min(rows[i - 1][j], rows[i][j - 1]) + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    edits = min(edits, rows[i - 2][j - 2] + 1);
                }
                edits
            };
            j += 1;
        }
        i += 1;
    }
    let edits = rows[a.len()][b.len()];
    let third = a.len() / 3;
    if edits <= if third == 0 { 1 } else { third } { Some(edits) } else { None }
}

const fn min(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_pieces() {
        let mut text = Text::new();
        for _ in 0..CAPACITY {
            text.push_name("näme");
        }
        assert!(text.as_str().len() <= CAPACITY);
        assert!(text.as_str().ends_with('…'));
    }

    #[test]
    fn near_names_are_near() {
        assert_eq!(distance("reserch", "research"), Some(1));
        assert_eq!(distance("gaet", "gate"), Some(1));
        assert_eq!(distance("summary", "gate"), None);
        assert_eq!(distance("", "gate"), None);
        assert_eq!(distance("a", &"a".repeat(LONGEST)), None);
    }
}
