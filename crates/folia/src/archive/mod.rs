//! Everything a site holds, as plain files: what `folia export` and `folia backup` write and
//! `folia import` reads.
//!
//! ```text
//! media/<key>              pictures and videos, with the originals
//! documents/<kind>.jsonl   one stored document per line, in the order of their ids
//! damaged.jsonl            documents that could not be read, as their rows had them; seldom there
//! files.jsonl              which files of media there are, with their checksums
//! manifest.json            what this is, when it was made, how many documents with which checksum
//! ```
//!
//! A backup is the same in one tar file. The documents are those of one moment, however busy the
//! site is: they are read in one transaction. An upload that is deleted while its files are being
//! copied is left out whole. The manifest comes last, so what has one is complete. A backup gets its name
//! when it was read back: every file against its checksum, all documents as an import takes them.
//!
//! Bringing documents back is one transaction too, into a site that is empty, after the files. Before it
//! ends, everything in it is held against the rules that requests are held to
//! ([decision 215](../../../docs/decisions/0215-one-place-for-invariants.md)); anything that does not hold
//! refuses it all, and the files go again. What
//! is of this moment only, such as jobs that wait, stays out; so does whatever its collection keeps
//! out. Everything is written for its owner's eyes only.

mod copying;
mod damaged;
mod documents;
mod error;
mod file_list;
mod files;
mod import;
mod layout;
pub(crate) mod leftovers;
mod lines;
mod manifest;
mod metered;
mod names;
mod place;
mod source;
mod target;
mod top;
mod uploads;
mod verify;
mod worth;
mod write;

pub(crate) use error::{ArchiveError, with_advice};
pub(crate) use import::{Imported, import, look, require_empty};
pub(crate) use place::{Draft, beside};
pub(crate) use verify::read_all;
pub use worth::{Losses, Worth};
pub(crate) use write::{Written, backup, draft, export};
