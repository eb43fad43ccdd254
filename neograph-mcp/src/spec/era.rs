//! The revisions of the protocol.

/// Which revisions of the protocol a server is spoken to in.
///
/// ```
/// use neograph_mcp::{ProtocolEra, StdioServer};
///
/// // A server that ignores `server/discover` costs ten seconds unless it is named legacy.
/// let old = StdioServer::new("old-server").protocol_era(ProtocolEra::Legacy);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ProtocolEra {
    /// 2026-07-28 when the server knows it, else the `initialize` handshake. A program that
    /// exits on the question is started a second time; the answer is remembered.
    #[default]
    Auto,
    /// The `initialize` handshake of 2025-11-25 and before.
    Legacy,
    /// 2026-07-28 and nothing else.
    Modern,
}
