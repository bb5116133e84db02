//! Preview links over HTTP, for administrators. The page that a link opens is the site's.

mod create;
mod delete;
mod list;

pub use create::create;
pub use delete::delete;
pub use list::list;

use edge::asked_origin;
use http::HeaderMap;
use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::service::OpenLink;
use crate::Content;

/// What the handlers need: the content, and the address under which the site is known, where that
/// is configured.
#[derive(Clone, Debug)]
pub struct PreviewLinks {
    pub content: Content,
    pub origin: Option<String>,
}

/// A link to one item for people without an account.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PreviewLink")]
struct PreviewLinkView {
    id: Id,
    /// The whole address. Whoever has it sees the item.
    url: String,
    created_at: Timestamp,
    expires_at: Timestamp,
}

impl PreviewLinks {
    fn view(&self, open: OpenLink, headers: &HeaderMap) -> PreviewLinkView {
        let OpenLink { link, token } = open;
        let origin = self.origin.clone().unwrap_or_else(|| asked_origin(headers));
        PreviewLinkView {
            id: link.id,
            url: format!("{origin}/preview/{token}"),
            created_at: link.created_at,
            expires_at: link.expires_at,
        }
    }
}
