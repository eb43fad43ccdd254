//! A scripted node stays a function, and an import that only our attributes use is used.
#![deny(warnings, missing_docs, unused_qualifications, unreachable_pub, clippy::pedantic)]

use std::{
    pin::pin,
    task::{Context, Poll, Waker},
};

mod flow {
    //! A module around the pipeline.
    use neograph::pipeline;

    #[pipeline]
    pub(crate) mod inner {
        use neograph::{Result, node, resource_reader};

        #[resource_reader(uri_template = "crm://fixed")]
        async fn fixed() -> Result<String>;

        #[node]
        pub(crate) async fn double(#[from_input] number: u64) -> Result<u64> {
            std::future::ready(()).await;
            Ok(number * 2)
        }

        #[node(mode = agent, model = "m", prompt = "p", tools = [fixed])]
        async fn explain(double: &u64) -> Result<String>;
    }

    #[neograph::pipeline(name = "qualified")]
    pub(crate) mod qualified {
        #[neograph::node]
        pub(crate) async fn one() -> Result<u64, String> {
            std::future::ready(()).await;
            Ok(1)
        }
    }
}

fn main() {
    let mut future = pin!(flow::inner::double(21));
    let result = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(result, Poll::Ready(Ok(42))));
    assert_eq!(flow::inner::pipeline().nodes().len(), 2);
    assert_eq!(flow::qualified::pipeline().name(), "qualified");
}
