use neograph::prelude::*;

#[pipeline]
mod flow {
    use super::*;

    async fn find() -> Result<u8> {
        Ok(1)
    }

    struct Find;

    #[node(mode = agent, model = "m", prompt_text = "look", tools = [Find])]
    async fn look() -> Result<u8>;
}

fn main() {
    drop(flow::pipeline());
}
