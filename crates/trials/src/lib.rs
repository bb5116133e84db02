//! What must hold of bytes that anybody may send, one function for each door they come through.
//!
//! Each takes any bytes and panics where something does not hold. The targets in `fuzz/` call them with bytes
//! that a fuzzer makes up; the test of this crate calls them with what fuzzing has found and with seeds
//! (`fixtures/fuzz`), so nothing is stated twice ([docs/fuzzing.md](../../../docs/fuzzing.md)).

#[cfg(feature = "files")]
mod files;
#[cfg(any(feature = "web", feature = "files"))]
mod html;
#[cfg(feature = "pictures")]
mod jpeg;
#[cfg(feature = "pictures")]
mod pictures;
#[cfg(feature = "web")]
mod requests;
#[cfg(feature = "tailoring")]
mod tailoring;
#[cfg(feature = "tokens")]
mod tokens;

#[cfg(feature = "files")]
pub use files::{archive, markdown, resume, wordpress};
#[cfg(any(feature = "web", feature = "files"))]
pub use html::html;
#[cfg(feature = "pictures")]
pub use jpeg::{JpegDistance, jpeg, jpeg_distances};
#[cfg(feature = "pictures")]
pub use pictures::{avif_answer, picture, video};
#[cfg(feature = "web")]
pub use requests::{json, multipart, path};
#[cfg(feature = "tailoring")]
pub use tailoring::tailoring;
#[cfg(feature = "tokens")]
pub use tokens::token;
