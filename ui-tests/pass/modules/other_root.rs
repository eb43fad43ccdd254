//! `crate = path`, for a crate that re-exports neograph.
#![deny(warnings)]

mod vendor {
    pub(crate) mod graphs {
        pub(crate) use neograph::*;
    }
}

/// Hides the crate, so that a path that is not overridden would not resolve.
#[allow(dead_code)]
mod neograph_ {}

use vendor::graphs::{node, pipeline, resource_reader};

#[resource_reader(uri_template = "crm://fixed", crate = crate::vendor::graphs)]
async fn fixed() -> Result<String, String>;

#[pipeline(crate = crate::vendor::graphs)]
mod flow {
    use super::*;

    #[node]
    async fn double(#[from_input] number: u64) -> Result<u64, String> {
        Ok(number * 2)
    }

    #[node(mode = agent, model = "m", prompt = "p", tools = [fixed])]
    async fn explain(double: &u64, #[from_resource(ref = "x")] x: Option<&str>) -> Result<String, String>;
}

/// Modules made by other macros work too.
macro_rules! flow {
    ($name:ident, $ty:ty, $text:literal, $turns:expr) => {
        #[pipeline(crate = crate::vendor::graphs, name = $text)]
        mod $name {
            use super::*;

            #[node]
            async fn first(#[from_input] number: $ty) -> Result<$ty, String> {
                Ok(number)
            }

            #[node(mode = agent, model = $text, prompt = $text, tools = [fixed, $text], max_turns = $turns)]
            async fn second(first: &$ty) -> Result<$ty, String>;
        }
    };
}
flow!(made, Option<u64>, "made by a macro", 3);

fn main() {
    assert_eq!(flow::pipeline().nodes().len(), 2);
    assert_eq!(made::pipeline().name(), "made by a macro");
}
