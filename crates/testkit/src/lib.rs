//! What tests need and no wing knows: a database of their own on either engine, a client per
//! principal, and the API's own description as a judge of every answer.

mod answer;
mod bucket;
mod client;
mod contract;
mod database;
mod form;
mod process;

pub use answer::Answer;
pub use bucket::Bucket;
pub use client::Client;
pub use contract::Contract;
pub use database::{Engine, TestDatabase};
pub use form::Form;
pub use process::{RunningSite, run_folia};
