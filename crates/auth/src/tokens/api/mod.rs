//! API tokens over HTTP, one file per action.

mod create;
mod delete;
mod get;
mod list;

pub use create::create;
pub use delete::delete;
pub use get::get;
pub use list::list;

use edge::Problem;
use kernel::{Id, Role, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Token, TokenError};

/// A token without its secret.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Token")]
struct Shown {
    id: Id,
    name: String,
    role: Role,
    /// The user that requests with this token act as.
    user_id: String,
    created_at: Timestamp,
    expires_at: Option<Timestamp>,
    /// Kept to the minute.
    last_used_at: Option<Timestamp>,
}

impl From<Token> for Shown {
    fn from(token: Token) -> Self {
        let Token { id, name, role, user_id, hash: _, created_at, expires_at, last_used_at } =
            token;
        Self { id, name, role, user_id, created_at, expires_at, last_used_at }
    }
}

impl From<TokenError> for Problem {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::BadName => {
                Self::invalid_field("name", "must have 1 to 100 characters on one line")
            }
            TokenError::BadUser => {
                Self::invalid_field("user_id", "must have 1 to 200 characters without blanks")
            }
            TokenError::Past => Self::invalid_field("expires_at", "must lie in the future"),
            TokenError::Unknown(_) => Self::not_found(),
            TokenError::Store(error) => error.into(),
        }
    }
}
