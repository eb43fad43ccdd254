//! Not public API: what the code that the macros generate names. It changes without notice.

pub use std::{
    boxed::Box,
    option::Option::{self, None, Some},
    result::Result::{self, Err, Ok},
    string::String,
    sync::Arc,
    time::Duration,
};

pub use crate::{
    BoxError,
    pipeline::{
        Args, Locator, Mode, Node, NodeResult, NodeSpec, Output, Param, Pipeline, PromptSource,
        StructuredOutput, ToolRef,
    },
    resource::ResourceContent,
    tool::{ReaderTool, ResourceReader, Tool},
};
