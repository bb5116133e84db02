//! Backups that the running site makes of itself, as often as the owner says.
//!
//! One document says how they stand ([`BackupState`]): when the last good one was made, and which node is at
//! work. A node that is at work says so again and again; when it is heard of no more, another one
//! takes over. A backup is written aside, read back as an import would read it, and only then gets its name;
//! in a bucket it is compared once more. Then the oldest go
//! ([decision 226](../../../docs/decisions/0226-backups-by-the-site-itself.md)).

mod counters;
mod kind;
mod name;
mod place;
mod rules;
mod service;

pub use crate::archive::{Losses, Worth};
pub use kind::{BACKUPS, BackupState, GoodBackup, Holder, MIGRATION, StuckBackup};
pub use service::Backups;
