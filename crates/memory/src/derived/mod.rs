//! Chunks that follow something else: published writing, a resume. Whoever owns the original says
//! what it has become, with the revision at which it was looked at; this room makes the chunks so.
//!
//! What was looked at earlier never overwrites what was looked at later, whichever process is
//! slower: an original that was hidden in between stays forgotten.

mod kind;
mod passages;
mod service;

pub use kind::{DERIVATIONS, Derivation, MIGRATION};
pub use passages::{Block, passages};
pub use service::{derived_from, follow_in};
