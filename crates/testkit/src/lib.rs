//! What tests need and no wing knows: a database of their own on either engine, a client per
//! principal, the API's own description as a judge of every answer, and servers that play the world
//! outside, well or badly.

mod answer;
mod browser;
mod bucket;
mod caching_proxy;
pub mod certificate;
mod chat;
mod client;
mod contract;
mod crowd;
mod damage;
mod database;
mod embedding;
mod faults;
mod form;
mod hostile;
mod line;
mod log;
mod mail_server;
mod nginx;
mod own_postgres;
mod paper;
mod patience;
mod pebble;
mod process;
mod prometheus;
mod provider;
mod secure;
mod small_disk;
mod verification;

pub use answer::Answer;
pub use browser::Browser;
pub use bucket::Bucket;
pub use caching_proxy::{CachingProxy, Obeys};
pub use chat::{ChatService, End, Reply};
pub use client::Client;
pub use contract::Contract;
pub use crowd::{Crowd, Malice, allow_many_files};
pub use database::{Engine, TestDatabase, ask};
pub use embedding::{EmbeddingService, Manner};
pub use faults::{DiskError, Faults};
pub use form::Form;
pub use hostile::{HostileProvider, SigningKey};
pub use line::Line;
pub use mail_server::{Conversation, MailServer, Manners};
pub use nginx::Nginx;
pub use own_postgres::{OwnPostgres, Setup};
pub use paper::words_of;
pub use patience::{AT_ONCE, PATIENCE, eventually, soon};
pub use pebble::{Pebble, Port};
pub use process::{
    RunningSite, request_at, run_folia, run_folia_into, run_in_terminal, spawn_folia,
    try_request_at,
};
pub use prometheus::Prometheus;
pub use provider::RealProvider;
pub use secure::{Http2, Secure};
pub use small_disk::SmallDisk;
pub use verification::{Verdict, VerificationService};
