//! What visitors see: pages rendered on the server from the reading room, complete without script.
//!
//! Reading order: [`view`] (what a page says, and its template), `compose` (from one moment of the
//! content to what a page says), `render` (what has to be looked up first), [`api`] (pages over
//! HTTP, and those kept in memory). What takes long goes through `work`. `feeds` and `search` stand
//! beside; `styles/` is how it looks. This crate writes nothing but the counts of its own pages.

pub mod api;
mod compose;
pub mod counts;
mod feeds;
mod look;
mod pictures;
mod places;
mod render;
mod search;
mod share;
mod site;
pub mod view;
mod work;

pub use compose::withhold;
pub use site::{Options, Site, Wings};
