//! Tailored resumes as they were delivered, each its user's own: kept to be looked at again, and to
//! be taken elsewhere.
//!
//! Nobody sees another's, administrators included. The newest ones of each user are kept.

pub mod api;
mod edits;
pub(crate) mod export;
mod kind;
mod lacking;
mod length;
mod model;
mod options;
mod proposals;
mod reopen;
mod service;
mod support;
pub mod versions;

pub use edits::EditedLine;
pub use kind::{MIGRATION, TAILORINGS};
pub use model::Tailoring;
pub(crate) use model::{TailoringSummary, TailoringView};
pub(crate) use options::OptionsInput;
pub use options::{Look, Options, Pages, Paper};
pub use proposals::{Accepted, KeptProposal, ProposalState};
pub(crate) use service::order_of_sections;
