//! Addresses that people asked for in vain: one number for each path, from which a redirect can be
//! made. Nothing is known about who asked: no address, no browser, no page they came from, no query.
//!
//! Strangers choose what stands here, so it is bounded: only what a person could have meant
//! ([`could_be_meant`]), so many paths and no more, each for thirty days after it was last asked for.

pub mod api;
mod counter;
mod kind;
mod model;
mod rules;
mod service;

pub use counter::{MOST_KEPT, MissCounter};
pub use kind::{MIGRATION, MISSES};
pub use model::{Miss, MissView};
pub use rules::could_be_meant;
