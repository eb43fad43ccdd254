//! The checks on syntax alone; what rustc makes of the errors is in `ui-tests`.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{
    args::{self, PipelineArgs},
    check,
    diag::Errors,
    lower,
    parse::Module,
};

/// The first lines of all faults of a module with this content.
fn faults(content: &TokenStream) -> Vec<String> {
    let mut errors = Errors::default();
    let module: Module = syn::parse_quote!(mod flow { #content });
    let (pipeline, _) = lower::module(module, &PipelineArgs::default(), &mut errors);
    check::pipeline(&pipeline, &mut errors);
    let messages = errors.messages();
    messages.iter().filter_map(|message| Some(message.lines().next()?.to_owned())).collect()
}

fn research() -> TokenStream {
    quote! {
        #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::get"])]
        async fn research(#[from_input] deal: String) -> Result<Summary>;
    }
}

#[test]
fn a_rightly_wired_pipeline_has_no_faults() {
    let research = research();
    let none: [&str; 0] = [];
    assert_eq!(
        faults(&quote! {
            use super::*;
            #research
            #[node(interrupt_when = weak)]
            async fn gate(research: &Summary) -> Result<Ack> { anything at all }
            #[node(model = "m", prompt_text = "{{ gate }}")]
            pub async fn brief(gate: Ack, #[from_resource(ref = "mails")] mails: &str) -> Answer;
            #[resource_reader(uri_template = "crm://{deal}{?from}")]
            async fn mails(deal: u64, from: Option<u64>) -> Result<Mails>;
            fn helper() -> u64 { 7 }
        }),
        none
    );
}

#[test]
fn one_fault_hides_no_other() {
    let research = research();
    assert_eq!(
        faults(&quote! {
            #research
            #[node(promt = "p")]
            fn gate(reserch: &Summary, #[from_input] research: u64, (a, b): Pair) {}
            #[node]
            async fn loops(loops: u64, #[from_resource("crm://{deel}")] deal: String) -> R;
        }),
        [
            "unknown key `promt`",
            "a node is an `async fn`",
            "a node returns a `Result`, and the return type is missing",
            "a parameter needs a name, because its name says where the value comes from",
            "scripted node `loops` has no body",
            "`deel` is no `#[from_input]`, `#[from_config]` or `#[each(…)]` parameter of `loops`",
            "no node is named `reserch`",
            "input `research` has the name of a node",
            "`loops` waits for itself: `loops` → `loops`",
        ]
    );
}

#[test]
fn a_link_needs_an_agent_upstream_and_not_just_anywhere() {
    let research = research();
    let consumer = |upstream: TokenStream, ty: TokenStream| {
        let research = &research;
        faults(&quote! {
            #research
            #[node]
            async fn other(#[from_input] n: u64) -> R {}
            #[node]
            async fn consumer(#upstream #[from_resource(ref = "mails")] mails: #ty) -> R {}
        })
    };
    let fault = "no node upstream of `consumer` has tools that emit links, so there is none of kind `mails`";
    assert_eq!(consumer(quote!(other: u64,), quote!(String)), [fault]);
    assert_eq!(consumer(quote!(), quote!(String)), [fault]);
    assert!(consumer(quote!(research: &Summary,), quote!(String)).is_empty());
    assert!(consumer(quote!(other: u64,), quote!(Option<String>)).is_empty());
    // The misspelt edge may have been the one that was needed.
    assert_eq!(consumer(quote!(reserch: u64,), quote!(String)), ["no node is named `reserch`"]);
}

#[test]
fn names_are_unique_whether_they_are_given_or_not() {
    assert_eq!(
        faults(&quote! {
            #[node(name = "b")]
            async fn a() -> R {}
            #[node]
            async fn b() -> R {}
            #[node]
            async fn c(b: u64) -> R {}
        }),
        ["two nodes are named `b`", "two nodes are named `b`"]
    );
}

#[test]
fn modes_are_inferred_and_checked() {
    let of = |attribute: TokenStream, body: TokenStream| {
        faults(&quote!(#[node(#attribute)] async fn n() -> R #body))
    };
    let none: [&str; 0] = [];
    assert_eq!(of(quote!(), quote!({})), none);
    assert_eq!(of(quote!(model = "m", prompt = "p"), quote!(;)), none);
    assert_eq!(of(quote!(mode = scripted, prompt = "p"), quote!({})).len(), 1);
    assert_eq!(of(quote!(mode = act, model = "m", prompt = "p"), quote!(;)).len(), 1);
    assert_eq!(of(quote!(mode = agent), quote!({})).len(), 4);
    // What is missing may be the value that was not understood.
    assert_eq!(of(quote!(mode = agent, model = 1), quote!(;)).len(), 1);
}

#[test]
fn control_flow_that_is_rightly_wired_has_no_faults() {
    let none: [&str; 0] = [];
    assert_eq!(
        faults(&quote! {
            const fn sure(check: &Check, limit: u8, of: Option<&str>) -> bool { true }
            #[node]
            async fn check(#[from_input] n: u64) -> R {}
            #[node(when = sure)]
            async fn shallow(#[from_config] limit: u8, #[from_input] of: Option<String>) -> R {}
            #[node(when = elsewhere::sure(check, shallow))]
            async fn middle() -> R {}
            #[node(otherwise = [middle])]
            async fn deep() -> R {}
            #[node(concurrency = 2)]
            async fn report(
                #[each(check.a.0)] item: &str,
                shallow: Option<&Analysis>,
                #[first_of(shallow, middle)] perhaps: Option<Analysis>,
                #[first_of(shallow, middle, deep)] analysis: &Analysis,
                #[from_resource("crm://{item.id}")] page: String,
            ) -> R {}
        }),
        none
    );
}

#[test]
fn edges_of_every_kind_close_cycles_and_lead_to_links() {
    let cycle = |attribute: TokenStream, param: TokenStream| {
        faults(&quote! {
            fn asks(b: Option<&B>) -> bool { true }
            #[node(#attribute)]
            async fn a(#param) -> R {}
            #[node(when = elsewhere(a))]
            async fn b() -> R {}
        })
    };
    let fault = "the nodes wait for each other: `a` → `b` → `a`";
    assert_eq!(cycle(quote!(when = asks), quote!()), [fault]);
    assert_eq!(cycle(quote!(when = elsewhere::asks(b)), quote!()), [fault]);
    assert_eq!(cycle(quote!(otherwise = [b]), quote!()), [fault]);
    assert_eq!(cycle(quote!(), quote!(#[first_of(b, c)] x: &X)).len(), 2);
    let research = research();
    assert!(
        faults(&quote! {
            fn asks(research: &Summary) -> bool { true }
            #research
            #[node(when = asks)]
            async fn reads(#[from_resource(ref = "mails")] mails: String) -> R {}
        })
        .is_empty()
    );
}

#[test]
fn one_fault_of_control_flow_hides_no_other() {
    assert_eq!(
        faults(&quote! {
            fn async_is_no_keyword_here() {}
            async fn sure<T>(chek: &T) -> bool { true }
            #[node]
            async fn check() -> R {}
            #[node(when = sure, otherwise = [check])]
            async fn a(check: Option<&Check>, #[each(chek)] #[first_of(a, b)] item: &X) -> R {}
            #[node(concurrency = 2)]
            async fn b(a: &A, #[first_of(check)] x: X, #[each(f())] y: Option<Y>) -> R {}
        }),
        [
            "`#[each]` takes the way to a collection: a node, or fields of what it returns",
            "an edge is lent as a whole, and this borrows what is inside its `Option`",
            "`item` has a second marker, `#[first_of]`",
            "`when` and `otherwise` exclude each other",
            "`sure` is a condition, and a condition is no `async fn`",
            "a condition cannot be generic",
            "`x` has a single node to come from",
            "an item is always there, so `y` is never empty",
            "no node is named `chek`, and `a` has no input or handle of that name",
            "`check` is never skipped, so `a` would never run",
            "no node is named `chek`",
            "node `a` may be skipped, and then there is no `a`",
        ]
    );
}

/// The name of the node whose output is that of the pipeline.
fn output_of(args: TokenStream, content: &TokenStream) -> Option<String> {
    let mut errors = Errors::default();
    let module: Module = syn::parse_quote!(mod flow { #content });
    let (args, _) = args::read::<PipelineArgs>(args, &mut errors);
    let (pipeline, _) = lower::module(module, &args, &mut errors);
    pipeline.output().map(|node| node.name.clone())
}

#[test]
fn the_output_of_a_pipeline_is_the_node_that_no_other_reads() {
    let chain = quote! {
        #[node] async fn a(#[from_input] n: u64) -> R {}
        #[node] async fn b(a: u64) -> R {}
    };
    assert_eq!(output_of(quote!(), &chain).as_deref(), Some("b"));
    assert_eq!(output_of(quote!(output = a), &chain).as_deref(), Some("a"));
    assert_eq!(output_of(quote!(output = c), &chain), None);
    let two_ends = quote!(#chain #[node] async fn c(a: u64) -> R {});
    assert_eq!(output_of(quote!(), &two_ends), None);
    assert_eq!(output_of(quote!(output = c), &two_ends).as_deref(), Some("c"));
}

#[test]
fn what_excludes_each_other_is_refused_at_the_later_key() {
    let of = |attribute: TokenStream| {
        faults(&quote!(
            #[node(#attribute)]
            async fn n(#[from_input] x: u64) -> R {}
        ))
    };
    let both = "`n` is to be a loop and an ensemble: which of which?";
    assert_eq!(of(quote!(repeat_while = f, max_iterations = 2, ensemble = 2, merge = g)), [both]);
    assert_eq!(of(quote!(ensemble = 2, merge = g, repeat_while = f, max_iterations = 2)), [both]);
}

#[test]
fn a_node_that_is_a_pipeline_may_emit_the_links_that_are_read_after_it() {
    let none: [&str; 0] = [];
    let reader = quote! {
        #[node]
        async fn consumer(inner: u64, #[from_resource(ref = "mails")] mails: String) -> R {}
    };
    let inner = quote!(
        #[node(pipeline = other)]
        async fn inner(#[from_input] n: u64) -> R;
    );
    assert_eq!(faults(&quote!(#inner #reader)), none);
}
