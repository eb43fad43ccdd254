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
    AskedAs, ByValue, EdgeFrom, Feedback, FromInput, FromResource, Handle, InterruptCondition,
    NodeError, OptionFrom, ReaderArgument, ReaderOutput, Rendered, ResourceParser, ToolAnswer,
    ToolArgument, ToolFailure,
};
pub use compose::{
    Anything, Asks, AsksAbout, At, Carries, CarriesAsked, CarriesEach, CarriesPerhaps, CarriesRoot,
    Carrying, Conditionally, Given, Linked, Listing, MOST_EDGES, NOWHERE, NodeFacts, Questioned,
    Runs, Skippable, TakesEdge, Unconditionally, Upstream, Upstreams, Wired, Wiring, check_always,
    check_answered, check_edge, check_given, check_input, check_inputs, check_items, check_link,
    check_listed_links, check_name, check_named, check_one_runs, check_outer_links, check_perhaps,
    check_skipped, check_taken, input_of, takes_edge, wired,
};
pub use constructors::PipelineNode;
pub use flow::{
    Always, AnyEdge, ArmOf, Asked, Asking, AtHand, CarriedFrom, Copies, GivenAs, GivenBy, Holds,
    Item, ItemOf, Items, Lent, Merge, OrNone, Own, OwnPerhaps, Perhaps, Questions, RepeatCondition,
    RootOf, Slice, SubNode, SureArmOf, Takes, TakesAny, TakesLent, TakesWhole, Text, Whole, ask,
    holds, items, own, sub_node, takes,
};

pub use crate::{
    BoxError,
    pipeline::{
        Args, GivesOutput, ItemError, Locator, Mode, NodeResult, NodeSpec, NodeType, Output, Param,
        Pipeline, PromptSource, ReadsInput, StructuredOutput, SubInput, SubPipeline, TakesInput,
        ToolRef,
    },
    resource::ResourceContent,
    tool::{FunctionTool, ReaderTool, ResourceReader, Tool, ToolType},
};
