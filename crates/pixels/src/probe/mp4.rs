//! MP4 boxes: duration from the movie header, size from the first video track.
//!
//! Only box headers and three small boxes are read; sample tables and media are stepped over.

use std::io::{Read, Seek};
use std::ops::Range;
use std::time::Duration;

use super::Format;
use super::bytes::{u32_big, u64_big};
use super::source::{Source, VideoFacts};
use crate::Error;

pub(super) fn read<R: Read + Seek>(source: &mut Source<'_, R>) -> Result<VideoFacts, Error> {
    let wrong = |reason: &str| Error::malformed(Format::Mp4, reason);
    let file = 0..source.end()?;
    let movie = find(source, file, b"moov")?.ok_or_else(|| wrong("no movie"))?;
    let mut duration = None;
    let mut size = None;
    let mut at = movie.start;
    while let Some((name, body, next)) = next_box(source, at, movie.end)? {
        match &name {
            b"mvhd" => duration = self::duration(source, body.start)?,
            b"trak" if size.is_none() => size = video_size(source, body)?,
            b"mvex" if duration.is_none() => {
                if let Some(header) = find(source, body, b"mehd")? {
                    duration = fragments(source, header.start, movie.clone())?;
                }
            }
            _ => {}
        }
        at = next;
    }
    let (width, height) = size.ok_or_else(|| wrong("no video track"))?;
    Ok(VideoFacts { format: Format::Mp4, width, height, duration })
}

/// Name, body and the place after the box at `at`, inside `end`.
type FoundBox = ([u8; 4], Range<u64>, u64);

fn next_box<R: Read + Seek>(
    source: &mut Source<'_, R>,
    at: u64,
    end: u64,
) -> Result<Option<FoundBox>, Error> {
    if at.saturating_add(8) > end {
        return Ok(None);
    }
    let Some(head) = source.bytes::<8>(at)? else { return Ok(None) };
    let [.., a, b, c, d] = head;
    let short = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
    let (header, length) = match short {
        0 => (8, end - at),
        1 => match source.bytes::<8>(at + 8)? {
            Some(long) => (16, u64::from_be_bytes(long)),
            None => return Ok(None),
        },
        length => (8, u64::from(length)),
    };
    if length < header {
        return Err(Error::malformed(Format::Mp4, "a box shorter than its header"));
    }
    let next = at.saturating_add(length);
    Ok(Some(([a, b, c, d], at + header..next.min(end), next)))
}

fn find<R: Read + Seek>(
    source: &mut Source<'_, R>,
    within: Range<u64>,
    name: &[u8; 4],
) -> Result<Option<Range<u64>>, Error> {
    let mut at = within.start;
    while let Some((found, body, next)) = next_box(source, at, within.end)? {
        if &found == name {
            return Ok(Some(body));
        }
        at = next;
    }
    Ok(None)
}

fn duration<R: Read + Seek>(
    source: &mut Source<'_, R>,
    at: u64,
) -> Result<Option<Duration>, Error> {
    let Some(header) = source.bytes::<32>(at)? else { return Ok(None) };
    let (scale, ticks) = if header[0] == 1 {
        (u32_big(&header, 20), u64_big(&header, 24))
    } else {
        (u32_big(&header, 12), u32_big(&header, 16).map(u64::from))
    };
    Ok(scale.zip(ticks).and_then(|(scale, ticks)| time(ticks, scale, header[0] == 1)))
}

/// A fragmented file says its whole length apart, in the movie's own ticks.
fn fragments<R: Read + Seek>(
    source: &mut Source<'_, R>,
    at: u64,
    movie: Range<u64>,
) -> Result<Option<Duration>, Error> {
    let (Some(header), Some(movie)) = (source.bytes::<8>(at)?, find(source, movie, b"mvhd")?)
    else {
        return Ok(None);
    };
    let Some(clock) = source.bytes::<24>(movie.start)? else { return Ok(None) };
    let scale = u32_big(&clock, if clock[0] == 1 { 20 } else { 12 });
    let ticks = if header[0] == 1 {
        source.bytes::<8>(at + 4)?.map(u64::from_be_bytes)
    } else {
        u32_big(&header, 4).map(u64::from)
    };
    Ok(scale.zip(ticks).and_then(|(scale, ticks)| time(ticks, scale, header[0] == 1)))
}

/// All ones mean "unknown", and nothing takes no time.
fn time(ticks: u64, scale: u32, wide: bool) -> Option<Duration> {
    let unknown = if wide { u64::MAX } else { u64::from(u32::MAX) };
    if ticks == 0 || ticks == unknown || scale == 0 {
        return None;
    }
    let scale = u64::from(scale);
    let nanoseconds = ticks % scale * 1_000_000_000 / scale;
    Some(Duration::new(ticks / scale, nanoseconds as u32))
}

/// The shown size of a track, when it is video.
fn video_size<R: Read + Seek>(
    source: &mut Source<'_, R>,
    track: Range<u64>,
) -> Result<Option<(u32, u32)>, Error> {
    let Some(media) = find(source, track.clone(), b"mdia")? else { return Ok(None) };
    let Some(handler) = find(source, media, b"hdlr")? else { return Ok(None) };
    if source.bytes::<4>(handler.start + 8)? != Some(*b"vide") {
        return Ok(None);
    }
    let Some(header) = find(source, track, b"tkhd")? else { return Ok(None) };
    let Some(head) = source.bytes::<1>(header.start)? else { return Ok(None) };
    let matrix_at = header.start + if head[0] == 1 { 52 } else { 40 };
    let Some(tail) = source.bytes::<44>(matrix_at)? else { return Ok(None) };
    let whole = |at| u32_big(&tail, at).map(|fixed| fixed >> 16);
    let (Some(width), Some(height)) = (whole(36), whole(40)) else { return Ok(None) };
    // A quarter turn has nothing on the matrix's main diagonal.
    let turned = u32_big(&tail, 0) == Some(0) && u32_big(&tail, 16) == Some(0);
    Ok(Some(if turned { (height, width) } else { (width, height) }))
}
