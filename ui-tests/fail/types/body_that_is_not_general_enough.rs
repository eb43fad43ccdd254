#![allow(unused)]

use futures_util::{StreamExt, stream};
use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Mails {
    pub ids: Vec<String>,
}

async fn size(id: &String) -> usize {
    id.len()
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn mails(#[from_input] ids: Vec<String>) -> Result<Mails> {
        Ok(Mails { ids })
    }

    #[node]
    pub async fn sizes(mails: &Mails) -> Result<Vec<usize>> {
        let sizes = stream::iter(&mails.ids).map(|id| async move { size(id).await });
        Ok(sizes.buffer_unordered(8).collect().await)
    }
}

fn main() {
    flow::pipeline();
}
