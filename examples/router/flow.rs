//! The pipeline: a ticket is sorted, one of three arms answers it, and the arms join.

use neograph::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a ticket is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    Refund,
    Bug,
    Other,
}

/// A ticket that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sorted {
    pub topic: Topic,
    pub customer: String,
}

/// What the customer is told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    pub to: String,
    pub text: String,
}

impl Reply {
    fn to(sorted: &Sorted, text: &str) -> Self {
        Self { to: sorted.customer.clone(), text: text.to_owned() }
    }
}

#[pipeline(name = "router")]
pub mod router {
    use super::*;

    #[node(
        model = "sorter",
        prompt_text = "Who writes, and is it about a refund or a bug?\n{{ ticket }}"
    )]
    pub async fn sorted(#[from_input] ticket: String) -> Result<Sorted>;

    fn is_refund(sorted: &Sorted) -> bool {
        sorted.topic == Topic::Refund
    }

    fn is_bug(sorted: &Sorted) -> bool {
        sorted.topic == Topic::Bug
    }

    #[node(when = is_refund)]
    pub async fn refund(sorted: &Sorted) -> Result<Reply> {
        Ok(Reply::to(sorted, "your money is on its way"))
    }

    #[node(when = is_bug)]
    pub async fn bug(sorted: &Sorted) -> Result<Reply> {
        Ok(Reply::to(sorted, "we are looking into it"))
    }

    /// Runs when both of the others were skipped. So one of the three always runs, and `reply`
    /// need not take an `Option`.
    #[node(otherwise = [refund, bug])]
    pub async fn general(sorted: &Sorted) -> Result<Reply> {
        Ok(Reply::to(sorted, "thank you for writing to us"))
    }

    /// The join: what the arm that ran gave.
    #[node]
    pub async fn answer(#[first_of(refund, bug, general)] reply: &Reply) -> Result<String> {
        Ok(format!("Dear {}, {}.", reply.to, reply.text))
    }
}
