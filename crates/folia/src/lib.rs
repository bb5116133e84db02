//! The binary as a library, so that tests and benches drive the same parts the command line does.
//!
//! `config` says what was asked for, `app` puts the wings together, `routes` is the table of URLs
//! with who may call them, `service` and `background` let the wings work, `serve` runs it all, `cli`
//! is what people type.

mod admin;
pub mod app;
mod archive;
mod assets;
mod background;
pub mod backups;
mod certificates;
pub mod cli;
mod client;
pub mod config;
mod data_dir;
pub mod demo;
mod desktop;
mod docs;
mod embedding;
mod health;
mod jobs;
mod logging;
mod login_link;
mod metrics;
mod owner;
mod progress;
mod readiness;
mod regular;
mod restore;
pub mod routes;
pub mod schema;
mod secure;
pub mod serve;
mod service;
mod transfer;
pub mod trial;
pub mod upkeep;
mod uses;
