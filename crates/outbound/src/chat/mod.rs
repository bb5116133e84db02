//! Chat models behind an endpoint in OpenAI's dialect: `POST …/chat/completions` with a model and
//! messages, answered by one message.
//!
//! The endpoint is asked for JSON of a given schema, and asked again without when it does not know
//! how. What it says is the caller's to judge: here it is text, whole and within size. Whatever else
//! comes back is a [`ChatError`] that repeats neither the key nor a word of the answer.

mod answer;
mod client;
mod error;

pub use client::{Client, Question};
pub use error::ChatError;
