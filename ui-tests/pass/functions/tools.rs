//! Every form in which a tool takes what it takes, and answers.
#![deny(warnings)]

use std::{fmt, sync::Arc};

use neograph::{
    prelude::*,
    tool::{Tool, ToolError, ToolOutput, ToolType},
};

#[derive(Clone, serde::Deserialize, schemars::JsonSchema)]
pub struct Filter {
    pub name: String,
}

pub trait Clock: Send + Sync {}
impl Clock for () {}

#[derive(Debug)]
pub struct Refused;
impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("refused")
    }
}
impl std::error::Error for Refused {}

type Found<T> = std::result::Result<T, Refused>;

/// Takes arguments.
#[tool]
#[allow(clippy::too_many_arguments)]
async fn arguments(
    /// By value.
    filter: Filter,
    lent: &Filter,
    text: &str,
    list: &[Filter],
    owned: String,
    perhaps: Option<Filter>,
    perhaps_lent: Option<&Filter>,
    perhaps_text: Option<&str>,
    mut changed: Vec<u8>,
    args: u8,
    r#type: bool,
) -> Found<usize> {
    changed.push(args);
    let known = [Some(&filter), Some(lent), perhaps.as_ref(), perhaps_lent];
    let known = known.into_iter().flatten().chain(list).count();
    Ok(known + text.len() + owned.len() + perhaps_text.map_or(0, str::len) + usize::from(r#type))
}

#[tool]
fn handles(
    #[from_config] lent: &Refused,
    #[from_config] shared: Arc<Refused>,
    #[from_config] copied: u8,
    #[from_config] clock: Arc<dyn Clock>,
    #[from_config] text: &str,
    #[from_config] perhaps: Option<&Refused>,
    #[from_config] perhaps_shared: Option<Arc<Refused>>,
) -> std::result::Result<(), Box<dyn std::error::Error + Send + Sync>> {
    drop((shared, clock, perhaps_shared));
    let _ = (lent, copied, text, perhaps);
    Ok(())
}

#[tool(
    name = "the-best",
    description = "Finds the best.",
    idempotent = true,
    budget = 3,
    emits_links = false,
    asks_human = true
)]
pub(crate) async fn best() -> std::result::Result<ToolOutput, ToolError> {
    Ok(ToolOutput::new("best"))
}

mod elsewhere {
    use super::*;

    #[neograph::tool]
    pub async fn far() -> Result<()> {
        Ok(())
    }
}

#[pipeline]
mod flow {
    use super::*;

    #[tool]
    fn near(answer: i64) -> Result<i64> {
        Ok(answer)
    }

    #[node(
        mode = agent,
        model = "m",
        prompt_text = "look",
        tools = [arguments, handles, best, elsewhere::far, near, "server::tool"]
    )]
    pub async fn look() -> Result<u8>;
}

fn main() {
    let tools: Vec<Arc<dyn Tool>> = vec![arguments::tool(), elsewhere::far::tool()];
    assert_eq!(tools.len(), 2);
    assert_eq!(best::tool().spec().name, "the-best");
    assert_eq!(flow::pipeline().nodes()[0].tools().len(), 6);
    assert!(arguments::tool().spec().input_schema["properties"]["type"].is_object());
}
