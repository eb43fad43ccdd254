//! The graph of a pipeline as numbers, with the two questions that the checks ask of it.

/// Edges by the numbers of the nodes, in declaration order.
#[derive(Debug, Clone)]
pub(super) struct Graph {
    /// For each node, the nodes that it waits for.
    upstream: Vec<Vec<usize>>,
}

impl Graph {
    pub(super) fn new(upstream: Vec<Vec<usize>>) -> Self {
        Self { upstream }
    }

    /// One cycle of each group of nodes that wait for each other: the nodes in the
    /// direction of the data, the first being the first declared one of the cycle.
    pub(super) fn cycles(&self) -> Vec<Vec<usize>> {
        let mut reported = vec![false; self.upstream.len()];
        let mut cycles = Vec::new();
        for start in 0..self.upstream.len() {
            if reported[start] {
                continue;
            }
            let Some(cycle) = self.shortest_cycle(start) else { continue };
            let before = self.ancestors(start);
            for (node, reported) in reported.iter_mut().enumerate() {
                // Nodes before `start` that `start` is before, too, are of its group.
                *reported |= before[node] && self.ancestors(node)[start];
            }
            cycles.push(cycle);
        }
        cycles
    }

    /// A shortest way from a node back to itself, against the edges, turned around.
    fn shortest_cycle(&self, start: usize) -> Option<Vec<usize>> {
        let mut towards: Vec<Option<usize>> = vec![None; self.upstream.len()];
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for &before in &self.upstream[node] {
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

    /// For each node, whether a node waits for it, directly or not.
    pub(super) fn ancestors(&self, node: usize) -> Vec<bool> {
        let mut seen = vec![false; self.upstream.len()];
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            for &before in &self.upstream[node] {
                if !seen[before] {
                    seen[before] = true;
                    open.push(before);
                }
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_found_once_and_in_the_direction_of_the_data() {
        // 0 → 1 → 2 → 3 → 1
        let graph = Graph::new(vec![vec![], vec![0, 3], vec![1], vec![2]]);
        assert_eq!(graph.cycles(), [[1, 2, 3]]);
    }

    #[test]
    fn a_node_that_waits_for_itself_is_a_cycle() {
        assert_eq!(Graph::new(vec![vec![0]]).cycles(), [[0]]);
    }

    #[test]
    fn every_group_has_its_own_cycle() {
        let graph = Graph::new(vec![vec![1], vec![0], vec![3], vec![2, 0], vec![3]]);
        assert_eq!(graph.cycles(), [[0, 1], [2, 3]]);
    }

    #[test]
    fn ancestors_are_transitive_and_leave_out_the_node() {
        let graph = Graph::new(vec![vec![], vec![0], vec![1], vec![]]);
        assert_eq!(graph.ancestors(2), [true, true, false, false]);
    }
}
