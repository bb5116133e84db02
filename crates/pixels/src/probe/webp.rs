//! WebP chunks: canvas, frames, and the size each frame's own bitstream claims.
//!
//! The bitstreams are asked too, because a decoder allocates what they claim before it notices
//! that the container said otherwise.

use super::bytes::{u16_little, u24_little, u32_little};
use super::{Format, PictureFacts, exif};
use crate::Error;
use crate::orient::Orientation;

pub(crate) fn read(bytes: &[u8]) -> Result<PictureFacts, Error> {
    let cut = || Error::malformed(Format::WebP, "a cut header");
    let mut canvas = None;
    let mut animated = false;
    let mut frames: u32 = 0;
    let mut orientation = Orientation::Upright;
    for (name, payload) in chunks(bytes.get(12..).ok_or_else(cut)?) {
        match name {
            b"VP8X" => {
                let flags = *payload.first().ok_or_else(cut)?;
                animated = flags & 2 != 0;
                let width = u24_little(payload, 4).ok_or_else(cut)? + 1;
                let height = u24_little(payload, 7).ok_or_else(cut)? + 1;
                canvas.get_or_insert((width, height));
            }
            b"VP8 " | b"VP8L" if !animated => {
                let size = bitstream_size(name, payload).ok_or_else(cut)?;
                if *canvas.get_or_insert(size) != size {
                    return Err(disagreement());
                }
                frames = 1;
            }
            b"ANMF" if animated => {
                let (width, height) = canvas.ok_or_else(cut)?;
                check_frame(payload, width, height)?;
                frames += 1;
            }
            b"EXIF" => {
                orientation =
                    exif::orientation(payload.strip_prefix(b"Exif\0\0").unwrap_or(payload));
            }
            _ => {}
        }
    }
    let (width, height) = canvas.ok_or_else(cut)?;
    if frames == 0 {
        // A bare claim of a size; the budget should judge it before we say that nothing follows.
        frames = 1;
    }
    Ok(PictureFacts { format: Format::WebP, width, height, frames, orientation })
}

/// A frame must lie on the canvas and its bitstream be as large as the frame.
fn check_frame(payload: &[u8], canvas_width: u32, canvas_height: u32) -> Result<(), Error> {
    let cut = || Error::malformed(Format::WebP, "a cut frame");
    let left = u24_little(payload, 0).ok_or_else(cut)? * 2;
    let top = u24_little(payload, 3).ok_or_else(cut)? * 2;
    let width = u24_little(payload, 6).ok_or_else(cut)? + 1;
    let height = u24_little(payload, 9).ok_or_else(cut)? + 1;
    if left + width > canvas_width || top + height > canvas_height {
        return Err(Error::malformed(Format::WebP, "a frame outside the canvas"));
    }
    for (name, payload) in chunks(payload.get(16..).ok_or_else(cut)?) {
        if matches!(name, b"VP8 " | b"VP8L")
            && bitstream_size(name, payload).ok_or_else(cut)? != (width, height)
        {
            return Err(disagreement());
        }
    }
    Ok(())
}

fn disagreement() -> Error {
    Error::malformed(Format::WebP, "container and bitstream disagree about the size")
}

fn bitstream_size(name: &[u8; 4], payload: &[u8]) -> Option<(u32, u32)> {
    if name == b"VP8L" {
        let bits = u32_little(payload, 1).filter(|_| payload[0] == 0x2f)?;
        Some(((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1))
    } else {
        let start = payload.get(3..6).filter(|start| *start == [0x9d, 0x01, 0x2a]);
        start?;
        let width = u16_little(payload, 6)? & 0x3fff;
        let height = u16_little(payload, 8)? & 0x3fff;
        Some((u32::from(width), u32::from(height)))
    }
}

/// Name and payload of each chunk; a payload that runs past the end is cut there.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_first_chunk::<4>()?;
        let length = u32_little(after, 0)? as usize;
        let body = &after[4..];
        let payload = &body[..length.min(body.len())];
        rest = body.get(length.saturating_add(length % 2)..).unwrap_or_default();
        Some((name, payload))
    })
}
