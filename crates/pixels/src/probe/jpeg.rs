//! JPEG markers: size from the frame header, orientation from the first EXIF segment, and the
//! number of scans, because each scan of a progressive file is a pass over the whole picture.

use super::bytes::u16_big;
use super::{Format, PictureFacts, exif};
use crate::Error;
use crate::orient::Orientation;

/// Encoders write about ten; a few bytes more make a scan, and every scan visits every block.
const MOST_SCANS: usize = 100;

pub(crate) fn read(bytes: &[u8]) -> Result<PictureFacts, Error> {
    let mut size = None;
    let mut orientation = None;
    let mut scans = 0;
    for (marker, segment, _) in segments(bytes, 2) {
        match marker {
            // Frame headers, less the three other segments numbered among them.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let (Some(height), Some(width)) = (u16_big(segment, 1), u16_big(segment, 3)) else {
                    return Err(Error::malformed(Format::Jpeg, "a cut frame header"));
                };
                size.get_or_insert((u32::from(width), u32::from(height)));
            }
            0xe1 if orientation.is_none() => {
                orientation = segment.strip_prefix(b"Exif\0\0").map(exif::orientation);
            }
            0xda => {
                scans += 1;
                if scans > MOST_SCANS {
                    return Err(Error::TooManyScans { scans, limit: MOST_SCANS });
                }
            }
            0xd9 => break,
            _ => {}
        }
    }
    let (width, height) = size.ok_or_else(|| Error::malformed(Format::Jpeg, "no frame header"))?;
    let orientation = orientation.unwrap_or(Orientation::Upright);
    Ok(PictureFacts { format: Format::Jpeg, width, height, frames: 1, orientation })
}

/// Marker, payload and the place after each segment from `at` on. Bytes between are skipped.
pub(crate) fn segments(bytes: &[u8], at: usize) -> impl Iterator<Item = (u8, &[u8], usize)> {
    let mut at = at;
    std::iter::from_fn(move || {
        let found = segment(bytes, at)?;
        at = found.2;
        Some(found)
    })
}

/// The next marker at or after `at`, its payload, and where to look on. Entropy-coded bytes have
/// no marker in them but restarts, so they are skipped like any other filler.
fn segment(bytes: &[u8], at: usize) -> Option<(u8, &[u8], usize)> {
    let mut at = at;
    loop {
        at += all_ones(bytes.get(at..)?)?;
        let marker = *bytes.get(at + 1)?;
        match marker {
            0xff => at += 1,
            0x00 | 0x01 | 0xd0..=0xd8 => at += 2,
            0xd9 => return Some((marker, &[], at + 2)),
            _ => {
                let length = usize::from(u16_big(bytes, at + 2)?).max(2);
                let end = (at + 2 + length).min(bytes.len());
                return Some((marker, &bytes[at + 4..end.max(at + 4)], end));
            }
        }
    }
}

/// The first byte of all ones. Scans have one in some hundred bytes, so eight are passed at a time.
fn all_ones(bytes: &[u8]) -> Option<usize> {
    let none = |run: &&[u8; 8]| {
        let inverted = !u64::from_ne_bytes(**run);
        inverted.wrapping_sub(0x0101_0101_0101_0101) & !inverted & 0x8080_8080_8080_8080 == 0
    };
    let passed = 8 * bytes.as_chunks().0.iter().take_while(none).count();
    Some(passed + bytes[passed..].iter().position(|byte| *byte == 0xff)?)
}

#[cfg(test)]
mod tests {
    use super::all_ones;

    #[test]
    fn a_byte_of_all_ones_is_found_wherever_it_is() {
        for length in 0..40 {
            assert_eq!(all_ones(&vec![0xfe; length]), None);
            for at in 0..length {
                let mut bytes = vec![0x7f; length];
                bytes[at..].fill(0xff);
                bytes[..at].fill(0x80);
                assert_eq!(all_ones(&bytes), Some(at));
            }
        }
    }
}
