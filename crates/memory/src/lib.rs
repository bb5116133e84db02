//! What the site remembers: chunks of text that resume tailoring (and whoever comes after it)
//! retrieves from, and the feedback that teaches it a voice.
//!
//! - [`chunks`] are the units of memory, as documents;
//! - [`voice`] is feedback on tailored text, which becomes chunks of its user;
//! - [`writing`] turns published writing into chunks and keeps them in step with it;
//! - [`indexing`] makes chunks searchable, in the background;
//! - [`search`] finds them, by meaning, by word, or both.
//!
//! The documents are the truth; both indexes are derived and can be thrown away. One index holds
//! all kinds of chunks, told apart by payload, and one embedding model makes all vectors.

pub mod chunks;
mod choice;
pub mod embedding;
pub mod indexing;
mod memory;
pub mod search;
pub mod voice;
pub mod writing;

pub use memory::Memory;

/// Everything that can be found changes in this order.
const STREAM: &str = "memory";
