//! Navigation links: the entries of the site's menu that are not sections. A flat list, ordered by
//! hand, read by every visitor and changed a few times a year, so reads come from memory.

pub mod api;
mod kind;
mod model;
mod service;
mod snapshot;

pub use kind::{MIGRATION, NAVLINKS};
pub use model::{NavLink, NavLinkInput};
pub use service::{NavLinks, NavLinksReading};
