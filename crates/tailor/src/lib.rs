//! Tailoring without I/O: from a job's text and the facts of a resume to a resume for that job.
//!
//! - [`job`] reads what a job asks for: an [`Analysis`];
//! - [`facts`] is what a resume says, statement by statement, each with its place;
//! - [`extractive`] chooses facts: a [`Selection`]. [`generate`] asks a chat model for other words;
//! - [`Arrangement`] is what the owner hides, pins and puts in order, whatever the job;
//! - [`compose`] makes the document of a selection, every statement with its [`Receipt`]s: a [`Draft`];
//! - [`evaluation`] judges a draft; [`letter`] chooses from a delivered one what a letter tells.
//!
//! What a generator hands over is a choice among texts that may be delivered ([`delivered`]): the
//! owner's words, wordings that the owner has approved, and what a closed list of edits makes of them.
//! What else a model writes is a [`Proposal`], which stands beside the resume until the owner accepts
//! it.
//!
//! Nothing here reads a clock, a file, a database or the network. Whoever has vectors hands their
//! cosines in with the facts.

mod analysis;
mod arrangement;
mod candidate;
mod characters;
pub mod compose;
pub mod delivered;
mod draft;
pub mod evaluation;
pub mod extractive;
pub mod facts;
mod fault;
mod fit;
pub mod generate;
pub mod job;
mod left_out;
pub mod letter;
mod lists;
mod manner;
mod page;
mod proposal;
mod relevance;
mod selection;
pub mod support;
mod unseen;
mod voice;
mod words;

pub use analysis::{Analysis, Conditions, Keyword, Level, Requirement, Seniority};
pub use arrangement::{Arrangement, Spot};
pub use candidate::{Candidate, Case};
pub use characters::character;
pub use draft::{Draft, Receipt, Span, Statement};
pub use evaluation::{Criteria, Evaluation};
pub use fault::Fault;
pub use fit::fit;
pub use left_out::LeftOut;
pub use proposal::{Difference, Proposal, ProposalSource};
pub use selection::{Brief, EntryChoice, Selection, SkillChoice};
pub use unseen::{is_invisible, is_turn, without_turns};
pub use voice::{Voice, VoiceSample};
