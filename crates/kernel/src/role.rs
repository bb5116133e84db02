use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What somebody who is signed in may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Member,
    Admin,
}
