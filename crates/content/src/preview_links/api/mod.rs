//! Preview links over HTTP, for administrators. The page that a link opens is the site's.

mod create;
mod delete;
mod list;

pub use create::create;
pub use delete::delete;
pub use list::list;

use http::HeaderMap;
use http::header::HOST;
use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::service::OpenLink;
use crate::Content;

/// What the handlers need: the content, and the address under which the site is known, where that
/// is configured.
#[derive(Clone, Debug)]
pub struct Desk {
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

impl Desk {
    fn view(&self, open: OpenLink, headers: &HeaderMap) -> PreviewLinkView {
        let OpenLink { link, token } = open;
        let origin = self.origin.clone().unwrap_or_else(|| asked_for(headers));
        PreviewLinkView {
            id: link.id,
            url: format!("{origin}/preview/{token}"),
            created_at: link.created_at,
            expires_at: link.expires_at,
        }
    }
}

/// The address the request came to, for sites that were not told their own.
fn asked_for(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let plain = |host: &&str| {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
        (1..=255).contains(&host.len()) && host.bytes().all(letter)
    };
    format!("http://{}", host.filter(plain).unwrap_or("localhost"))
}
