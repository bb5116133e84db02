//! Resumes on paper: documents handed to the engine [`sheet`], a few at a time. What is printed is a
//! resume of the owner or a tailored one; nothing is kept.

pub mod api;
mod options;
mod service;

pub use options::PrintOptions;
pub use service::{PrintError, Printing};
