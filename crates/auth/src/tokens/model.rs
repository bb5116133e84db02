use kernel::{Id, Randomness, Role, Timestamp};
use serde::{Deserialize, Serialize};

use crate::secret::Secret;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Token {
    pub id: Id,
    pub name: String,
    pub role: Role,
    /// The user that requests with this token act as.
    pub user_id: String,
    /// Hexadecimal SHA-256 of the secret.
    pub hash: String,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    /// Kept to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// Lets scanners recognise a leaked token.
const PREFIX: &str = "folia_";

pub(super) fn generate(randomness: &Randomness) -> Secret {
    Secret::generate(PREFIX, randomness)
}

/// A token as somebody sends it, when it looks like one of ours.
pub(crate) fn parse(text: &str) -> Option<Secret> {
    Secret::parse(PREFIX, text)
}

#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    #[error("a name has 1 to 100 characters on one line")]
    BadName,
    #[error("a user has 1 to 200 characters without blanks")]
    BadUser,
    #[error("the end of a token lies in the future")]
    Past,
    #[error("there is no token {0}")]
    Unknown(String),
    #[error(transparent)]
    Store(#[from] store::StoreError),
}
