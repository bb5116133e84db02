//! What the site remembers: chunks, voice feedback, and their indexes.

mod chunks;
mod hostile;
mod indexing;
mod inspection;
mod other_model;
pub(crate) mod process;
mod reindexing;
mod restart;
mod shared;
mod voice;
