//! Resumes: JSON Resume documents of the owner, one of them the default. What was given comes
//! back as it was given, to the letter; what is worked with is its reading, and the chunks that memory
//! keeps of that are written in the same transaction.
//!
//! This room knows nothing of jobs. What a document says, it leaves to [`tailor::facts`].

pub mod api;
mod arrangement;
mod check;
mod chunks;
mod draft;
mod error;
mod export;
mod imports;
mod input;
mod kind;
mod lacking;
mod language;
mod limits;
mod model;
mod printable;
mod reading;
mod schema;
mod service;
pub mod trial;
mod written;

pub(crate) use arrangement::{Paths, together};
pub(crate) use check::{check_document, find_dangerous};
pub use chunks::ORIGIN;
pub(crate) use chunks::{chunks_of, origin_of};
pub use export::without_gaps;
pub(crate) use input::check_title;
pub use kind::{MIGRATION, RESUMES};
pub use language::Language;
pub(crate) use language::guess;
pub use model::Resume;
pub(crate) use reading::TODAY;
pub use reading::section_of;
#[cfg(test)]
pub(crate) use reading::tree_of;
pub use schema::known_members;
pub use service::DELETED;
pub(crate) use service::{MOST_RESUMES, default_resume, promote_newest, remember};
