//! Lists of what is in a section or of one type, in one common shape, cut from the tree.

pub mod api;
mod kept;
mod model;
mod select;

pub(crate) use kept::{KeptPages, PageOfChildren};
pub use model::ListingItem;
pub(crate) use select::cut_sorted;
