//! What a tool's structured result must be.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::McpError;

/// A type that a tool's structured result is read as.
#[derive(Clone)]
pub(super) struct OutputType(Arc<Check>);

type Check = dyn Fn(&Value) -> Result<(), Misfit> + Send + Sync;

struct Misfit {
    path: String,
    message: String,
}

impl OutputType {
    pub(super) fn of<T: DeserializeOwned>() -> Self {
        Self(Arc::new(|value| match serde_path_to_error::deserialize::<_, T>(value) {
            Ok(_) => Ok(()),
            Err(error) => {
                Err(Misfit { path: error.path().to_string(), message: error.inner().to_string() })
            }
        }))
    }

    pub(super) fn check(
        &self,
        server: &str,
        tool: &str,
        result: Option<&Value>,
    ) -> Result<(), McpError> {
        let (server, tool) = (server.to_owned(), tool.to_owned());
        match result {
            None => Err(McpError::NoStructuredContent { server, tool }),
            Some(result) => (self.0)(result).map_err(|Misfit { path, message }| {
                McpError::StructuredContent { server, tool, path, message }
            }),
        }
    }
}
