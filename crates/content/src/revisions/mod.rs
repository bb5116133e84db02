//! Revisions: what an item said after each change that readers could notice, with who made it and
//! when. Written in the transaction of the change, kept within bounds (`rules`), brought back as a
//! change like any other. Nobody but administrators ever reads one.
//!
//! Where an item stands (its section, its order, whether it is featured) is not part of what it
//! says and leaves no revision.

pub mod api;
mod kind;
mod model;
mod rules;
mod service;

pub use kind::{MIGRATION, REVISION_BODIES, REVISIONS};
pub use model::{Author, Revision, RevisionBody, Said};
pub(crate) use rules::surplus;
pub(crate) use service::{Kept, record};
