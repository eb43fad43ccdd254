//! A unit test calls a node as the function that it is.
#![deny(warnings)]

use std::{
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use neograph::prelude::*;

#[pipeline]
mod flow {
    use super::*;

    #[node]
    pub async fn words(#[from_input] text: &str) -> Result<Vec<String>> {
        Ok(text.split(' ').map(str::to_owned).collect())
    }

    #[node]
    pub async fn count(words: &[String], #[from_config] limit: Arc<usize>) -> Result<usize> {
        // One node may call another as a function.
        let again = super::flow::words("a b").await?;
        Ok(words.len().min(*limit) + again.len())
    }

    #[cfg(test)]
    mod tests {}
}

#[node]
async fn alone(count: usize, #[from_resource("a:b")] page: Option<&str>) -> Result<usize, String> {
    Ok(count + page.map_or(0, str::len))
}

fn ready<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the node waits"),
    }
}

fn main() {
    let words = ready(flow::words("one two three")).unwrap();
    assert_eq!(ready(flow::count(&words, Arc::new(2))).unwrap(), 4);
    assert_eq!(ready(alone(4, Some("xy"))), Ok(6));
    assert_eq!(flow::pipeline().nodes().len(), 2);
    assert_eq!(compose!["all"; flow::words, flow::count, alone].nodes().len(), 3);
}
