//! Pictures and videos: how they come in, what is made of them, where they are kept and how they go
//! out again.
//!
//! `uploads` receives and keeps, `previews` shows an author what the filters do, `serve` hands
//! files to visitors, `blobs` is the folder or bucket they are in, `picture_pool` bounds the work on
//! pixels, `unfinished` remembers what may have to be cleaned up, and `site_mark` whose files they
//! are. The pixels themselves are the business of the engine `pixels`; who may call is the route table's.

mod api;
pub mod blobs;
mod changes;
mod check;
mod counters;
pub mod decoder;
mod error;
mod layout;
mod media;
mod picture_pool;
pub mod previews;
mod rebuild;
pub mod serve;
pub mod site_mark;
pub mod unfinished;
pub mod upkeep;
pub mod uploads;
pub mod uses;

pub use check::Fault;
pub use error::{Busy, MediaError};
pub use layout::is_backup_name;
pub use media::{Media, Settings};
pub use pixels::JpegDecoder;
pub use uploads::MOST_PICTURE_BYTES;
