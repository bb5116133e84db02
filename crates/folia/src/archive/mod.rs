//! Everything a site holds, as plain files: what `folia export` and `folia backup` write and
//! `folia import` reads.
//!
//! ```text
//! manifest.json            what this is, when it was made, how many documents with which checksum
//! documents/<kind>.jsonl   one stored document per line, in the order of their ids
//! ```
//!
//! A backup is the same in one tar file. The documents are those of one moment, however busy the
//! site is: they are read in one transaction. Bringing them back is one transaction too, into a site
//! that is empty. What is of this moment only, such as jobs that wait, stays out; so does whatever
//! its collection keeps out. Everything is written for its owner's eyes only.

mod error;
mod export;
mod import;
mod manifest;
mod source;

pub(crate) use error::ArchiveError;
pub(crate) use export::{backup, export};
pub(crate) use import::{import, look};
use manifest::Manifest;

const MANIFEST: &str = "manifest.json";
const DOCUMENTS: &str = "documents/";

/// How many documents are held in memory at a time.
const BATCH: u32 = 500;
