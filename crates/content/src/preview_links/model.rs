use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};

use crate::revisions::Author;

/// A link to one item. Its token is made from its id with the site's key, and is not stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PreviewLink {
    pub id: Id,
    pub item_id: Id,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    pub created_by: Author,
}

/// What tokens of links are signed with: the same on all nodes, made by the first that needs it.
#[derive(Clone, Serialize, Deserialize)]
pub struct PreviewKey {
    pub(super) id: Id,
    pub(super) name: String,
    /// 32 bytes as hexadecimal digits.
    pub(super) key: String,
}

impl std::fmt::Debug for PreviewKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PreviewKey").field("name", &self.name).finish_non_exhaustive()
    }
}
