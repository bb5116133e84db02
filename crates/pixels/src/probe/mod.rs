//! Judges a file by its content and reads what must be known before pixels are allocated: format,
//! size, frames, orientation; for video, size and duration.
//!
//! Headers only, without allocation, and never by name or declared type. It does not promise that
//! the file decodes.

mod avif;
mod boxes;
mod bytes;
mod exif;
mod gif;
mod jpeg;
mod mp4;
mod png;
mod sniff;
mod source;
mod video;
mod webm;
mod webp;

pub(crate) use avif::{AvifFacts, Colour as AvifColour, read as read_avif};
pub(crate) use jpeg::segments as jpeg_segments;
pub use sniff::{SNIFF_BYTES, sniff};
pub use source::VideoFacts;
pub use video::probe_video;

use crate::budget::Budget;
use crate::error::Error;
pub use crate::facts::{Format, PictureFacts};
use crate::guard::catching;

/// Reads a picture's headers and holds them against the budget.
pub fn probe_picture(bytes: &[u8], budget: &Budget<'_>) -> Result<PictureFacts, Error> {
    let format = sniff(bytes).filter(|format| !format.is_video()).ok_or(Error::Unsupported)?;
    // Before its headers are walked through.
    budget.check_bytes(bytes.len())?;
    catching("probe", || {
        let facts = match format {
            Format::Jpeg => jpeg::read(bytes),
            Format::Png => png::read(bytes),
            Format::WebP => webp::read(bytes),
            Format::Gif => gif::read(bytes),
            Format::Avif => avif::read(bytes).map(|facts| facts.picture()),
            Format::Mp4 | Format::WebM => Err(Error::Unsupported),
        }?;
        if facts.width == 0 || facts.height == 0 {
            return Err(Error::malformed(format, "a side of zero pixels"));
        }
        budget.check_pixels(facts.width, facts.height)?;
        budget.check_frames(facts.width, facts.height, facts.frames)?;
        Ok(facts)
    })
}
