//! What holds for the service as a whole, whatever the wing: every route, the process, the command
//! line, the description, archives.

pub(crate) mod access;
mod admin;
mod archive;
pub(crate) mod binary;
mod caches;
mod configuration;
mod connections;
mod csrf;
mod demo;
mod endurance;
mod fallback;
mod openapi;
mod pages;
mod process;
mod protocol;
mod remains;
mod schema;
mod torture;
