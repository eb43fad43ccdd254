//! Compositions of local nodes, in generic functions, methods and constants' initialisers.
#![deny(warnings)]

use std::sync::LazyLock;

use neograph::prelude::*;

#[node]
async fn outer() -> Result<u64> {
    Ok(1)
}

static SHARED: LazyLock<Pipeline> = LazyLock::new(|| compose!["shared"; outer]);

struct Desk<T>(T);

impl<T: Clone> Desk<T> {
    fn pipeline<U>(&self, _: U) -> Pipeline {
        #[node]
        async fn local(outer: &u64) -> Result<u64> {
            Ok(*outer)
        }
        let _ = self.0.clone();
        compose!["local"; outer, local]
    }
}

fn main() {
    assert_eq!(SHARED.nodes().len(), 1);
    assert_eq!(Desk(1).pipeline("x").nodes().len(), 2);
    let many: Vec<Pipeline> = vec![compose!["a"; outer], compose!["b"; outer]];
    assert_eq!(many.len(), 2);
}
