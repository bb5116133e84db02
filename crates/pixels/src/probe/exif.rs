//! The one EXIF tag that matters: orientation, in the first directory.
//!
//! No other directory is followed, so there is no loop to get caught in, and nothing else of the
//! metadata is looked at.

use super::bytes::{u16_big, u16_little, u32_big, u32_little};
use crate::orient::Orientation;

const ORIENTATION: u16 = 0x0112;
const SHORT: u16 = 3;

/// Reads a TIFF header and its first directory; anything odd is upright.
pub(crate) fn orientation(tiff: &[u8]) -> Orientation {
    find(tiff).map(Orientation::from_exif).unwrap_or_default()
}

fn find(tiff: &[u8]) -> Option<u16> {
    let big = match tiff.get(..4)? {
        b"MM\0*" => true,
        b"II*\0" => false,
        _ => return None,
    };
    let short = |at| if big { u16_big(tiff, at) } else { u16_little(tiff, at) };
    let long = |at| if big { u32_big(tiff, at) } else { u32_little(tiff, at) };
    let directory = long(4)? as usize;
    let entries = usize::from(short(directory)?);
    let first = directory + 2;
    for entry in 0..entries {
        let at = first + entry * 12;
        if short(at)? == ORIENTATION {
            return if short(at + 2)? == SHORT { short(at + 8) } else { None };
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiff(big: bool, value: u16) -> Vec<u8> {
        let short = |value: u16| if big { value.to_be_bytes() } else { value.to_le_bytes() };
        let long = |value: u32| if big { value.to_be_bytes() } else { value.to_le_bytes() };
        let mut bytes = if big { b"MM\0*".to_vec() } else { b"II*\0".to_vec() };
        bytes.extend(long(8));
        bytes.extend(short(1));
        bytes.extend(short(ORIENTATION));
        bytes.extend(short(SHORT));
        bytes.extend(long(1));
        bytes.extend(short(value));
        bytes.extend(short(0));
        // The next directory is this one again: a loop for whoever follows it.
        bytes.extend(long(8));
        bytes
    }

    #[test]
    fn both_byte_orders_are_read_and_nonsense_is_upright() {
        for big in [true, false] {
            assert_eq!(orientation(&tiff(big, 6)), Orientation::Rotated90);
            for value in [0, 9, 255] {
                assert_eq!(orientation(&tiff(big, value)), Orientation::Upright);
            }
        }
    }

    #[test]
    fn a_tag_cut_anywhere_is_upright() {
        let whole = tiff(false, 6);
        for end in 0..whole.len() {
            let _ = orientation(&whole[..end]);
        }
        assert_eq!(orientation(b"II*\0\xff\xff\xff\xff"), Orientation::Upright);
        assert_eq!(orientation(b"not a tiff"), Orientation::Upright);
    }
}
