//! Sections: the tree that gives the site its shape and its addresses.

pub mod api;
mod input;
mod kind;
mod model;
mod rules;
pub(crate) mod service;

pub(crate) use input::check_slug;
pub use input::{SectionChange, SectionInput, check_new_section};
pub use kind::{MIGRATION, SECTIONS};
pub use model::{DisplayType, NavVisibility, Section, SectionView};
pub(crate) use service::suggested;
