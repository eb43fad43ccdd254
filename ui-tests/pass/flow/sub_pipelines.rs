//! A node may be a pipeline: its parameters are that pipeline's inputs.
#![deny(warnings, unused, unreachable_pub)]

use std::sync::Arc;

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
struct Claim {
    text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
struct Verdict {
    holds: bool,
}

/// A type that no other module can name.
mod hidden {
    #[derive(Clone, serde::Serialize, serde::Deserialize)]
    pub(super) struct Part(pub(super) u64);
}

#[pipeline(name = "verify-claim")]
mod verify_claim {
    use super::*;

    #[node]
    async fn evidence(
        #[from_input] claim: &Claim,
        #[from_input] limit: Option<u64>,
        #[from_config] client: Option<&String>,
    ) -> Result<Vec<String>> {
        let _ = (limit, client);
        Ok(vec![claim.text.clone()])
    }

    #[node]
    async fn verdict(evidence: &[String], #[from_input] strict: bool) -> Result<Verdict> {
        Ok(Verdict { holds: strict && !evidence.is_empty() })
    }
}

#[pipeline(output = b)]
mod two_ends {
    use super::*;

    #[derive(Clone, Serialize, Deserialize)]
    struct OfThisModule(u64);

    #[node]
    async fn a(#[from_input] part: hidden::Part) -> Result<OfThisModule> {
        Ok(OfThisModule(part.0))
    }

    #[node]
    async fn b(a: &OfThisModule) -> Result<Verdict> {
        Ok(Verdict { holds: a.0 > 0 })
    }

    #[node]
    async fn c(a: &OfThisModule) -> Result<OfThisModule> {
        Ok(a.clone())
    }
}

#[pipeline(output = summary, links = outer)]
mod reads_links {
    use super::*;

    #[node]
    async fn summary(
        #[from_input] research: &str,
        #[from_resource(ref = "mails")] mails: String,
    ) -> Result<String> {
        Ok(format!("{research}{mails}"))
    }
}

/// Whose output is of a type that only this module knows.
#[pipeline]
mod private_output {
    use super::*;

    #[derive(Clone, Serialize, Deserialize)]
    struct Secret(u64);

    #[node]
    async fn secret(#[from_input] n: u64) -> Result<Secret> {
        Ok(Secret(n))
    }
}

mod elsewhere {
    use neograph::prelude::*;

    #[pipeline]
    pub(crate) mod length {
        use super::*;

        #[node]
        async fn length(
            #[from_input] text: &str,
            #[from_input] bonus: Option<usize>,
        ) -> Result<usize> {
            Ok(text.len() + bonus.unwrap_or_default())
        }
    }
}

fn small(length: &usize) -> bool {
    *length < 100
}

fn largest(candidates: Vec<usize>) -> usize {
    candidates.into_iter().max().unwrap_or_default()
}

#[pipeline]
mod outer {
    use super::*;

    #[node]
    pub(crate) async fn claim(#[from_input] said: &str) -> Result<Claim> {
        Ok(Claim { text: said.to_owned() })
    }

    /// The type of the node has the name of the module that holds its pipeline.
    #[node(pipeline = super::verify_claim, timeout = "30s")]
    async fn verify_claim(
        claim: &Claim,
        #[from_input] strict: bool,
        #[from_input] limit: Option<u64>,
    ) -> Result<Verdict>;

    #[node]
    async fn text(verify_claim: Arc<Verdict>) -> Result<String> {
        Ok(verify_claim.holds.to_string())
    }

    #[node(pipeline = crate::elsewhere::length, repeat_while = small, max_iterations = 3)]
    async fn grown(text: &str, #[carry] bonus: Option<&usize>) -> Result<usize>;

    #[node(pipeline = crate::elsewhere::length, ensemble = 3, merge = largest)]
    async fn largest_of(text: String) -> Result<usize>;

    /// A pipeline inside the module.
    #[pipeline]
    mod shout {
        use super::*;

        #[node]
        async fn loud(#[from_input] text: &str) -> Result<String> {
            Ok(text.to_uppercase())
        }
    }

    /// A pipeline of another crate.
    #[node(pipeline = ui_tests::letters)]
    async fn greeting(#[from_input] month: u8) -> Result<String>;

    #[node(pipeline = shout)]
    async fn shouted(text: &str) -> Result<String>;

    #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::get"])]
    async fn research(
        shouted: &str,
        greeting: &str,
        largest_of: &usize,
        grown: &usize,
    ) -> Result<String>;

    #[node(pipeline = reads_links)]
    async fn mails(research: &str) -> Result<String>;
}

/// A pipeline of pipelines: what the inner one reads may come from there, and from further out.
#[pipeline(links = outer)]
mod outermost {
    use super::*;

    #[node]
    async fn research(#[from_input] name: &str) -> Result<String> {
        Ok(name.to_owned())
    }

    #[node(pipeline = reads_links)]
    async fn mails(research: &str) -> Result<String>;

    #[node(pipeline = outer)]
    async fn inner(
        #[from_input] said: &str,
        #[from_input] strict: bool,
        #[from_input] month: u8,
    ) -> Result<String>;
}

/// Two paths of the same words, of which only the first leads to tools that emit links.
mod mail {
    use neograph::prelude::*;

    #[pipeline]
    pub(crate) mod box_search {
        use super::*;

        #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::get"])]
        async fn found(#[from_input] name: &str) -> Result<String>;
    }
}

mod mail_box {
    use neograph::prelude::*;

    #[pipeline]
    pub(crate) mod search {
        use super::*;

        #[node]
        async fn found(#[from_input] name: &str) -> Result<usize> {
            Ok(name.len())
        }
    }
}

#[pipeline(output = read)]
mod searches {
    use super::*;

    #[node(pipeline = mail::box_search)]
    async fn first(#[from_input] name: &str) -> Result<String>;

    #[node(pipeline = mail_box::search)]
    async fn second(#[from_input] name: &str) -> Result<usize>;

    #[node]
    async fn read(first: &str, second: &usize) -> Result<String> {
        Ok(format!("{first}{second}"))
    }
}

#[node(pipeline = searches)]
async fn searched(#[from_input] name: &str) -> Result<String>;

#[node]
async fn linked(
    searched: &str,
    #[from_resource(ref = "mails")] mails: String,
) -> Result<String> {
    Ok(format!("{searched}{mails}"))
}

#[node(pipeline = verify_claim)]
async fn alone(claim: &Claim, #[from_input] strict: bool) -> Result<Verdict>;

fn main() {
    let pipeline = outer::pipeline();
    let inner = pipeline.nodes()[1].sub_pipeline().map(Pipeline::name);
    assert_eq!(inner, Some("verify-claim"));
    assert_eq!(two_ends::pipeline().nodes().len(), 3);
    assert_eq!(private_output::pipeline().nodes().len(), 1);
    assert_eq!(outermost::pipeline().nodes().len(), 3);
    let joined = compose!["joined"; outer::claim, alone];
    assert!(joined.nodes()[1].sub_pipeline().is_some());
    assert_eq!(compose!["linked"; searched, linked].nodes().len(), 2);
}
