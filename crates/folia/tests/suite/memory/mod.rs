//! What the site remembers: chunks, voice feedback, and their indexes.

mod chunks;
mod hostile;
mod indexing;
pub(crate) mod process;
mod reindexing;
mod restart;
mod voice;
