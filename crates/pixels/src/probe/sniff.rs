use super::{boxes, webm};
use crate::facts::Format;

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
