//! From a job's text to a resume for it: analyse, retrieve, generate, evaluate, and again with what
//! failed.
//!
//! - [`Analysis`] is what a job asks for;
//! - [`Selection`] is what a generator decides: which facts, in which order, in which words;
//! - [`Draft`] is the document a selection becomes, every statement with its [`Receipt`]s;
//! - [`Evaluation`] is the judgement of a draft, made by code.

mod model;

pub use model::{
    Analysis, Brief, Chosen, Criteria, Draft, EntryChoice, Evaluation, Fault, Keyword, Level,
    Receipt, Requirement, Selection, Seniority, SkillChoice, Span, Statement, Voice, VoiceSample,
    Wording,
};
