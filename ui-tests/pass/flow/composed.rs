//! Conditions, alternatives and fan-out of nodes from several modules.
#![deny(warnings, missing_docs)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

/// A group.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Group {
    /// Its number.
    pub id: u64,
}

/// Groups.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Clusters {
    /// The groups.
    pub groups: Vec<Group>,
}

/// Nodes.
pub mod nodes {
    use super::*;
    use std::sync::Arc;

    fn many(clusters: &Clusters, limit: Option<&u64>) -> bool {
        clusters.groups.len() as u64 > limit.copied().unwrap_or(3)
    }

    fn few(many_groups: Option<Arc<u64>>) -> bool {
        many_groups.is_none()
    }

    /// The root.
    #[node]
    pub async fn clusters(#[from_input] ids: Vec<u64>) -> Result<Clusters> {
        Ok(Clusters { groups: ids.into_iter().map(|id| Group { id }).collect() })
    }

    /// Runs sometimes.
    #[node(when = many(clusters, limit))]
    pub async fn many_groups(#[from_input] limit: Option<u64>) -> Result<u64> {
        Ok(limit.unwrap_or(7))
    }

    /// Runs sometimes, too.
    #[node(when = few(many_groups))]
    pub async fn few_groups(many_groups: Option<&u64>) -> Result<u64> {
        Ok(many_groups.copied().unwrap_or(8))
    }

    /// Runs otherwise.
    #[node(otherwise = [many_groups, few_groups])]
    pub async fn no_groups() -> Result<u64> {
        Ok(0)
    }

    /// Perhaps.
    #[node]
    pub async fn perhaps() -> Result<Option<u64>> {
        Ok(Some(1))
    }

    /// Reads an option that is one, and options that may be none.
    #[node]
    pub async fn total(
        perhaps: Option<u64>,
        many_groups: Option<u64>,
        few_groups: Option<Arc<u64>>,
        #[first_of(many_groups, few_groups)] some: Option<&u64>,
        #[first_of(many_groups, few_groups, no_groups)] groups: u64,
    ) -> Result<u64> {
        let few = few_groups.map_or(0, |few| *few);
        Ok(perhaps.unwrap_or(0) + many_groups.unwrap_or(0) + few + some.unwrap_or(&0) + groups)
    }

    /// A list.
    #[node]
    pub async fn names() -> Result<Vec<String>> {
        Ok(vec!["a".to_owned()])
    }

    /// For each name.
    #[node(concurrency = 2, on_error = collect)]
    pub async fn name(#[each(names)] name: &str) -> Result<usize> {
        Ok(name.len())
    }

    /// For each group.
    #[node(model = "m", prompt_text = "{{ group.id }}")]
    pub async fn summary(
        #[each(clusters.groups, of = Clusters)] group: Arc<Group>,
    ) -> Result<Group>;

    /// Joins.
    #[node]
    pub async fn join(
        name: &Vec<std::result::Result<usize, neograph::pipeline::ItemError>>,
        summary: &[Group],
    ) -> Result<usize> {
        Ok(name.len() + summary.len())
    }
}

/// The same nodes where the whole is known.
#[pipeline]
pub mod whole {
    use super::*;

    fn many(clusters: &Clusters) -> bool {
        clusters.groups.len() > 7
    }

    /// The root.
    #[node]
    pub async fn clusters() -> Result<Clusters> {
        Ok(Clusters { groups: Vec::new() })
    }

    /// Runs sometimes.
    #[node(when = many)]
    pub async fn counted(#[each(clusters.groups)] group: &Group) -> Result<u64> {
        Ok(group.id)
    }

    /// Reads it.
    #[node]
    pub async fn sum(counted: Option<&[u64]>) -> Result<u64> {
        Ok(counted.map_or(0, |counted| counted.iter().sum()))
    }
}

fn main() {
    use nodes::*;

    let pipeline = compose![
        "composed";
        clusters, many_groups, few_groups, no_groups, perhaps, total, names, name, summary, join,
    ];
    let node = |name: &str| pipeline.nodes().iter().find(|node| node.name() == name).unwrap();
    assert!(node("many_groups").is_conditional() && node("no_groups").is_conditional());
    assert!(!node("total").is_conditional());
    let list =
        std::any::TypeId::of::<Vec<std::result::Result<usize, neograph::pipeline::ItemError>>>();
    assert_eq!(node("name").output().id(), list);
    assert_eq!(node("summary").output().id(), std::any::TypeId::of::<Vec<Group>>());

    let again = compose!["again"; whole::clusters, whole::counted, whole::sum];
    let whole = whole::pipeline();
    let names = |pipeline: &Pipeline| -> Vec<String> {
        pipeline.nodes().iter().map(|node| format!("{node:?}")).collect()
    };
    assert_eq!(names(&again), names(&whole));
}
