//! No input makes a macro panic, and what it gives back either has the item in it or says
//! that it has not.

use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use proptest::prelude::*;
use quote::quote;

use super::{pipeline_of, walkthrough};
use crate::{attribute, compose::compose};

/// A token, or an end of a group, so that groups can be torn apart.
#[derive(Debug, Clone)]
enum Piece {
    Token(TokenTree),
    Open(Delimiter),
    Close,
}

fn pieces(tokens: TokenStream) -> Vec<Piece> {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => {
                let mut inside = pieces(group.stream());
                inside.insert(0, Piece::Open(group.delimiter()));
                inside.push(Piece::Close);
                inside
            }
            token => vec![Piece::Token(token)],
        })
        .collect()
}

/// Groups that are not closed end with the text; ends that close nothing are left out.
fn tokens(pieces: &mut std::slice::Iter<'_, Piece>, is_inside: bool) -> TokenStream {
    let mut stream = TokenStream::new();
    while let Some(piece) = pieces.next() {
        match piece {
            Piece::Token(token) => stream.extend([token.clone()]),
            Piece::Open(delimiter) => {
                let group = Group::new(*delimiter, tokens(pieces, true));
                stream.extend([TokenTree::Group(group)]);
            }
            Piece::Close if is_inside => break,
            Piece::Close => {}
        }
    }
    stream
}

#[derive(Debug, Clone)]
enum Mutation {
    Delete(usize),
    Duplicate(usize),
    Swap(usize, usize),
    Replace(usize, Piece),
    Insert(usize, Piece),
}

fn mutated(mut pieces: Vec<Piece>, mutations: &[Mutation]) -> TokenStream {
    for mutation in mutations {
        let len = pieces.len().max(1);
        match mutation {
            _ if pieces.is_empty() => {}
            Mutation::Delete(at) => {
                pieces.remove(at % len);
            }
            Mutation::Duplicate(at) => pieces.insert(at % len, pieces[at % len].clone()),
            Mutation::Swap(a, b) => pieces.swap(a % len, b % len),
            Mutation::Replace(at, piece) => pieces[at % len] = piece.clone(),
            Mutation::Insert(at, piece) => pieces.insert(at % len, piece.clone()),
        }
    }
    tokens(&mut pieces.iter(), false)
}

fn piece() -> impl Strategy<Value = Piece> {
    let words = [
        "fn",
        "mod",
        "async",
        "struct",
        "self",
        "impl",
        "node",
        "pipeline",
        "uri",
        "ref",
        "crate",
        "from_input",
        "from_resource",
        "carry",
        "repeat_while",
        "models",
        "output",
        "cfg",
        "pub",
        "in",
        "dyn",
        "research",
        "x",
        "name",
        "mode",
        "each",
        "first_of",
        "when",
        "otherwise",
        "check",
        "Option",
    ];
    let signs = ['#', '=', ',', ';', ':', '<', '>', '&', '-', '!', '\'', '.', '*', '|'];
    let literals = [
        Literal::string(""),
        Literal::string("{"),
        Literal::string("crm://{x}{?ä}"),
        Literal::string("\u{1F600}{\u{1F600}%\n"),
        Literal::i64_unsuffixed(-1),
        Literal::f64_unsuffixed(1.5),
        Literal::u128_unsuffixed(u128::MAX),
        Literal::byte_string(b"{x}"),
        Literal::character('\u{0}'),
    ];
    let word = |word: &str| Piece::Token(Ident::new(word, Span::call_site()).into());
    let sign = |sign| Piece::Token(Punct::new(sign, Spacing::Joint).into());
    prop_oneof![
        Just(Piece::Close),
        prop::sample::select(vec![
            Delimiter::Parenthesis,
            Delimiter::Brace,
            Delimiter::Bracket,
            Delimiter::None,
        ])
        .prop_map(Piece::Open),
        prop::sample::select(words.to_vec()).prop_map(word),
        prop::sample::select(signs.to_vec()).prop_map(sign),
        (0..literals.len()).prop_map(move |at| Piece::Token(literals[at].clone().into())),
    ]
}

fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let at = any::<usize>;
    let mutation = prop_oneof![
        at().prop_map(Mutation::Delete),
        at().prop_map(Mutation::Duplicate),
        (at(), at()).prop_map(|(a, b)| Mutation::Swap(a, b)),
        (at(), piece()).prop_map(|(at, piece)| Mutation::Replace(at, piece)),
        (at(), piece()).prop_map(|(at, piece)| Mutation::Insert(at, piece)),
    ];
    prop::collection::vec(mutation, 1..6)
}

/// The tokens without groups that cannot be seen, which the parser looks through, too.
fn visible(tokens: TokenStream) -> TokenStream {
    let open = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => visible(group.stream()),
        token => token.into(),
    };
    tokens.into_iter().flat_map(open).collect()
}

/// The name behind the first keyword of an item.
fn name_after(keyword: &str, tokens: &TokenStream) -> Option<String> {
    let mut tokens =
        visible(tokens.clone()).into_iter().skip_while(|token| token.to_string() != keyword);
    match tokens.nth(1) {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        _ => None,
    }
}

fn has_item_or_error(code: &TokenStream, keyword: &str, item: &TokenStream) -> bool {
    let code = code.to_string();
    code.contains("compile_error")
        || name_after(keyword, item).is_some_and(|name| code.contains(&name))
}

