//! Content items: stories, projects, pages and images. What they share is one card; the body is
//! kept apart and read only when somebody reads the item.

pub mod api;
mod input;
mod kind;
mod links;
mod model;
pub(crate) mod render;
pub(crate) mod service;

pub use input::{ItemInput, check_new_item};
pub use kind::{BODIES, ITEMS, MIGRATION};
pub(crate) use links::linked_paths;
pub use model::{Body, ContentType, Extra, Item, ItemView, ProjectLink, Shadow};
