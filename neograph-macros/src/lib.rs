//! Placeholder.
use proc_macro::TokenStream;

/// Placeholder.
#[proc_macro_attribute]
pub fn pipeline(_args: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Placeholder.
#[proc_macro_attribute]
pub fn node(_args: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Placeholder.
#[proc_macro_attribute]
pub fn resource_reader(_args: TokenStream, item: TokenStream) -> TokenStream {
    item
}
