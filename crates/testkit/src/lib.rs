//! What tests need and no wing knows: a database of their own on either engine, a client per
//! principal, and the API's own description as a judge of every answer.

mod answer;
mod browser;
mod client;
mod contract;
mod database;
mod embedding;
mod hostile;
mod process;
mod provider;

pub use answer::Answer;
pub use browser::Browser;
pub use client::Client;
pub use contract::Contract;
pub use database::{Engine, TestDatabase};
pub use embedding::{EmbeddingService, Manner};
pub use hostile::{HostileProvider, SigningKey};
pub use process::{RunningSite, run_folia};
pub use provider::RealProvider;
