//! Nodes of every visibility.
#![deny(warnings, unreachable_pub)]

mod outer {
    pub(crate) mod inner {
        use neograph::prelude::*;

        pub(super) struct Handle;

        #[pipeline]
        pub(crate) mod flow {
            use super::*;

            #[node]
            async fn private() -> Result<u64> {
                Ok(1)
            }

            #[node]
            pub(crate) async fn of_the_crate(private: u64) -> Result<u64> {
                Ok(private)
            }

            #[node]
            pub(in crate::outer) async fn of_a_module(of_the_crate: u64, #[from_config] handle: &Handle) -> Result<u64> {
                let Handle = handle;
                Ok(of_the_crate)
            }

            #[node]
            pub(super) async fn of_the_parent(of_a_module: u64) -> Result<u64> {
                Ok(of_a_module)
            }
        }

        pub(crate) fn joined() -> Pipeline {
            compose!["joined"; last, first]
        }

        #[node]
        async fn first() -> Result<u64> {
            Ok(1)
        }

        #[node(name = "end")]
        pub(crate) async fn last(first: u64) -> Result<u64> {
            Ok(first)
        }
    }
}

fn main() {
    assert_eq!(outer::inner::flow::pipeline().nodes().len(), 4);
    assert_eq!(outer::inner::joined().nodes()[0].name(), "end");
    let _ = outer::inner::flow::of_the_crate(1);
    let _ = outer::inner::last(1);
}
