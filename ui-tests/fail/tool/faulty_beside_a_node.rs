use neograph::prelude::*;

#[pipeline]
mod flow {
    use super::*;

    #[tool]
    async fn find(#[carry] name: String) -> Result<String> {
        Ok(name)
    }

    #[node(mode = agent, model = "m", prompt_text = "look", tools = [find])]
    pub async fn look() -> Result<u8>;
}

fn main() {
    drop(flow::pipeline());
}
