//! Not public API: what the code that the macros generate names. It changes without notice.
//!
//! Every bound that a user can miss is a trait of `assertions` with words of its own, so
//! that rustc speaks of edges, inputs and handles and not of `DeserializeOwned`.

mod assertions;
mod compose;
mod constructors;
mod flow;

pub use std::{
    boxed::Box,
    convert::From,
    option::Option::{self, None, Some},
    result::Result::{self, Err, Ok},
    string::String,
    sync::Arc,
    time::Duration,
    vec::Vec,
};

pub use assertions::{
    ByValue, EdgeFrom, FromInput, FromResource, Handle, InterruptCondition, NodeError,
    ReaderArgument, ReaderOutput, Rendered, ResourceParser,
};
pub use compose::{
    Anything, At, Carries, Carrying, Given, Linked, Listing, MOST_EDGES, NOWHERE, NodeFacts,
    Upstream, Upstreams, Wired, Wiring, check_edge, check_given, check_input, check_inputs,
    check_link, check_listed_links, check_name, check_outer_links, input_of, wired,
};
pub use constructors::PipelineNode;
pub use flow::{CarriedFrom, GivenAs, GivenBy, Merge, RepeatCondition, SubNode, sub_node};

pub use crate::{
    BoxError,
    pipeline::{
        Args, GivesOutput, Locator, Mode, NodeResult, NodeSpec, NodeType, Output, Param, Pipeline,
        PromptSource, StructuredOutput, SubInput, SubPipeline, TakesInput, ToolRef,
    },
    resource::ResourceContent,
    tool::{ReaderTool, ResourceReader, Tool},
};
