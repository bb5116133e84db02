//! Moves over HTTP.

mod move_item;
mod move_section;

pub use move_item::move_item;
pub use move_section::move_section;
