//! From a job's text to a resume for it: analyse, retrieve, generate, evaluate, and again with what
//! failed.
//!
//! - [`Analysis`] is what a job asks for;
//! - [`Selection`] is what a generator decides: which facts, in which order, in which words;
//! - [`Draft`] is the document a selection becomes, every statement with its [`Receipt`]s;
//! - [`Evaluation`] is the judgement of a draft, made by code.

pub mod api;
mod attempt;
mod candidate;
mod model;
mod order;
mod progress;
mod retrieve;
mod run;
mod service;
mod settings;
mod turns;

pub use attempt::{Attempt, Generator};
pub(crate) use candidate::Case;
pub use model::{
    Analysis, Brief, Chosen, Criteria, Draft, EntryChoice, Evaluation, Fault, Keyword, Level,
    Receipt, Requirement, Selection, Seniority, SkillChoice, Span, Statement, Voice, VoiceSample,
    Wording,
};
pub(crate) use order::Order;
pub(crate) use run::Outcome;
pub(crate) use service::sources;
pub use settings::Settings;
pub(crate) use turns::Turns;
