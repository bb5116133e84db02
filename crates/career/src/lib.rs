//! Resumes, and resumes tailored to a job.
//!
//! - [`facts`] is what a resume says, statement by statement, each with its place and its chunk;
//! - [`tailoring`] is the work between a job's text and a resume for it.
//!
//! A tailored resume states nothing that its sources do not. That is held in two ways. What a
//! generator hands over is a [`tailoring::Selection`]: a choice among facts, with other words for
//! some of them, so employers, dates and titles are copied and never written. And what words it does
//! write are judged by code before anybody sees them.

pub mod compose;
pub mod evaluation;
pub mod extractive;
pub mod facts;
pub mod job;
mod page;
mod relevance;
pub mod support;
pub mod tailoring;
mod voice;
mod words;
