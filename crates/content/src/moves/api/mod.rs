//! Moves over HTTP.

mod move_item;
mod move_section;
mod preview;

pub use move_item::move_item;
pub use move_section::move_section;
pub use preview::{preview_item_move, preview_section_move};
