//! What holds for the service as a whole, whatever the wing: every route, the process, the command
//! line, the description, archives.

pub(crate) mod access;
mod acme;
mod admin;
pub(crate) mod archive;
mod backups;
pub(crate) mod binary;
mod broken;
mod caches;
mod clock;
mod configuration;
mod connections;
mod csrf;
mod demo;
mod disk;
pub(crate) mod edited;
mod endurance;
mod fallback;
mod frozen;
mod hostile;
mod http2;
mod invariants;
mod monitoring;
mod nodes;
mod openapi;
mod pages;
mod process;
mod protocol;
mod remains;
mod restore;
mod schema;
mod tls;
mod torture;
mod transfer;
mod upgrade;
