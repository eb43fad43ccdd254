//! Several pipelines in one file, with nodes of the same names.
#![deny(warnings)]

use neograph::prelude::*;

#[pipeline]
mod one {
    use super::*;

    #[node]
    pub async fn first() -> Result<u64> {
        Ok(1)
    }

    #[node]
    pub async fn second(first: u64) -> Result<u64> {
        Ok(first)
    }
}

#[pipeline(name = "the-other")]
mod two {
    use neograph::prelude::*;

    #[node]
    pub async fn first() -> Result<String> {
        Ok(String::new())
    }

    #[node]
    pub async fn second(first: &str) -> Result<String> {
        Ok(first.to_owned())
    }

    #[pipeline]
    pub mod nested {
        use neograph::prelude::*;

        #[node]
        pub async fn third(#[from_input] n: u64) -> Result<u64> {
            Ok(n)
        }
    }
}

fn main() {
    assert_eq!(one::pipeline().name(), "one");
    assert_eq!(two::pipeline().name(), "the-other");
    assert_eq!(two::nested::pipeline().nodes().len(), 1);
    let [a, b] = [compose!["a"; one::first, one::second], compose!["b"; two::second, two::first]];
    assert_ne!(a.name(), b.name());
    use two::first as other;
    assert_eq!(compose!["c"; two::nested::third, other].nodes()[1].name(), "first");
}
