//! What may have to be cleaned up: one note per upload whose files exist, or may exist, without
//! its record.
//!
//! A note is written before the first file and goes in the transaction that makes the record; it
//! comes back in the transaction that deletes the record and goes after the last file. When the file of
//! an upload is replaced, one note names the new files until the record does, and another the old ones
//! from then on. So whenever
//! the process dies, every file belongs to a record or to a note. A note that is condemned can no
//! longer become a record, which settles the race between the last write of an upload and whoever
//! cleans up after it.

mod copying;
mod kind;
mod service;

pub use copying::Copying;
pub use kind::{MIGRATION, UNFINISHED, Unfinished};
pub(crate) use service::{FORGOTTEN_AFTER, Undertaking};
