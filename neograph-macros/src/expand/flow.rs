//! Loops and ensembles of a node, as calls on its data.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::Path;

use super::{Root, ends, output, site};
use crate::{args::OnExhaust, model::Node};

/// `.__repeat_by(…)…`, `.__ensemble_by(…)…`
pub(super) fn calls(node: &Node, root: &Root) -> TokenStream {
    let mut tokens = TokenStream::new();
    let args = &node.args;
    let output = output(&node.function, root);
    if let (Some(condition), Some(bound)) = (&args.repeat_while, &args.max_iterations) {
        let (condition, bound) = (&condition.value.0, bound.value.0);
        let place = place(condition);
        let by = taken_by(condition, &output, root);
        tokens.extend(quote_spanned! {place=>
            .__repeat_by::<#output, _, _>(#bound, #condition, #by)
        });
    }
    if args.on_exhaust.as_ref().is_some_and(|what| what.value == OnExhaust::Last) {
        tokens.extend(quote::quote!(.__on_exhaust_last()));
    }
    if let (Some(members), Some(merge)) = (node.members(), &args.merge) {
        let merge = &merge.value.0;
        let place = place(merge);
        tokens.extend(quote_spanned!(place=> .__ensemble_by::<#output, _>(#members, #merge)));
    }
    if let Some(models) = &args.models {
        let models = &models.value.0;
        tokens.extend(quote::quote!(.__models(&[#(#models),*])));
    }
    tokens
}

/// How a function takes an output that it looks at.
pub(super) fn taken_by(function: &Path, output: &TokenStream, root: &Root) -> TokenStream {
    let place = place(function);
    let at = root.at(place);
    quote_spanned! {place=> {
        use #at::{TakesAny as _, TakesLent as _, TakesWhole as _};
        (&&&#at::takes::<#output, _>(&#function)).by()
    }}
}

/// What rustc has to say about a function stands at its path.
fn place(function: &Path) -> proc_macro2::Span {
    site(ends(function).0)
}
