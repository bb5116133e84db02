//! A run is the work between a job's text and a resume for it: analyse, retrieve, generate,
//! evaluate, and again with what failed. What is decided on the way is decided by the engine,
//! [`tailor`]; here are the database, the chat model, the deadline and those who wait for a turn.
//! What comes out is kept in [`crate::tailorings`].

pub mod api;
mod attempt;
mod error;
mod fitting;
mod order;
mod progress;
mod retrieve;
mod run;
mod service;
mod settings;
mod turns;

pub use attempt::{Attempt, Chosen, Generator};
pub(crate) use error::RunError;
pub(crate) use order::Order;
pub(crate) use run::Outcome;
pub(crate) use service::sources;
pub use settings::Settings;
pub(crate) use turns::Turns;
pub use turns::{Lease, MIGRATION, TAILORING_TURNS, TailoringTurns};
