//! WebM elements: duration from the segment's information, size from the first video track.
//!
//! Only the elements on that path are entered; clusters end the search, for a player needs the
//! tracks before them too.

use std::io::{Read, Seek};
use std::ops::Range;
use std::time::Duration;

use super::Format;
use super::source::{Source, VideoFacts};
use crate::Error;

const SEGMENT: u32 = 0x1853_8067;
const INFORMATION: u32 = 0x1549_a966;
const TIMESTAMP_SCALE: u32 = 0x2a_d7b1;
const DURATION: u32 = 0x4489;
const TRACKS: u32 = 0x1654_ae6b;
const TRACK: u32 = 0xae;
const VIDEO: u32 = 0xe0;
const PIXEL_WIDTH: u32 = 0xb0;
const PIXEL_HEIGHT: u32 = 0xba;
const CLUSTER: u32 = 0x1f43_b675;

/// Whether the head of a file, known to be EBML, names WebM as its kind of document.
pub(super) fn is_webm(head: &[u8]) -> bool {
    // Element 0x4282 is the document type; four letters follow its length of four.
    head.windows(7).any(|bytes| bytes == b"\x42\x82\x84webm")
}

pub(super) fn read<R: Read + Seek>(source: &mut Source<'_, R>) -> Result<VideoFacts, Error> {
    let wrong = |reason: &str| Error::malformed(Format::WebM, reason);
    let end = source.end()?;
    let segment = find(source, 0..end, SEGMENT)?.ok_or_else(|| wrong("no segment"))?;
    let mut duration = None;
    let mut size = None;
    let mut at = segment.start;
    while let Some((name, body)) = next_element(source, at, segment.end)? {
        match name {
            INFORMATION => duration = self::duration(source, body.clone())?,
            TRACKS => size = video_size(source, body.clone())?,
            CLUSTER => break,
            _ => {}
        }
        if duration.is_some() && size.is_some() {
            break;
        }
        at = body.end;
    }
    let (width, height) = size.ok_or_else(|| wrong("no video track"))?;
    Ok(VideoFacts { format: Format::WebM, width, height, duration })
}

/// Name and body of the element at `at`; an element of unknown length reaches to `end`.
fn next_element<R: Read + Seek>(
    source: &mut Source<'_, R>,
    at: u64,
    end: u64,
) -> Result<Option<(u32, Range<u64>)>, Error> {
    if at >= end {
        return Ok(None);
    }
    // Twelve bytes hold the longest name and length; near the end fewer are left.
    let mut head = [0; 12];
    let count = (end - at).min(12) as usize;
    if !source.fill(at, &mut head[..count])? {
        return Ok(None);
    }
    let name_length = head[0].leading_zeros() as usize + 1;
    if name_length > 4 {
        return Err(Error::malformed(Format::WebM, "an element name of more than four bytes"));
    }
    let name = head[..name_length].iter().fold(0, |name, byte| name << 8 | u32::from(*byte));
    let first = head[name_length];
    let length_length = first.leading_zeros() as usize + 1;
    if length_length > 8 {
        return Err(Error::malformed(Format::WebM, "an element length of more than eight bytes"));
    }
    let mask = (1_u64 << (7 * length_length)) - 1;
    let length = head[name_length..name_length + length_length]
        .iter()
        .fold(0, |length, byte| length << 8 | u64::from(*byte))
        & mask;
    let start = at + (name_length + length_length) as u64;
    let stop = if length == mask { end } else { start.saturating_add(length).min(end) };
    Ok(Some((name, start..stop.max(start))))
}

fn find<R: Read + Seek>(
    source: &mut Source<'_, R>,
    within: Range<u64>,
    name: u32,
) -> Result<Option<Range<u64>>, Error> {
    let mut at = within.start;
    while let Some((found, body)) = next_element(source, at, within.end)? {
        if found == name {
            return Ok(Some(body));
        }
        at = body.end;
    }
    Ok(None)
}

/// A big-endian number of up to eight bytes, with its length.
fn number<R: Read + Seek>(
    source: &mut Source<'_, R>,
    within: Range<u64>,
    name: u32,
) -> Result<Option<(u64, usize)>, Error> {
    let Some(body) = find(source, within, name)? else { return Ok(None) };
    let length = (body.end - body.start).min(8) as usize;
    let mut bytes = [0; 8];
    let filled = source.fill(body.start, &mut bytes[8 - length..])?;
    Ok(filled.then(|| (u64::from_be_bytes(bytes), length)))
}

fn duration<R: Read + Seek>(
    source: &mut Source<'_, R>,
    information: Range<u64>,
) -> Result<Option<Duration>, Error> {
    let scale = number(source, information.clone(), TIMESTAMP_SCALE)?;
    let nanoseconds_per_tick = scale.map_or(1_000_000, |(scale, _)| scale);
    let ticks = match number(source, information, DURATION)? {
        Some((bits, 4)) => f64::from(f32::from_bits(bits as u32)),
        Some((bits, 8)) => f64::from_bits(bits),
        _ => return Ok(None),
    };
    let seconds = ticks * nanoseconds_per_tick as f64 / 1e9;
    Ok(Duration::try_from_secs_f64(seconds).ok().filter(|duration| !duration.is_zero()))
}

fn video_size<R: Read + Seek>(
    source: &mut Source<'_, R>,
    tracks: Range<u64>,
) -> Result<Option<(u32, u32)>, Error> {
    let mut at = tracks.start;
    while let Some((name, body)) = next_element(source, at, tracks.end)? {
        if name == TRACK
            && let Some(video) = find(source, body.clone(), VIDEO)?
        {
            let width = number(source, video.clone(), PIXEL_WIDTH)?;
            let height = number(source, video, PIXEL_HEIGHT)?;
            let side = |side: Option<(u64, usize)>| u32::try_from(side.map_or(0, |side| side.0));
            return Ok(side(width).ok().zip(side(height).ok()));
        }
        at = body.end;
    }
    Ok(None)
}
