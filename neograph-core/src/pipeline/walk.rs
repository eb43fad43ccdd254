//! Walks over a graph by index.

/// For each of `count` nodes, whether it can be reached from a node in one step or in several.
pub(crate) fn reach<'a>(
    count: usize,
    from: usize,
    next: impl Fn(usize) -> &'a [usize],
) -> Vec<bool> {
    let mut seen = vec![false; count];
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        for &next in next(node) {
            if !std::mem::replace(&mut seen[next], true) {
                open.push(next);
            }
        }
    }
    seen
}
