use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};

use crate::secret::Secret;

/// A link that was printed and not used yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OwnerLink {
    pub id: Id,
    /// Hexadecimal SHA-256 of the secret in the link.
    pub hash: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// The secret of a link, if it can be one of ours.
pub(crate) fn parse(text: &str) -> Option<Secret> {
    Secret::parse("", text)
}
