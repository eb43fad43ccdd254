//! What lint finds, and above all what it does not: a pipeline that is right has no issues.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod contract;
mod fields;
mod hydration;
mod inside;
mod prompts;
mod shapes;
mod subjects;
mod support;
mod tools;
