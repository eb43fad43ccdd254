//! Names of std's prelude that mean something else beside and inside a pipeline.
#![deny(warnings)]

use neograph::prelude::*;

#[allow(dead_code, non_camel_case_types)]
#[pipeline]
mod flow {
    pub enum Result {}
    pub enum Option {}
    pub enum Vec {}
    pub enum String {}
    pub enum Box {}
    pub enum Arc {}
    pub trait Into {}
    pub trait Clone {}
    pub trait Fn {}
    pub trait Send {}
    pub mod core {}
    pub mod std {}
    pub mod serde {}
    pub struct Ok;
    pub struct Err;
    pub struct Some;
    pub struct None;

    use ::neograph::node;

    #[node]
    pub async fn first(
        #[from_input] name: &str,
        #[from_input] tags: ::std::option::Option<&[u8]>,
    ) -> ::neograph::Result<::std::vec::Vec<u64>> {
        ::std::result::Result::Ok(vec![name.len() as u64, tags.map_or(0, <[u8]>::len) as u64])
    }

    #[node(model = "m", prompt = "p")]
    pub async fn second(first: &[u64]) -> ::neograph::Result<::std::string::String>;
}

fn main() {
    let pipeline: Pipeline = flow::pipeline();
    assert_eq!(pipeline.nodes().len(), 2);
    assert_eq!(compose!["joined"; flow::first, flow::second].nodes().len(), 2);
}

