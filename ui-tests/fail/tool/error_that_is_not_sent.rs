use neograph::prelude::*;

#[tool]
async fn find() -> std::result::Result<u8, std::rc::Rc<str>> {
    Ok(1)
}

fn main() {}
