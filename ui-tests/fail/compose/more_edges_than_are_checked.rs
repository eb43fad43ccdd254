#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

mod a {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Summary> {
        Ok(Summary { deal_id })
    }
}

mod b {
    use super::*;

    macro_rules! nodes {
        ($($name:ident)*) => {$(
            #[node]
            pub async fn $name() -> Result<Ack> {
                Ok(Ack)
            }
        )*};
    }
    nodes!(n0 n1 n2 n3 n4 n5 n6 n7 n8 n9 n10 n11 n12 n13 n14 n15 n16);

    #[node]
    pub async fn gate(n0: &Ack, n1: &Ack, n2: &Ack, n3: &Ack, n4: &Ack, n5: &Ack, n6: &Ack, n7: &Ack, n8: &Ack, n9: &Ack, n10: &Ack, n11: &Ack, n12: &Ack, n13: &Ack, n14: &Ack, n15: &Ack, n16: &Ack) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    let pipeline: Pipeline = compose!["deals"; b::n0, b::n1, b::n2, b::n3, b::n4, b::n5, b::n6, b::n7, b::n8, b::n9, b::n10, b::n11, b::n12, b::n13, b::n14, b::n15, b::n16, b::gate];
}
