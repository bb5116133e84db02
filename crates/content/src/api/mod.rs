//! What the rooms of this wing share over HTTP: who a caller is to the reading room, what failures
//! are answered with, and the answer about a path.

mod author;
mod editing;
mod error;
mod reader;
mod resolve;

pub(crate) use author::author_of;
pub(crate) use editing::EditingSession;
pub(crate) use reader::{reader_in_lists, reader_of};
pub use resolve::resolve_path;
