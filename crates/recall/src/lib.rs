//! The retrieval engine.

pub mod embed;
