//! Nodes of several modules make the same pipeline as the attribute does.
#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, clippy::pedantic)]

use neograph::{Pipeline, pipeline::Param, prelude::*};
use serde::{Deserialize, Serialize};

/// A record.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    /// The deal.
    pub deal: String,
}

type Alias = Summary;

mod research {
    use neograph::prelude::*;

    use super::Summary;

    /// Asks.
    #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::get"])]
    pub(crate) async fn scan(#[from_input] deal: String) -> Result<Summary>;
}

mod review {
    use std::sync::Arc;

    use neograph::prelude::*;

    use super::{Alias, Summary};

    /// Waits.
    #[node(name = "gate", interrupt_when = always)]
    pub(crate) async fn human_gate(scan: &Alias, #[from_config] limit: Option<&u64>) -> Result<usize> {
        std::future::ready(()).await;
        Ok(scan.deal.len() + limit.map_or(0, |_| 1))
    }

    #[allow(clippy::unnecessary_wraps)]
    fn always(_: &usize) -> Option<u64> {
        Some(1)
    }

    #[pipeline]
    pub(crate) mod last {
        use super::*;

        #[node]
        pub(crate) async fn base(#[from_input] n: u64) -> Result<Vec<u64>> {
            std::future::ready(()).await;
            Ok(vec![n])
        }

        #[node]
        pub(crate) async fn brief(
            base: &[u64],
            #[from_resource("crm://{deal}{?n}")] page: String,
            #[from_input] deal: &str,
            #[from_input] n: u64,
        ) -> Result<Summary> {
            std::future::ready(()).await;
            Ok(Summary { deal: format!("{base:?}{page}{deal}{n}") })
        }
    }

    #[node]
    pub(crate) async fn end(
        gate: usize,
        brief: Arc<Summary>,
        scan: Alias,
        #[from_resource(ref = "mails")] mails: &str,
    ) -> Result<String> {
        std::future::ready(()).await;
        Ok(format!("{gate}{brief:?}{scan:?}{mails}"))
    }
}

#[pipeline(name = "whole")]
mod whole {
    use super::*;

    #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::get"])]
    async fn scan(#[from_input] deal: String) -> Result<Summary>;

    #[node(name = "gate")]
    async fn human_gate(scan: &Summary, #[from_config] limit: Option<&u64>) -> Result<usize> {
        std::future::ready(()).await;
        Ok(scan.deal.len() + limit.map_or(0, |_| 1))
    }

    #[node]
    async fn base(#[from_input] n: u64) -> Result<Vec<u64>> {
        std::future::ready(()).await;
        Ok(vec![n])
    }

    #[node]
    async fn brief(
        base: &[u64],
        #[from_resource("crm://{deal}{?n}")] page: String,
        #[from_input] deal: &str,
        #[from_input] n: u64,
    ) -> Result<Summary> {
        std::future::ready(()).await;
        Ok(Summary { deal: format!("{base:?}{page}{deal}{n}") })
    }

    #[node]
    async fn end(
        gate: usize,
        brief: &Summary,
        scan: Summary,
        #[from_resource(ref = "mails")] mails: &str,
    ) -> Result<String> {
        std::future::ready(()).await;
        Ok(format!("{gate}{brief:?}{scan:?}{mails}"))
    }
}

fn composed() -> Pipeline {
    use review::last::{base, brief as renamed};
    compose!["whole"; research::scan, review::human_gate, base, renamed_too, renamed]
}

use review::end as renamed_too;

fn described(pipeline: &Pipeline) -> Vec<(String, String)> {
    let mut nodes: Vec<_> = pipeline
        .nodes()
        .iter()
        .map(|node| {
            let params: Vec<(&str, bool, String)> = node
                .params()
                .iter()
                .map(|param: &Param| (param.name(), param.is_optional(), format!("{:?}", param.source())))
                .collect();
            (node.name().to_owned(), format!("{:?}{:?}{params:?}", node.mode(), node.output()))
        })
        .collect();
    nodes.sort();
    nodes
}

fn main() {
    assert_eq!(described(&composed()), described(&whole::pipeline()));
    assert_eq!(composed().name(), "whole");
    let pipeline = composed();
    let names: Vec<&str> = pipeline.nodes().iter().map(|node| node.name()).collect();
    assert_eq!(names, ["scan", "gate", "base", "end", "brief"]);
}
