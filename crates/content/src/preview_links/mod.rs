//! Preview links: one item, draft or not, for whoever holds its link, until a day that was named or
//! until the link is revoked. A link opens that item and nothing else; everything around it is what
//! any visitor sees ([`crate::reading::Reader::Preview`]).

pub mod api;
mod key;
mod kind;
mod model;
mod service;
mod token;

pub(crate) use key::SigningKey;
pub use kind::{MIGRATION, PREVIEW_KEYS, PREVIEW_LINKS};
pub use model::{PreviewKey, PreviewLink};
