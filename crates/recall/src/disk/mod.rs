//! What the files of both indexes have in common: frames with checksums, descriptions of chunks,
//! files that appear as a whole, and what can be wrong with them.
//!
//! All numbers are little-endian. Every frame carries the CRC-32 of its bytes; the checksum is
//! against accidents, not against an adversary who can write the file.

mod error;
mod frame;
mod reader;

pub use error::FileError;
pub(crate) use frame::{read_frame, replace_file, write_frame};
pub(crate) use reader::{Garbled, Reader, write_description, write_id};
