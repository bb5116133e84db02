//! Browser sessions: who has signed in where, kept here and not in the cookie, so that ending one
//! takes effect at the next request. What the browser holds is a secret; what is kept is its hash.
//!
//! Of the device only the browser's name is kept, in plain words; no address and no location.
//!
//! A session carries no role. [`crate::Roles`] is asked at every request.

pub mod api;
mod browser;
mod kind;
mod model;
mod service;

pub use browser::{UNKNOWN_BROWSER, describe_browser};
pub use kind::{MIGRATION, SESSIONS};
pub use model::{Life, Session};
pub(crate) use model::{csrf_token, parse};
pub use service::{Arrival, MOST_PER_USER, Sessions};
