//! Fan-out in every spelling.
#![deny(warnings, missing_docs)]

use std::sync::Arc;

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

/// A group.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Group {
    /// Its number.
    pub id: u64,
    /// Whose it is.
    pub owner: (String, Option<String>),
    /// A keyword.
    pub r#type: String,
}

/// Groups.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Clusters {
    /// The groups.
    pub groups: Vec<Group>,
    /// Deeper.
    pub pair: (u8, (Vec<String>, [u8; 2])),
}

/// Fan-outs.
#[pipeline]
pub mod flow {
    use super::*;

    fn long(summary: &String) -> Option<usize> {
        (summary.len() > 3).then_some(summary.len())
    }

    /// The root.
    #[node]
    pub async fn clusters() -> Result<Clusters> {
        Ok(Clusters { groups: Vec::new(), pair: (1, (Vec::new(), [1, 2])) })
    }

    /// For each group.
    #[node(concurrency = 8, interrupt_when = long)]
    pub async fn summary(
        #[each(clusters.groups)] group: &Group,
        #[from_resource("crm://{group.owner.0}/{group.id}/{group.type}{?group.owner.1,deal}")]
        mails: Vec<String>,
        #[from_input] deal: Option<String>,
    ) -> Result<String> {
        Ok(format!("{}{}", group.id, mails.len()))
    }

    /// Collects errors.
    #[node(on_error = collect)]
    pub async fn text(#[each(clusters.pair.1.0)] text: &str) -> Result<usize> {
        Ok(text.len())
    }

    /// Raises errors.
    #[node(on_error = raise)]
    pub async fn byte(#[each(clusters.pair.1.1, of = Clusters)] byte: u8) -> Result<Vec<u8>> {
        Ok(vec![byte])
    }

    /// Of a node's own list, whose items are lists.
    #[node]
    pub async fn bytes(#[each(byte)] bytes: &[u8], clusters: Arc<Clusters>) -> Result<usize> {
        Ok(bytes.len() + clusters.groups.len())
    }

    /// By a model.
    #[node(model = "m", prompt_text = "{{ group.id }}", concurrency = 2)]
    pub async fn asked(#[each(clusters.groups)] group: Arc<Group>) -> Result<Group>;

    /// Joins.
    #[node]
    pub async fn join(
        summary: &[String],
        text: &Vec<std::result::Result<usize, neograph::pipeline::ItemError>>,
        bytes: Vec<usize>,
        asked: &[Group],
    ) -> Result<usize> {
        Ok(summary.len() + text.len() + bytes.len() + asked.len())
    }
}

fn main() {
    let pipeline = flow::pipeline();
    let output = |name: &str| {
        pipeline.nodes().iter().find(|node| node.name() == name).unwrap().output().id()
    };
    assert_eq!(output("summary"), std::any::TypeId::of::<Vec<String>>());
    assert_eq!(output("byte"), std::any::TypeId::of::<Vec<Vec<u8>>>());
}
