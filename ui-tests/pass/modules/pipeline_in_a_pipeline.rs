//! A module in a pipeline's module may be a pipeline of its own.
#![deny(warnings)]

use neograph::prelude::*;

#[pipeline]
mod outer {
    use super::*;

    #[node]
    pub async fn count(#[from_input] text: &str) -> Result<usize> {
        Ok(text.len())
    }

    #[pipeline]
    pub mod inner {
        use super::*;

        #[node]
        pub async fn twice(#[from_input] count: usize) -> Result<usize> {
            Ok(2 * count)
        }
    }
}

fn main() {
    assert_eq!(outer::pipeline().nodes().len(), 1);
    assert_eq!(outer::inner::pipeline().nodes().len(), 1);
}
