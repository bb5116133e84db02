//! Content items: stories, projects, pages and images. What they share is one card; the body is
//! kept apart and read only when somebody reads the item.

pub mod api;
mod input;
mod kind;
mod links;
mod model;
pub(crate) mod render;
pub(crate) mod service;

pub use input::ItemInput;
pub use kind::{BODIES, ITEMS, MIGRATION};
pub use model::{Body, ContentType, Extra, Item, ItemView, ProjectLink, Shadow};
