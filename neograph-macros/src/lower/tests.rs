//! What syntax means.

use quote::{ToTokens, quote};

use super::*;
use crate::args::Mode;

fn lowered(content: &TokenStream) -> (Pipeline, Vec<Slot>) {
    let mut errors = Errors::default();
    let module: Module = syn::parse_quote!(pub mod deal_flow { #content });
    let lowered = super::module(module, &PipelineArgs::default(), &mut errors);
    assert!(errors.is_empty(), "{errors:?}");
    lowered
}

fn parameter(param: &TokenStream) -> Param {
    let (mut pipeline, _) = lowered(&quote! {
        #[node] async fn n(#param) -> R {}
        #[node] async fn x() -> R {}
        fn asks(x: &T) -> bool {}
        #[node(when = asks)] async fn perhaps() -> R {}
    });
    pipeline.nodes.remove(0).params.remove(0)
}

fn held(param: &Param) -> String {
    match &param.taken.held {
        Held::Plain(ty) => ty.to_token_stream().to_string(),
        Held::Str(_) => "str".to_owned(),
        Held::Slice(item) => format!("[{}]", item.to_token_stream()),
    }
}

#[test]
fn the_module_names_the_pipeline_and_keeps_its_order() {
    let (pipeline, slots) = lowered(&quote! {
        use super::*;
        #[doc = "a"] #[node] #[allow(x)] async fn a() -> R { not even rust }
        const X: Y = Y { z: 1 };
        #[neograph::resource_reader(uri_template = "x:y")] async fn r() -> R;
        #[derive(Debug)] struct S;
    });
    assert_eq!(pipeline.name, "deal-flow");
    assert!(matches!(
        slots.as_slice(),
        [Slot::Other(_), Slot::Node(0), Slot::Other(_), Slot::Reader(0), Slot::Other(_)]
    ));
    let attrs: Vec<String> = pipeline.nodes[0]
        .function
        .attrs
        .iter()
        .map(|attr| attr.path().to_token_stream().to_string())
        .collect();
    assert_eq!(attrs, ["doc", "allow"]);
}

#[test]
fn markers_are_taken_off_and_say_where_a_value_comes_from() {
    let (pipeline, _) = lowered(&quote! {
        #[node]
        async fn n(
            edge: u64,
            #[from_input] #[allow(unused)] input: u64,
            #[from_config(prompt)] handle: u64,
            #[from_resource("x:y", max_bytes = 1_000)] page: u64,
            #[from_resource(ref = "mails")] r#ref: u64,
        ) -> R {}
    });
    let node = &pipeline.nodes[0];
    assert_eq!(node.mode, Mode::Scripted);
    assert!(matches!(node.params[0].source, Source::Upstream));
    assert!(matches!(node.params[1].source, Source::Input));
    assert!(matches!(node.params[2].source, Source::Config { in_prompt: true }));
    assert!(matches!(
        &node.params[3].source,
        Source::Resource(resource) if matches!(resource.locator, Some(Locator::Uri { .. }))
    ));
    assert!(matches!(
        &node.params[4].source,
        Source::Resource(resource) if matches!(resource.locator, Some(Locator::Ref(_)))
    ));
    assert_eq!(node.params[4].name, "ref");
    let signature = node.function.sig.to_token_stream().to_string();
    assert!(!signature.contains("from_"), "{signature}");
    assert!(signature.contains("allow"), "{signature}");
}

#[test]
fn references_arcs_and_options_are_looked_through() {
    let cases = [
        (quote!(x: T), Passing::Value, false, "T"),
        (quote!(x: &T), Passing::Borrowed, false, "T"),
        (quote!(x: std::sync::Arc<T>), Passing::Shared, false, "T"),
        (quote!(x: &str), Passing::Borrowed, false, "str"),
        (quote!(x: &[T]), Passing::Borrowed, false, "[T]"),
        // An upstream output may be an `Option` itself.
        (quote!(x: Option<T>), Passing::Value, false, "Option < T >"),
        // A node that may be skipped makes an `Option` of its output.
        (quote!(perhaps: Option<T>), Passing::Value, true, "T"),
        (quote!(perhaps: Option<&[T]>), Passing::Borrowed, true, "[T]"),
        (quote!(perhaps: Option<Arc<T>>), Passing::Shared, true, "T"),
        (quote!(#[first_of(x, perhaps)] y: Option<&str>), Passing::Borrowed, true, "str"),
        (quote!(#[each(x)] y: Option<T>), Passing::Value, false, "Option < T >"),
        (quote!(#[from_input] x: Option<T>), Passing::Value, true, "T"),
        (quote!(#[from_input] x: Option<&T>), Passing::Borrowed, true, "T"),
        (quote!(#[from_config] x: Option<Arc<T>>), Passing::Shared, true, "T"),
        (quote!(#[from_input] x: Option<Arc<T>>), Passing::Value, true, "Arc < T >"),
    ];
    for (tokens, passing, optional, ty) in cases {
        let param = parameter(&tokens);
        assert_eq!(
            (param.taken.passing, param.taken.optional, held(&param).as_str()),
            (passing, optional, ty),
            "{tokens}"
        );
    }
}

#[test]
fn a_model_or_a_prompt_makes_a_think_node() {
    let (pipeline, _) = lowered(&quote! {
        #[node(prompt = "p")] async fn a() -> R;
        #[node(mode = act, model = "m")] async fn b() -> R;
    });
    assert_eq!([pipeline.nodes[0].mode, pipeline.nodes[1].mode], [Mode::Think, Mode::Act]);
}

#[test]
fn a_variable_knows_whether_it_may_be_left_out() {
    let (pipeline, _) = lowered(&quote! {
        #[resource_reader(uri_template = "x:{deal}{?from}")]
        async fn r(deal: u64, from: Option<u64>) -> R;
    });
    let reader = &pipeline.readers[0];
    assert_eq!(reader.arguments.iter().map(|a| a.optional).collect::<Vec<_>>(), [false, true]);
    let Some(Ok(template)) = &reader.template else { panic!("no template") };
    assert_eq!(template.variables.iter().map(|v| v.in_query).collect::<Vec<_>>(), [false, true]);
}
