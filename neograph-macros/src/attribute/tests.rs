//! No input makes a macro panic, and an item survives whatever is wrong with it.

use quote::quote;

use super::*;

#[test]
fn strange_input_is_refused_and_never_panics() {
    let arguments = [
        quote!(),
        quote!(= = =),
        quote!(name),
        quote!(name = ),
        quote!("a", 1),
        quote!(uri_template = "{", uri_template = "}"),
        quote!(mode = "agent", tools = agent, model(x), max_turns = 99999999999999999999),
        quote!(crate = 7, name = ""),
    ];
    let items = [
        quote!(),
        quote!(
            mod flow;
        ),
        quote!(
            mod flow {}
        ),
        quote!(
            struct S;
        ),
        quote!(
            fn f() {}
        ),
        quote!(
            async fn f(self, _: u8, x: impl A, ...) -> &str;
        ),
        quote!(mod flow { # #[node] #[node] #![node] #[node = 3] fn }),
        quote!(
            mod flow {
                #[node()]
                #[node(x)]
                async fn f(#[from_resource([] = ())] x: u8);
            }
        ),
        quote!(
            mod flow {
                #[node]
                async fn pipeline(pipeline: u8) {}
                #[node]
                fn str() {}
            }
        ),
        quote!(
            mod flow {
                #[node]
                async fn r#type(#[from_resource("")] r#in: &mut &'a u8) -> R {}
            }
        ),
        quote!(
            mod flow {
                #[node]
                async fn f(#[from_resource("\u{1F600}{\u{1F600}}%")] a: u8) -> R {}
            }
        ),
    ];
    for args in &arguments {
        for item in &items {
            pipeline(args.clone(), item);
            node(args.clone(), item);
            resource_reader(args.clone(), item);
        }
    }
}

#[test]
fn an_item_survives_a_fault() {
    let code = pipeline(
        quote!(),
        &quote! {
            mod flow {
                #[node]
                async fn gate(#[from_input] #[allow(unused)] deal: u8, reserch: u8) -> R { body }
                struct Other;
            }
        },
    )
    .to_string();
    assert!(code.contains("struct gate"), "{code}");
    assert!(code.contains("struct Other"), "{code}");
    assert!(code.contains("{ body }"), "{code}");
    assert!(code.contains("compile_error"), "{code}");
    assert!(!code.contains("# [from_input]"), "{code}");
    assert!(!code.contains("__scripted"), "{code}");
}

#[test]
fn generated_code_names_everything_through_its_root() {
    let item = quote!(
        mod flow {
            #[node]
            async fn n(#[from_input] s: &str) -> R {}
        }
    );
    let code = pipeline(quote!(), &item).to_string();
    assert!(code.contains("use :: neograph :: __private as __neograph ;"), "{code}");
    let code = pipeline(quote!(crate = my::graphs), &item).to_string();
    assert!(code.contains("use my :: graphs :: __private as __neograph ;"), "{code}");
    assert!(!code.contains(":: neograph"), "{code}");
}
