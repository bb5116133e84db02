//! Resumes: JSON Resume 1.0 documents of the owner, one of them the default. What was given comes
//! back as it was given, to the letter; the chunks that memory keeps of it are written in the same
//! transaction.
//!
//! This room knows nothing of jobs. What a document says, it leaves to [`tailor::facts`].

pub mod api;
mod check;
mod chunks;
mod error;
mod input;
mod kind;
mod limits;
mod model;
mod schema;
mod service;

pub(crate) use chunks::{ORIGIN, chunks_of, origin_of};
pub use kind::{MIGRATION, RESUMES};
pub use model::Resume;
pub(crate) use service::{default_resume, remember};
