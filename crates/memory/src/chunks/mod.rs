//! Chunks: the units of memory. A text with where it comes from, what it is, what it is good for,
//! and a few descriptive keys; entered by hand or derived from something else.
//!
//! A chunk is written together with the job that will index it, and deleted together with a note
//! for every index that holds it. This room embeds nothing and searches nothing.

pub mod api;
mod input;
mod kind;
mod list;
mod model;
mod rules;
mod service;
mod stats;
mod write;

pub(crate) use input::ChunkInput;
pub use kind::{CHUNKS, FORGOTTEN, Forgotten, MIGRATION, VERSIONS_MIGRATION};
pub use list::ChunkFilter;
pub(crate) use list::views;
pub use model::{
    Chunk, ChunkType, ChunkView, Metadata, NewChunk, Origin, Purpose, Source, WRITING,
};
pub(crate) use rules::{LONGEST_TEXT, check_text, tidy_purposes};
pub use stats::Stats;
pub(crate) use write::{enqueue, forget, remember};
