//! Whatever rustc accepts in a body is accepted.
#![deny(warnings)]

use neograph::prelude::*;

#[pipeline]
mod flow {
    use super::*;

    #[node]
    async fn closures(#[from_input] numbers: Vec<u64>) -> Result<u64> {
        let add = |a: u64| async move { a + 1 };
        let mut sum = 0;
        for number in &numbers {
            sum += add(*number).await;
        }
        Ok(sum)
    }

    #[node]
    async fn items(closures: &u64) -> Result<String> {
        use std::fmt::Write as _;
        struct Local<'a>(&'a u64);
        impl Local<'_> {
            fn get(&self) -> u64 {
                *self.0
            }
        }
        macro_rules! twice {
            ($e:expr) => {
                $e * 2
            };
        }
        let mut text = String::new();
        write!(text, "{}", twice!(Local(closures).get())).map_err(Error::node)?;
        Ok(text)
    }

    #[node]
    async fn control(items: &str) -> Result<u64, Box<dyn std::error::Error + Send + Sync>> {
        let Some(first) = items.chars().next() else { return Err("empty".into()) };
        if let Some(digit) = first.to_digit(10)
            && digit > 3
        {
            return Ok(u64::from(digit));
        }
        Ok(items.parse::<u64>()?)
    }

    #[node]
    async fn fails(control: u64) -> Result<u64, std::io::Error> {
        std::future::ready(()).await;
        std::io::Result::Ok(control)
    }
}

fn main() {
    assert_eq!(flow::pipeline().nodes().len(), 4);
}
