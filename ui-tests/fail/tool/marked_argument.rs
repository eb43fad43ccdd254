use neograph::prelude::*;

#[tool]
async fn find(#[from_input] name: String) -> Result<String> {
    Ok(name)
}

fn main() {
    let _ = <find as neograph::tool::ToolType>::tool();
}
