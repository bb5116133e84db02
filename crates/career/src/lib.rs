//! Resumes, and resumes tailored to a job.
//!
//! - [`resumes`] are the owner's documents;
//! - [`facts`] is what a resume says, statement by statement, each with its place and its chunk;
//! - [`tailoring`] is the work between a job's text and a resume for it;
//! - [`generate`] asks a chat model for other words, and believes none of them unseen;
//! - [`tailorings`] are the results, each its user's own.
//!
//! A tailored resume states nothing that its sources do not. That is held in two ways. What a
//! generator hands over is a [`tailoring::Selection`]: a choice among facts, with other words for
//! some of them, so employers, dates and titles are copied and never written. And what words it does
//! write are judged by code before anybody sees them.

mod career;
pub mod compose;
pub mod evaluation;
pub mod extractive;
pub mod facts;
mod generate;
pub mod job;
mod page;
mod relevance;
pub mod resumes;
pub mod support;
pub mod tailoring;
pub mod tailorings;
mod voice;
mod words;

pub use career::Career;
