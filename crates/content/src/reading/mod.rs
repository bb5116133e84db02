//! The content for those who read it instead of showing it: what was changed, told in the outbox,
//! and what an item says to everybody, as plain text.
//!
//! This is the whole of what other parts of the house know about content as input. Whoever follows
//! it takes the topic [`CHANGED`], asks [`Content::changed_items`] which items that concerns, and
//! [`Content::read_published`] what each says now. The content does not know who follows it.

mod changed;
mod read;

pub use crate::html::Block;
pub use changed::{CHANGED, Changed};
pub use read::{Reading, ReadingError};
