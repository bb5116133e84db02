//! Chat models behind an endpoint in OpenAI's dialect: `POST …/chat/completions` with a model and
//! messages, answered by one message, at once or piece by piece.
//!
//! The endpoint is asked for JSON of a given schema, and asked again without when it does not know
//! how. What it says is the caller's to judge: here it is text within size, which says whether it is
//! whole. Whatever else comes back is a [`ChatError`] that repeats neither the key nor a word of the answer.

mod answer;
mod client;
mod error;

pub use answer::Said;
pub use client::{Client, Question};
pub use error::ChatError;
