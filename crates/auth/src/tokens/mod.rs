//! API tokens: secrets that stand for a user with a role. The secret is shown once, when the token
//! is made; what is kept is its hash, which cannot be turned back and is enough to recognise it.

pub mod api;
mod kind;
mod model;
mod service;
pub mod upkeep;

pub use kind::{MIGRATION, TOKENS};
pub(crate) use model::parse;
pub use model::{Token, TokenError};
pub use service::{NewToken, Tokens};
