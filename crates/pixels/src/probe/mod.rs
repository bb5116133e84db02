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
mod video;
mod webm;
mod webp;

pub(crate) use avif::{AvifFacts, Colour as AvifColour, read as read_avif};
pub(crate) use jpeg::segments as jpeg_segments;
pub use video::{VideoFacts, probe_video};

use crate::guard::catching;
use crate::orient::Orientation;
use crate::{Budget, Error};

/// What the content is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    Jpeg,
    Png,
    WebP,
    Gif,
    Avif,
    Mp4,
    WebM,
}

impl Format {
    pub fn is_video(self) -> bool {
        matches!(self, Self::Mp4 | Self::WebM)
    }

    /// The type to serve the original under.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Gif => "image/gif",
            Self::Avif => "image/avif",
            Self::Mp4 => "video/mp4",
            Self::WebM => "video/webm",
        }
    }
}

/// What a picture's headers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureFacts {
    pub format: Format,
    /// As stored; see [`PictureFacts::upright_size`] for what is seen.
    pub width: u32,
    pub height: u32,
    /// More than one only for what stays animated: GIF and WebP. An APNG counts as its still.
    pub frames: u32,
    pub orientation: Orientation,
}

impl PictureFacts {
    pub fn upright_size(&self) -> (u32, u32) {
        self.orientation.apply_to_size(self.width, self.height)
    }
}

/// How many bytes from the start [`sniff`] needs to be sure.
pub const SNIFF_BYTES: usize = 64;

/// The format by its first bytes; `None` is nothing this engine takes.
pub fn sniff(head: &[u8]) -> Option<Format> {
    if head.starts_with(&[0xff, 0xd8, 0xff]) {
        Some(Format::Jpeg)
    } else if head.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(Format::Png)
    } else if head.starts_with(b"GIF87a") || head.starts_with(b"GIF89a") {
        Some(Format::Gif)
    } else if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        Some(Format::WebP)
    } else if head.get(4..8) == Some(b"ftyp") {
        boxes::brand(head)
    } else if head.starts_with(&[0x1a, 0x45, 0xdf, 0xa3]) {
        webm::is_webm(head).then_some(Format::WebM)
    } else {
        None
    }
}

/// Reads a picture's headers and holds them against the budget.
pub fn probe_picture(bytes: &[u8], budget: &Budget<'_>) -> Result<PictureFacts, Error> {
    let format = sniff(bytes).filter(|format| !format.is_video()).ok_or(Error::Unsupported)?;
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
