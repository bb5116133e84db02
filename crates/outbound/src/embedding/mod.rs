//! Embedding services that speak OpenAI's dialect: `POST …/embeddings` with a model and texts,
//! answered by one vector per text.
//!
//! Nothing a service answers is believed unseen: as many vectors as texts, each text's index once,
//! all of the same length, every value finite, no vector without a direction. Whatever else comes
//! back is an [`EmbeddingError`] that repeats neither the key nor a word of the answer. Whether the
//! length is the right one is the caller's business, who knows what is stored already.

mod answer;
mod client;
mod error;

pub use client::Client;
pub use error::EmbeddingError;
