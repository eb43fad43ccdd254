//! The graph of a list of nodes, in const evaluation.

use super::text::is_same;

/// How many edges `compose!` checks the types of, for one node.
pub const MOST_EDGES: usize = 16;
/// How many nodes one `compose!` takes.
const MOST_NODES: usize = 1024;
/// In place of a node's number: there is no such node.
pub const NOWHERE: usize = usize::MAX;

/// What a node says of itself.
#[derive(Debug, Clone, Copy)]
pub struct NodeFacts {
    /// Its name.
    pub name: &'static str,
    /// The names of other nodes that it waits for.
    pub edges: &'static [&'static str],
    /// Whether it may be skipped.
    pub is_conditional: bool,
    /// How it asks a human.
    pub asks: Asks,
    /// The nodes that were all skipped when it runs.
    pub otherwise: &'static [&'static str],
    /// Whether its tools may emit links.
    pub emits_links: bool,
}

/// How a node asks a human, with `interrupt_when`.
#[derive(Debug, Clone, Copy)]
pub enum Asks {
    /// It does not.
    Never,
    /// About what it returns.
    Once,
    /// About each item.
    AnItem,
}

/// The edges between the nodes of a list, by their numbers in it.
#[derive(Debug)]
pub struct Wiring {
    pub(super) nodes: &'static [NodeFacts],
    /// The nodes by the hashes of their names, because const evaluation is slow.
    by_name: [u16; PLACES],
    upstream: [[u16; MOST_EDGES]; MOST_NODES],
    pub(super) has_duplicates: bool,
    pub(super) is_cyclic: bool,
}

/// A cycle: the nodes in the direction of the data.
pub(super) struct Cycle {
    pub(super) nodes: [usize; MOST_NODES],
    pub(super) len: usize,
}

const MISSING: u16 = u16::MAX;
/// A power of two, and more than there are nodes.
const PLACES: usize = 2 * MOST_NODES;

impl Wiring {
    /// Finds the upstream node of every edge.
    #[allow(clippy::cast_possible_truncation, reason = "there are at most `MOST_NODES`")]
    #[allow(clippy::large_stack_arrays, reason = "const evaluation has no stack")]
    pub const fn of(nodes: &'static [NodeFacts]) -> Self {
        let mut wiring = Self {
            nodes,
            by_name: [MISSING; PLACES],
            upstream: [[MISSING; MOST_EDGES]; MOST_NODES],
            has_duplicates: false,
            is_cyclic: false,
        };
        let mut node = 0;
        while node < nodes.len() && node < MOST_NODES {
            let place = wiring.place(nodes[node].name);
            if wiring.by_name[place] == MISSING {
                wiring.by_name[place] = node as u16;
            } else {
                wiring.has_duplicates = true;
            }
            node += 1;
        }
        node = 0;
        while node < nodes.len() && node < MOST_NODES {
            let mut edge = 0;
            while edge < nodes[node].edges.len() && edge < MOST_EDGES {
                let place = wiring.place(nodes[node].edges[edge]);
                wiring.upstream[node][edge] = wiring.by_name[place];
                edge += 1;
            }
            node += 1;
        }
        wiring.is_cyclic = wiring.has_cycle();
        wiring
    }

    /// Where a name stands in the table, or would stand.
    const fn place(&self, name: &str) -> usize {
        let bytes = name.as_bytes();
        let mut hash = bytes.len();
        let mut at = 0;
        while at < bytes.len() {
            hash = hash.wrapping_mul(31).wrapping_add(bytes[at] as usize);
            at += 1;
        }
        let mut place = hash & (PLACES - 1);
        while self.by_name[place] != MISSING
            && !is_same(self.nodes[self.by_name[place] as usize].name, name)
        {
            place = (place + 1) & (PLACES - 1);
        }
        place
    }

    /// The number of the node at the other end of an edge, or [`NOWHERE`].
    pub const fn upstream(&self, node: usize, edge: usize) -> usize {
        match self.upstream[node][edge] {
            MISSING => NOWHERE,
            node => node as usize,
        }
    }

    /// The number of the first node of a name, or [`NOWHERE`].
    pub(super) const fn find(&self, name: &str) -> usize {
        match self.by_name[self.place(name)] {
            MISSING => NOWHERE,
            node => node as usize,
        }
    }

    /// Whether a name is that of a node that may be skipped.
    pub(super) const fn is_conditional(&self, name: &str) -> bool {
        let node = self.find(name);
        node != NOWHERE && self.nodes[node].is_conditional
    }

    /// Whether one of the first of these nodes always runs: one that has no condition, or one
    /// that runs otherwise than others of them. `unknown` stands for nodes that there are not.
    pub(super) const fn one_runs(&self, names: &[&str], count: usize, unknown: bool) -> bool {
        let mut at = 0;
        while at < count {
            let node = self.find(names[at]);
            at += 1;
            if node == NOWHERE {
                if unknown {
                    return true;
                }
                continue;
            }
            let NodeFacts { is_conditional, otherwise, .. } = self.nodes[node];
            if !is_conditional || (!otherwise.is_empty() && are_among(otherwise, names, count)) {
                return true;
            }
        }
        false
    }

