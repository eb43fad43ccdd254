//! Generated code needs no prelude.
#![deny(warnings)]
#![no_implicit_prelude]

#[::neograph::resource_reader(uri_template = "crm://deals/{deal}{?page}")]
async fn deals(
    deal: ::std::string::String,
    page: ::std::option::Option<u32>,
) -> ::neograph::Result<::std::string::String>;

#[::neograph::pipeline]
mod flow {
    #[::neograph::node(retry = 2, timeout = "30s")]
    pub async fn count(
        #[from_input] deal: &str,
        #[from_config] factor: ::std::option::Option<&u64>,
        #[from_resource("crm://deals/{deal}", max_bytes = 7, timeout = "3s")] page: &[u8],
    ) -> ::neograph::Result<u64> {
        let _ = factor;
        ::std::result::Result::Ok(page.len() as u64)
    }

    #[::neograph::node(mode = agent, model = "m", prompt = "p", tools = [super::deals, "a::b"])]
    pub async fn ask(count: &u64) -> ::neograph::Result<u64>;
}

#[::neograph::node]
async fn alone(count: u64) -> ::neograph::Result<u64> {
    ::std::result::Result::Ok(count)
}

fn main() {
    ::std::assert_eq!(flow::pipeline().nodes().len(), 2);
    let joined = ::neograph::compose!["joined"; flow::count, flow::ask, alone];
    ::std::assert_eq!(joined.nodes().len(), 3);
}
