//! Seven thumbnails, one for each filter, for an author to choose from.
//!
//! They are files without a record: the folder's name holds the time at which they expire and 128
//! random bits, so they are in no list and no copy of the site, nobody finds them who was not told,
//! and whatever a dead process left behind expires like the rest. Expired folders are removed by
//! the next request for previews; until then they are no longer served.

pub mod api;
mod service;
mod token;

pub use service::Previews;
pub(crate) use token::Token;
