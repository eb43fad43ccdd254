//! Pipelines, lone nodes and compositions that other macros make.
#![deny(warnings)]

use neograph::prelude::*;

macro_rules! flow {
    ($module:ident, $first:ident : $ty:ty, $($name:ident <- $up:ident),* $(,)?) => {
        #[pipeline]
        mod $module {
            use super::*;

            #[node]
            pub async fn $first(#[from_input] seed: $ty) -> Result<$ty> {
                Ok(seed)
            }

            $(
                #[node]
                pub async fn $name($up: &$ty) -> Result<$ty> {
                    Ok($up.clone())
                }
            )*
        }
    };
}
flow!(texts, start: String, middle <- start, end <- middle);
flow!(pairs, start: (u64, Vec<u8>), end <- start);

macro_rules! alone {
    ($($name:ident($($up:ident: $ty:ty),*) -> $out:ty = $value:expr;)*) => {$(
        #[node]
        async fn $name($($up: $ty),*) -> Result<$out> {
            $(let _ = $up;)*
            Ok($value)
        }
    )*};
}
alone! {
    one() -> u64 = 1;
    two(one: &u64) -> String = "two".to_owned();
    three(one: u64, two: &str) -> Vec<u64> = vec![3];
}

macro_rules! join {
    ($name:literal, $($node:path),*) => {
        compose![$name; $($node),*]
    };
}

fn main() {
    assert_eq!(texts::pipeline().nodes().len(), 3);
    assert_eq!(pairs::pipeline().nodes().len(), 2);
    assert_eq!(join!("joined", one, two, three, pairs::start).nodes().len(), 4);
}
