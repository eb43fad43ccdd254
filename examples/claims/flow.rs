//! The pipelines: how one claim is verified, and an article whose claims all are.

use neograph::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The claims of an article.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claims {
    pub claims: Vec<Claim>,
}

/// Something that an article says is so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    pub text: String,
}

/// What was found about a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    pub supports: bool,
    pub source: String,
}

/// What became of a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    pub claim: String,
    pub holds: bool,
    pub source: String,
}

/// How one claim is verified. Its output is that of the only node that no other one reads.
#[pipeline]
pub mod verify_claim {
    use super::*;

    #[node(
        mode = agent,
        model = "searcher",
        prompt_text = "Find out whether this is so: {{ claim.text }}",
        tools = ["library::search"]
    )]
    pub async fn evidence(#[from_input] claim: Claim) -> Result<Evidence>;

    #[node]
    pub async fn verdict(#[from_input] claim: Claim, evidence: &Evidence) -> Result<Verdict> {
        Ok(Verdict { claim: claim.text, holds: evidence.supports, source: evidence.source.clone() })
    }
}

#[pipeline(name = "claims")]
pub mod claims {
    use super::*;

    #[node(model = "reader", prompt_text = "List the claims of this article:\n{{ article }}")]
    pub async fn extract(#[from_input] article: String) -> Result<Claims>;

    /// The sub-pipeline runs once for each claim, eight at a time. A claim that cannot be
    /// verified does not fail the others.
    #[node(pipeline = verify_claim, concurrency = 8, on_error = collect)]
    pub async fn verify(#[each(extract.claims)] claim: &Claim) -> Result<Verdict>;

    #[node]
    pub async fn report(verify: &[Result<Verdict, ItemError>]) -> Result<Vec<String>> {
        let line = |verdict: &Result<Verdict, ItemError>| match verdict {
            Ok(Verdict { claim, holds: true, source }) => format!("{claim}: so says {source}"),
            Ok(Verdict { claim, holds: false, source }) => format!("{claim}: not by {source}"),
            Err(error) => format!("unknown: {error}"),
        };
        Ok(verify.iter().map(line).collect())
    }
}
