//! Video is stored as it comes; only its container is read, for size and duration.
//!
//! Works over any seekable reader, so that a video never has to be in memory. Every walk counts its
//! steps and reads at most a few kilobytes: a container that needs more is refused.

use std::io::{Read, Seek};

use super::sniff::{SNIFF_BYTES, sniff};
use super::source::{Source, VideoFacts};
use super::{mp4, webm};
use crate::error::Error;
use crate::facts::Format;
use crate::guard::catching;

/// Reads the container of an MP4 or WebM file.
pub fn probe_video(reader: &mut (impl Read + Seek)) -> Result<VideoFacts, Error> {
    let mut source = Source::new(reader);
    let head = source.head(SNIFF_BYTES)?;
    let format = sniff(&head).filter(|format| format.is_video()).ok_or(Error::Unsupported)?;
    source.format = format;
    let facts = catching("probe", || match format {
        Format::Mp4 => mp4::read(&mut source),
        _ => webm::read(&mut source),
    })?;
    if facts.width == 0 || facts.height == 0 {
        return Err(Error::malformed(format, "a side of zero pixels"));
    }
    Ok(facts)
}
