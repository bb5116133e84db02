//! The retrieval engine.

pub mod embed;
mod payload;
mod ranking;
pub mod vector;

pub use payload::{Filter, Owner, Payload, Tag, TagSet};
pub use ranking::{Hit, Hits};
