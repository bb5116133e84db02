//! One request, one answer. A [`Client`] has a limit for everything: connecting, silence, the whole
//! exchange, the size of the answer, and how many exchanges run at a time. It follows no redirect,
//! asks no proxy the environment names, keeps no cookie, and unpacks nothing. What goes wrong is an
//! [`HttpError`], which repeats no address and no header, since these may hold secrets.

mod client;
mod error;
mod post;

pub use client::{Client, Limits};
pub use error::HttpError;
pub(crate) use post::{endpoint, post_json};
