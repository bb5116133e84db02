use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a visitor wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    pub id: Id,
    pub name: String,
    pub email: String,
    /// Plain text: tags were taken out.
    pub message: String,
    /// SHA-256 of the sender's address. The address itself is not kept.
    pub ip_hash: String,
    /// Who sent it, when they were signed in.
    pub user_id: Option<String>,
    pub created_at: Timestamp,
    pub read: bool,
}

/// What the owner may change about a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MessageChange {
    pub read: Option<bool>,
}