fn module() -> (TokenStream, TokenStream) {
    walkthrough().iter().find_map(pipeline_of).unwrap()
}

/// A pipeline with conditions, alternatives and a fan-out.
fn flow() -> TokenStream {
    quote! {
        mod flow {
            fn confident(check: &Check, #[allow(unused)] n: u64) -> bool { true }
            #[node]
            async fn check(#[from_input] n: u64) -> Result<Check> {}
            #[node(when = confident)]
            async fn shallow(#[from_input] n: u64) -> Result<Analysis> {}
            #[node(when = a::f(check, shallow))]
            async fn middle(shallow: Option<&Analysis>) -> Result<Analysis> {}
            #[node(otherwise = [shallow, middle], model = "m", prompt = "p")]
            async fn deep(#[each(check.x.0.y, of = Check)] x: &[u8]) -> Result<Analysis>;
            #[node(concurrency = 8, on_error = collect)]
            async fn report(
                #[each(check)] x: Arc<X>,
                #[first_of(shallow, middle, deep)] analysis: &Analysis,
                #[from_resource("crm://{x.a.0}{?x.b}")] mails: String,
            ) -> Result<u8> {}
        }
    }
}

fn functions() -> [(TokenStream, TokenStream); 7] {
    [
        (
            quote!(when = a::confident(check, deal), concurrency = 2),
            quote!(
                async fn each(
                    #[each(check.x, of = Check<A>)] x: &str,
                    shallow: Option<Arc<Analysis>>,
                    #[first_of(a, b)] c: Option<&u8>,
                    #[from_input] deal: u64,
                ) -> Result<Analysis> {
                    Ok(x)
                }
            ),
        ),
        (
            quote!(mode = agent, model = "research", prompt = "p", tools = ["crm::get", read]),
            quote!(
                /// Asks.
                pub async fn ask(
                    gate: &Vec<u8>,
                    #[from_input] deal_id: String,
                    #[from_resource(uri = "mcp://{deal_id}{?page}", max_bytes = 1_000)]
                    dossier: &str,
                ) -> Result<Summary>;
            ),
        ),
        (
            quote!(interrupt_when = needs_review, name = "gate"),
            quote!(
                #[allow(unused)]
                async fn gate(
                    ask: Arc<Summary>,
                    #[from_config] handle: Option<&Handle>,
                    #[from_resource(ref = "mails", parse = parse, timeout = "3s")] mails: Option<T>,
                ) -> Result<Ack, String> {
                    Ok(Ack { ask })
                }
            ),
        ),
        (
            quote!(uri_template = "mcp://{deal}{?from,to}", budget = 3, idempotent = false),
            quote!(
                async fn read(deal: String, from: Option<u64>, to: Option<u64>) -> Result<Page>;
            ),
        ),
        (
            quote!(repeat_while = a::weak, max_iterations = 5, on_exhaust = last),
            quote!(
                async fn draft(ask: &Summary, #[carry] previous: Option<&Draft>) -> Result<Draft> {
                    Ok(previous.clone())
                }
            ),
        ),
        (
            quote!(ensemble = 3, models = ["a", "b"], merge = best, prompt = "p"),
            quote!(
                async fn tries(ask: &Summary) -> Result<Draft>;
            ),
        ),
        (
            quote!(pipeline = super::verify_claim, timeout = "3s"),
            quote!(
                async fn verify(
                    claim: &Claim,
                    #[from_input] strict: Option<bool>,
                ) -> Result<Verdict>;
            ),
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_mutated_pipeline_is_expanded_or_refused(on_args in mutations(), on_item in mutations(), both in any::<bool>()) {
        let (args, item) = module();
        let args = if both { mutated(pieces(args), &on_args) } else { args };
        let item = mutated(pieces(item), &on_item);
        let code = attribute::pipeline(args, &item);
        prop_assert!(has_item_or_error(&code, "mod", &item), "{item}\n\n{code}");
    }

    #[test]
    fn a_mutated_flow_is_expanded_or_refused(mutations in mutations()) {
        let item = mutated(pieces(flow()), &mutations);
        let code = attribute::pipeline(TokenStream::new(), &item);
        prop_assert!(has_item_or_error(&code, "mod", &item), "{item}\n\n{code}");
    }

    #[test]
    fn a_mutated_function_is_expanded_or_refused(which in 0..7_usize, on_args in mutations(), on_item in mutations()) {
        let (args, item) = functions()[which].clone();
        let args = mutated(pieces(args), &on_args);
        let item = mutated(pieces(item), &on_item);
        for code in [attribute::node(args.clone(), &item), attribute::resource_reader(args, &item)] {
            prop_assert!(has_item_or_error(&code, "fn", &item), "{item}\n\n{code}");
        }
    }

    #[test]
    fn a_mutated_composition_is_expanded_or_refused(mutations in mutations()) {
        let list = quote!("deals", crate = my::graphs; a::research, b::gate, crate::c::r#type,);
        let code = compose(&mutated(pieces(list), &mutations)).to_string();
        prop_assert!(code.contains("__unchecked"), "{code}");
        prop_assert!(syn::parse_str::<syn::Expr>(&code).is_ok(), "{code}");
    }
}
