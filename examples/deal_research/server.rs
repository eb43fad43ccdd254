//! The CRM: a plain MCP server over stdio. It knows one deal.

use std::path::{Path, PathBuf};

use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    handler::server::wrapper::Parameters,
    model::{
        CallToolResult, ContentBlock, ListResourceTemplatesResult, PaginatedRequestParams,
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
        ResourceContents, ResourceTemplate, ServerCapabilities, ServerConfig,
    },
    schemars::JsonSchema,
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use serde::{Deserialize, Serialize};

use super::{BoxError, data, domain::EmailPage, ledger::Ledger};

/// Serves until stdin ends. `dir` holds what must outlive the process.
pub async fn serve(dir: &Path) -> Result<(), BoxError> {
    let crm = Crm { expiry: dir.join("emails-expired"), ledger: Ledger::new(dir) };
    crm.serve(rmcp::transport::stdio()).await?.waiting().await?;
    Ok(())
}

#[derive(Debug, Clone)]
struct Crm {
    /// While this file is there, the next read of the e-mail history fails.
    expiry: PathBuf,
    ledger: Ledger,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct DealArgs {
    /// The id of the deal, for example `D1`.
    deal_id: String,
}

#[tool_router]
impl Crm {
    /// The facts of a deal, with links to its activity and its e-mails.
    #[tool(annotations(read_only_hint = true, idempotent_hint = true))]
    async fn get_deal(
        &self,
        Parameters(DealArgs { deal_id }): Parameters<DealArgs>,
    ) -> Result<CallToolResult, ErrorData> {
        self.note(&format!("tool get_deal {deal_id}"))?;
        known(&deal_id)?;
        let activity = format!("mcp://crm/deals/{deal_id}/activity");
        let emails = format!("mcp://crm/deals/{deal_id}/emails/{}/{}", data::FIRST, data::LAST);
        Ok(CallToolResult::success(vec![
            ContentBlock::text(format!("{deal_id}: Nordwind AG, 480,000 EUR, in negotiation")),
            ContentBlock::resource_link(
                Resource::new(activity, "activity-history").with_mime_type("application/json"),
            ),
            ContentBlock::resource_link(
                Resource::new(emails, "email-history").with_mime_type("application/json"),
            ),
        ]))
    }

    /// Makes the next read of the e-mail history fail, once, also after a restart.
    #[tool]
    async fn arm_email_expiry(&self) -> Result<CallToolResult, ErrorData> {
        if let Some(dir) = self.expiry.parent() {
            std::fs::create_dir_all(dir).map_err(internal)?;
        }
        std::fs::write(&self.expiry, "").map_err(internal)?;
        Ok(CallToolResult::success(vec![ContentBlock::text("armed")]))
    }
}

#[tool_handler]
impl ServerHandler for Crm {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_resources().build())
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = |uri: &str, name: &str| {
            ResourceTemplate::new(uri, name).with_mime_type("application/json")
        };
        Ok(ListResourceTemplatesResult::with_all_items(vec![
            template("mcp://crm/deals/{deal_id}/activity", "activity-history"),
            template("mcp://crm/deals/{deal_id}/emails/{start}/{end}", "email-history"),
        ]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        self.note(&format!("read {uri}"))?;
        let not_found = || ErrorData::resource_not_found(format!("no resource {uri}"), None);
        let path = uri.strip_prefix("mcp://crm/deals/").ok_or_else(not_found)?;
        let json = match path.split('/').collect::<Vec<_>>()[..] {
            [deal_id, "activity"] => {
                known(deal_id)?;
                json(&data::activity(deal_id))?
            }
            [deal_id, "emails", start, end] => {
                known(deal_id)?;
                self.emails(deal_id, start, end)?
            }
            _ => return Err(not_found()),
        };
        let contents = ResourceContents::text(json, &uri).with_mime_type("application/json");
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

impl Crm {
    fn emails(&self, deal_id: &str, start: &str, end: &str) -> Result<String, ErrorData> {
        let mut mails = data::mails();
        mails.retain(|mail| mail.date.as_str() >= start && mail.date.as_str() <= end);
        let whole = (start, end) == (data::FIRST, data::LAST);
        // Removing the file says whether it was there: exactly one read fails.
        if whole && std::fs::remove_file(&self.expiry).is_ok() {
            return Err(ErrorData::internal_error("this link has expired", None));
        }
        let (start, end) = (start.to_owned(), end.to_owned());
        json(&EmailPage { deal_id: deal_id.to_owned(), start, end, mails })
    }

    fn note(&self, line: &str) -> Result<(), ErrorData> {
        self.ledger.note(line).map_err(internal)
    }
}

fn known(deal_id: &str) -> Result<(), ErrorData> {
    if deal_id == "D1" {
        return Ok(());
    }
    Err(ErrorData::invalid_params(format!("there is no deal `{deal_id}`; there is `D1`"), None))
}

fn json(value: &impl Serialize) -> Result<String, ErrorData> {
    serde_json::to_string(value).map_err(internal)
}

fn internal(error: impl std::error::Error) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