    /// Whether nodes wait for each other: a walk against the edges that meets itself.
    const fn has_cycle(&self) -> bool {
        const NEW: u8 = 0;
        const OPEN: u8 = 1;
        const DONE: u8 = 2;
        let mut state = [NEW; MOST_NODES];
        let mut next_edge = [0; MOST_NODES];
        let mut path = [0; MOST_NODES];
        let mut start = 0;
        while start < self.nodes.len() {
            let mut len = 0;
            if state[start] == NEW {
                path[0] = start;
                state[start] = OPEN;
                len = 1;
            }
            while len > 0 {
                let node = path[len - 1];
                let edge = next_edge[node];
                if edge == MOST_EDGES || edge == self.nodes[node].edges.len() {
                    state[node] = DONE;
                    len -= 1;
                    continue;
                }
                next_edge[node] += 1;
                let before = self.upstream(node, edge);
                if before == NOWHERE || state[before] == DONE {
                    continue;
                }
                if state[before] == OPEN {
                    return true;
                }
                state[before] = OPEN;
                path[len] = before;
                len += 1;
            }
            start += 1;
        }
        false
    }

    /// A shortest way from a node back to itself.
    pub(super) const fn shortest_cycle(&self, start: usize) -> Option<Cycle> {
        let mut towards = [NOWHERE; MOST_NODES];
        let mut queue = [0; MOST_NODES];
        queue[0] = start;
        let (mut read, mut written) = (0, 1);
        while read < written {
            let node = queue[read];
            read += 1;
            let mut edge = 0;
            while edge < self.nodes[node].edges.len() && edge < MOST_EDGES {
                let before = self.upstream(node, edge);
                edge += 1;
                if before == start {
                    return Some(Cycle::back(&towards, start, node));
                }
                if before != NOWHERE && towards[before] == NOWHERE {
                    towards[before] = node;
                    queue[written] = before;
                    written += 1;
                }
            }
        }
        None
    }

    /// Whether some node upstream of a node may emit links; so it is while an edge leads
    /// nowhere, which may have been meant for the node that does.
    pub(super) const fn may_have_links(&self, node: usize) -> bool {
        let mut seen = [false; MOST_NODES];
        let mut open = [0; MOST_NODES];
        open[0] = node;
        let mut len = 1;
        while len > 0 {
            len -= 1;
            let node = open[len];
            let mut edge = 0;
            while edge < self.nodes[node].edges.len() && edge < MOST_EDGES {
                let before = self.upstream(node, edge);
                edge += 1;
                if before == NOWHERE || self.nodes[before].emits_links {
                    return true;
                }
                if !seen[before] {
                    seen[before] = true;
                    open[len] = before;
                    len += 1;
                }
            }
        }
        false
    }
}

impl Cycle {
    /// The walk went against the data; this turns it around.
    const fn back(towards: &[usize; MOST_NODES], start: usize, last: usize) -> Self {
        let mut nodes = [start; MOST_NODES];
        let mut len = 1;
        let mut at = last;
        while at != start {
            nodes[len] = at;
            len += 1;
            at = towards[at];
        }
        Self { nodes, len }
    }

    /// Whether no node of the cycle comes before a node in the list.
    pub(super) const fn begins_at(&self, start: usize) -> bool {
        let mut at = 0;
        while at < self.len {
            if self.nodes[at] < start {
                return false;
            }
            at += 1;
        }
        true
    }
}

const fn are_among(some: &[&str], names: &[&str], count: usize) -> bool {
    let mut at = 0;
    while at < some.len() {
        let mut place = 0;
        while place < count && !is_same(some[at], names[place]) {
            place += 1;
        }
        if place == count {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn node(name: &'static str, edges: &'static [&'static str], agent: bool) -> NodeFacts {
        NodeFacts {
            name,
            edges,
            is_conditional: false,
            asks: Asks::Never,
            otherwise: &[],
            emits_links: agent,
        }
    }

    #[test]
    fn a_straight_line_has_no_cycle() {
        let wiring = Wiring::of(const { &[node("b", &["a", "x"], false), node("a", &[], true)] });
        assert!(!wiring.is_cyclic);
        assert_eq!([wiring.upstream(0, 0), wiring.upstream(0, 1)], [1, NOWHERE]);
        assert!(wiring.may_have_links(0));
        assert!(!wiring.may_have_links(1));
    }

    #[test]
    fn a_cycle_is_found_in_the_direction_of_the_data() {
        let wiring = Wiring::of(
            const {
                &[
                    node("start", &[], false),
                    node("a", &["start", "c"], false),
                    node("b", &["a"], false),
                    node("c", &["b"], false),
                ]
            },
        );
        assert!(wiring.is_cyclic);
        let cycle = wiring.shortest_cycle(1).unwrap();
        assert_eq!(cycle.nodes[..cycle.len], [1, 2, 3]);
        assert!(cycle.begins_at(1));
        assert!(!wiring.shortest_cycle(2).unwrap().begins_at(2));
        assert!(wiring.shortest_cycle(0).is_none());
    }
}
