//! PNG chunks up to the pixels: size and the EXIF chunk. Compressed text and profiles are skipped
//! by their length, not inflated. An APNG is its still picture: its animation chunks are ignored.

use super::bytes::u32_big;
use super::{Format, PictureFacts, exif};
use crate::Error;
use crate::orient::Orientation;

pub(crate) fn read(bytes: &[u8]) -> Result<PictureFacts, Error> {
    let cut = || Error::malformed(Format::Png, "a cut header");
    if bytes.get(12..16) != Some(b"IHDR") {
        return Err(Error::malformed(Format::Png, "the first chunk is no header"));
    }
    let width = u32_big(bytes, 16).ok_or_else(cut)?;
    let height = u32_big(bytes, 20).ok_or_else(cut)?;
    let mut orientation = Orientation::Upright;
    let mut at = 8;
    while let (Some(length), Some(name)) = (u32_big(bytes, at), bytes.get(at + 4..at + 8)) {
        let start = at + 8;
        let Some(end) = start.checked_add(length as usize) else { break };
        match name {
            b"eXIf" => {
                orientation = bytes.get(start..end).map(exif::orientation).unwrap_or_default()
            }
            b"IEND" => break,
            _ => {}
        }
        // Four bytes of checksum follow; the decoder verifies it.
        at = end + 4;
    }
    Ok(PictureFacts { format: Format::Png, width, height, frames: 1, orientation })
}
