//! What `compose!` asks of nodes that no single macro call has seen together.
//!
//! Names and cycles are checked in const evaluation, by constants that each `#[node]` puts
//! at its parameters ([`Linked`]) and `compose!` evaluates for its list ([`Listing`]); types
//! are checked by trait bounds ([`Wired`]).

mod asked;
mod checks;
mod edges;
mod flow;
mod sub;
mod text;
mod wiring;

pub use asked::{AsksAbout, CarriesAsked, Questioned, TakesEdge, takes_edge};
pub use checks::{check_edge, check_input, check_link, check_name};
pub use edges::{
    Anything, At, Carries, CarriesEach, CarriesPerhaps, CarriesRoot, Carrying, Conditionally, Runs,
    Skippable, Unconditionally, Upstream, Upstreams, Wired, wired,
};
pub use flow::{
    check_always, check_answered, check_items, check_named, check_one_runs, check_perhaps,
    check_skipped, check_taken,
};
pub use sub::{Given, check_given, check_inputs, check_listed_links, check_outer_links, input_of};
pub use wiring::{Asks, MOST_EDGES, NOWHERE, NodeFacts, Wiring};

/// The nodes of one `compose!`.
pub trait Listing {
    /// What each node says of itself, in the order of the list.
    const NODES: &'static [NodeFacts];
    /// The edges between them.
    const WIRING: &'static Wiring = &Wiring::of(Self::NODES);
}

/// The checks of a node's parameters against a list of nodes.
///
/// One constant a parameter, because an evaluation ends with its first fault; the last one
/// checks all parameters that are left.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a node of a pipeline",
    label = "not made by `#[node]`",
    note = "`compose!` takes the paths of functions under `#[node]`"
)]
#[rustfmt::skip]
#[allow(missing_docs)]
pub trait Linked<L> {
    /// The node itself. Whatever is no node has none, and is not asked for anything else.
    type Node;

    const PARAM_0: () = ();
    const PARAM_1: () = ();
    const PARAM_2: () = ();
    const PARAM_3: () = ();
    const PARAM_4: () = ();
    const PARAM_5: () = ();
    const PARAM_6: () = ();
    const PARAM_7: () = ();
    const PARAM_8: () = ();
    const PARAM_9: () = ();
    const PARAM_10: () = ();
    const PARAM_11: () = ();
}
