//! Lists of what is in a section or of one type, in one common shape. What is in them and in which
//! order is decided in `reading`; here they are written, and kept as long as they hold.

pub mod api;
mod kept;
mod model;

pub(crate) use kept::{KeptPage, KeptPages, List};
pub use model::{EntryKind, ListingItem, ListingKind, NamedEntry};
