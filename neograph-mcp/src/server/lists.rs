//! What a server lists.

use std::sync::Arc;

use rmcp::model::{
    ClientRequest, ListResourceTemplatesRequest, ListResourcesRequest, ListToolsRequest,
    PaginatedRequestParams,
};
use serde_json::Value;

use super::{Listed, Resend, Server};
use crate::{
    error::{McpError, Operation},
    oddities,
    paging::all_pages,
};

impl Server {
    /// The server's tools; none if it has none. The list is kept for [`tool`](Self::tool).
    pub(crate) async fn tools(&self) -> Result<Listed, McpError> {
        let listed = self.listed_tools().await?;
        *self.session.tools.lock().await = Some(Arc::clone(&listed));
        Ok(listed)
    }

    /// What the server says about a tool; it is asked once in the life of a connection.
    pub(crate) async fn tool(&self, name: &str) -> Result<Option<Value>, McpError> {
        let mut kept = self.session.tools.lock().await;
        let listed = match &*kept {
            Some(listed) => Arc::clone(listed),
            None => Arc::clone(kept.insert(self.listed_tools().await?)),
        };
        drop(kept);
        Ok(listed.iter().find(|tool| tool.get("name").is_some_and(|own| own == name)).cloned())
    }

    /// The server's resources and its templates; asked once in the life of a connection.
    pub(crate) async fn resources(&self) -> Result<(Listed, Listed), McpError> {
        let mut kept = self.session.resources.lock().await;
        if let Some((resources, templates)) = &*kept {
            return Ok((Arc::clone(resources), Arc::clone(templates)));
        }
        let resources = self.all(Operation::ListResources, "resources", |params| {
            ClientRequest::ListResourcesRequest(ListResourcesRequest::with_param(params))
        });
        let resources = resources.await?;
        let templates = self.templates().await?;
        *kept = Some((Arc::clone(&resources), Arc::clone(&templates)));
        Ok((resources, templates))
    }

    /// The server's resource templates; none if it has none.
    pub(crate) async fn templates(&self) -> Result<Listed, McpError> {
        let templates = self.all(Operation::ListTemplates, "resourceTemplates", |params| {
            let request = ListResourceTemplatesRequest::with_param(params);
            ClientRequest::ListResourceTemplatesRequest(request)
        });
        let templates = templates.await?;
        self.report(&Operation::ListTemplates, oddities::of_templates(&templates));
        Ok(templates)
    }

    async fn listed_tools(&self) -> Result<Listed, McpError> {
        let tools = self.all(Operation::ListTools, "tools", |params| {
            ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params))
        });
        let tools = tools.await?;
        self.report(&Operation::ListTools, oddities::of_tools(&tools));
        Ok(tools)
    }

    /// Every item of a list, in its pages; none if the server has no such list.
    async fn all(
        &self,
        operation: Operation,
        field: &str,
        request: impl Fn(PaginatedRequestParams) -> ClientRequest,
    ) -> Result<Listed, McpError> {
        let connection = self.connection().await?;
        let offered = match operation {
            Operation::ListTools => connection.has_tools(),
            _ => connection.has_resources(),
        };
        drop(connection);
        if !offered {
            return Ok(Listed::default());
        }
        let page = |cursor| {
            let request = request(PaginatedRequestParams::default().with_cursor(cursor));
            self.request(&operation, request, Resend::Once)
        };
        match all_pages(field, page).await {
            Ok(pages) => {
                self.report(&operation, pages.odd);
                Ok(pages.items.into())
            }
            Err(McpError::Unsupported { .. }) => Ok(Listed::default()),
            Err(error) => Err(error),
        }
    }
}
