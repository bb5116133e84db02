//! What the site remembers: chunks of text that resume tailoring (and whoever comes after it)
//! retrieves from, and the feedback that teaches it a voice.
//!
//! - [`chunks`] are the units of memory, as documents;
//! - [`voice`] is feedback on tailored text, which becomes chunks of its user;
//! - [`derived`] keeps chunks in step with what they were made from, such as published writing;
//! - [`indexing`] makes chunks searchable, in the background;
//! - [`search`] finds them, by meaning, by word, or both.
//!
//! The documents are the truth; both indexes are derived and can be thrown away. One index holds
//! all kinds of chunks, told apart by payload, and one embedding model makes all vectors.

mod choice;
pub mod chunks;
pub mod derived;
pub mod embedding;
pub mod indexing;
mod memory;
pub mod search;
pub mod upkeep;
pub mod voice;

pub use memory::Memory;

/// Everything that can be found changes in this order.
const STREAM: &str = "memory";
