//! Resumes, and resumes tailored to a job.
//!
//! - [`resumes`] are the owner's documents;
//! - [`runs`] is the work between a job's text and a resume for it;
//! - [`tailorings`] are the results, each its user's own;
//! - [`printing`] is what readers get of both: PDF, pages, plain text.
//!
//! How a job is read, facts are chosen and a draft is judged is decided by the engine, [`tailor`],
//! which knows neither database nor network.

mod career;
pub mod printing;
pub mod resumes;
pub mod runs;
pub mod tailorings;
pub mod upkeep;

pub use career::Career;
