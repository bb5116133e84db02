//! Pictures and films: how they come in, what is made of them, where they are kept and how they go
//! out again.
//!
//! `uploads` receives and keeps, `previews` shows an author what the filters do, `serve` hands
//! files to visitors, `blobs` is the folder or bucket they are in, `workshop` bounds the work on
//! pixels, and `unfinished` remembers what may have to be cleaned up. The pixels themselves are the
//! business of the engine `pixels`; who may call is the route table's.

pub mod blobs;
mod check;
mod counters;
pub mod decoder;
mod layout;
mod media;
pub mod previews;
mod rebuild;
pub mod serve;
pub mod unfinished;
pub mod uploads;
mod workshop;

pub use check::Fault;
pub use media::{Media, Settings};
