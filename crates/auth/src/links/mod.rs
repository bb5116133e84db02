//! The owner's link: how whoever holds the machine signs in where no identity provider is
//! configured. It is printed, works once, for a short time, and only on this machine.

pub mod api;
mod kind;
mod model;
mod service;

pub use kind::{LINKS, MIGRATION};
pub use model::OwnerLink;
pub(crate) use model::parse;
pub use service::{LIFE, Links};
