//! The box structure that MP4 and AVIF share, over a slice in memory.
//!
//! A box is a length, a four-letter name and a payload; walking never goes back, so it ends after
//! at most one step per eight bytes.

use super::Format;
use super::bytes::{u32_big, u64_big};

/// Name and payload of each box in `bytes`; a box that runs past the end is cut there.
pub(crate) fn walk(bytes: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let short = u32_big(rest, 0)?;
        let name = rest.get(4..)?.first_chunk::<4>()?;
        let (header, length) = match short {
            0 => (8, rest.len()),
            1 => (16, usize::try_from(u64_big(rest, 8)?).ok()?),
            length => (8, length as usize),
        };
        // Or the walk would not get on.
        if length < header {
            return None;
        }
        let payload = rest.get(header..length.min(rest.len()))?;
        rest = rest.get(length..).unwrap_or_default();
        Some((name, payload))
    })
}

/// The first box of that name.
pub(crate) fn find<'a>(bytes: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    walk(bytes).find(|(found, _)| *found == name).map(|(_, payload)| payload)
}

/// What the brands of an `ftyp` box say; the head of a file is enough.
pub(crate) fn brand(head: &[u8]) -> Option<Format> {
    let (_, payload) = walk(head).next()?;
    let major = payload.get(..4)?;
    let compatible = payload.get(8..).unwrap_or_default();
    let mut brands = std::iter::once(major).chain(compatible.chunks_exact(4));
    let avif = |brand: &[u8]| matches!(brand, b"avif" | b"avis");
    if avif(major) || (major == b"mif1" && brands.clone().any(avif)) {
        return Some(Format::Avif);
    }
    // QuickTime and 3GPP have the same bones, but are not MP4: browsers do not promise to play them.
    let mp4 = |brand: &[u8]| {
        matches!(brand, b"mp41" | b"mp42" | b"isom" | b"avc1" | b"dash" | b"M4V " | b"MSNV")
            || (brand.starts_with(b"iso") && brand[3].is_ascii_digit())
    };
    (major != b"qt  " && brands.any(mp4)).then_some(Format::Mp4)
}
