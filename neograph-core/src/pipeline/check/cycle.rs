//! Nodes that wait for each other.

use std::collections::VecDeque;

use super::Graph;
use crate::{error::ConstructError, pipeline::reach};

pub(super) fn check(graph: &Graph<'_>, faults: &mut Vec<ConstructError>) {
    let upstream = graph.nodes.iter().map(|node| {
        node.reads().into_iter().filter_map(|name| graph.find(name)).collect::<Vec<usize>>()
    });
    for cycle in cycles(&upstream.collect::<Vec<_>>()) {
        let name = |node: &usize| graph.nodes.get(*node).map(|node| node.name().to_owned());
        let path = cycle.iter().chain(cycle.first()).filter_map(name).collect();
        faults.push(ConstructError::Cycle { path });
    }
}

/// One cycle of each group of nodes that wait for each other: the nodes in the direction of
/// the data, the first being the first declared one of the cycle.
fn cycles(upstream: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let stuck = stuck(upstream);
    let mut reported = vec![false; upstream.len()];
    let mut cycles = Vec::new();
    for start in 0..upstream.len() {
        if !stuck[start] || reported[start] {
            continue;
        }
        let Some(cycle) = shortest_cycle(upstream, start) else { continue };
        // What `start` is before and waits for, too, is of its group.
        let downstream = turned(upstream);
        let along = |edges: &[Vec<usize>]| reach(edges.len(), start, |node| &edges[node]);
        let (before, after) = (along(upstream), along(&downstream));
        for (node, reported) in reported.iter_mut().enumerate() {
            *reported |= before[node] && after[node];
        }
        cycles.push(cycle);
    }
    cycles
}

/// The nodes on or behind a cycle: those that never become ready. There are none as a rule,
/// and finding that out takes one pass.
fn stuck(upstream: &[Vec<usize>]) -> Vec<bool> {
    let downstream = turned(upstream);
    let mut waits_for: Vec<usize> = upstream.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..upstream.len()).filter(|node| waits_for[*node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &after in &downstream[node] {
            waits_for[after] -= 1;
            if waits_for[after] == 0 {
                ready.push(after);
            }
        }
    }
    waits_for.into_iter().map(|waits_for| waits_for > 0).collect()
}

fn turned(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut turned = vec![Vec::new(); edges.len()];
    for (from, tos) in edges.iter().enumerate() {
        for &to in tos {
            turned[to].push(from);
        }
    }
    turned
}

/// A shortest way from a node back to itself, against the edges, turned around.
fn shortest_cycle(upstream: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    let mut towards: Vec<Option<usize>> = vec![None; upstream.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for &before in &upstream[node] {
            if before == start {
                let mut cycle = vec![start];
                let mut at = node;
                while at != start {
                    cycle.push(at);
                    at = towards[at]?;
                }
                return Some(cycle);
            }
            if towards[before].is_none() {
                towards[before] = Some(node);
                queue.push_back(before);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_found_once_and_in_the_direction_of_the_data() {
        // 0 → 1 → 2 → 3 → 1
        assert_eq!(cycles(&[vec![], vec![0, 3], vec![1], vec![2]]), [[1, 2, 3]]);
    }

    #[test]
    fn a_node_that_waits_for_itself_is_a_cycle() {
        assert_eq!(cycles(&[vec![0]]), [[0]]);
    }

    #[test]
    fn every_group_has_its_own_cycle() {
        let upstream = [vec![1], vec![0], vec![3], vec![2, 0], vec![3]];
        assert_eq!(cycles(&upstream), [[0, 1], [2, 3]]);
    }

    #[test]
    fn nodes_behind_a_cycle_are_on_none() {
        assert_eq!(cycles(&[vec![], vec![2, 0], vec![1], vec![2], vec![3]]), [[1, 2]]);
    }
}
