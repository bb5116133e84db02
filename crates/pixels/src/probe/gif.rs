//! GIF blocks: canvas, number of frames, and the largest frame. Nothing is decompressed.

use super::bytes::u16_little;
use super::{Format, PictureFacts};
use crate::Error;
use crate::orient::Orientation;

pub(crate) fn read(bytes: &[u8]) -> Result<PictureFacts, Error> {
    let cut = || Error::malformed(Format::Gif, "a cut header");
    let width = u32::from(u16_little(bytes, 6).ok_or_else(cut)?);
    let height = u32::from(u16_little(bytes, 8).ok_or_else(cut)?);
    let flags = *bytes.get(10).ok_or_else(cut)?;
    let mut at = 13 + table_bytes(flags);
    let mut frames: u32 = 0;
    while let Some(kind) = bytes.get(at) {
        match kind {
            0x2c => {
                let (Some(frame_width), Some(frame_height), Some(flags)) =
                    (u16_little(bytes, at + 5), u16_little(bytes, at + 7), bytes.get(at + 9))
                else {
                    break;
                };
                // A frame outside its canvas is what decoders are attacked with; none is honest.
                if u32::from(frame_width) > width || u32::from(frame_height) > height {
                    return Err(Error::malformed(Format::Gif, "a frame larger than the canvas"));
                }
                frames += 1;
                at = skip_blocks(bytes, at + 11 + table_bytes(*flags));
            }
            0x21 => at = skip_blocks(bytes, at + 2),
            _ => break,
        }
    }
    if frames == 0 {
        return Err(Error::malformed(Format::Gif, "no frame"));
    }
    let orientation = Orientation::Upright;
    Ok(PictureFacts { format: Format::Gif, width, height, frames, orientation })
}

fn table_bytes(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

/// Past the length-prefixed blocks at `at` and the empty one that ends them.
fn skip_blocks(bytes: &[u8], mut at: usize) -> usize {
    while let Some(length) = bytes.get(at) {
        at += 1 + usize::from(*length);
        if *length == 0 {
            break;
        }
    }
    at
}
