//! Resumes on paper: documents handed to the engine [`sheet`], a few at a time. What is printed is a
//! resume of the owner, a tailored one, or a letter that goes with it; nothing is kept.

pub mod api;
mod letter;
mod options;
mod owner;
mod service;

pub(crate) use letter::LetterOptions;
pub use options::PrintOptions;
pub use owner::{FindAccent, FindPhoto, Owner, TakenOut, Told, Withheld, Withhold};
pub use service::{PrintError, Printing};
