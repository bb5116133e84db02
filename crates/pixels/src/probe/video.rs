//! Video is stored as it comes; only its container is read, for size and duration.
//!
//! Works over any seekable reader, so that a video never has to be in memory. Every walk counts its
//! steps and reads at most a few kilobytes: a container that needs more is refused.

use std::io::{self, Read, Seek, SeekFrom};
use std::time::Duration;

use super::{Format, SNIFF_BYTES, mp4, sniff, webm};
use crate::Error;
use crate::guard::catching;

/// What a video's container says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VideoFacts {
    pub format: Format,
    /// As shown: a phone's quarter turn is applied.
    pub width: u32,
    pub height: u32,
    /// Recordings that were streamed while they were made do not know theirs.
    pub duration: Option<Duration>,
}

/// Reads the container of an MP4 or WebM file.
pub fn probe_video(reader: &mut (impl Read + Seek)) -> Result<VideoFacts, Error> {
    let mut source = Source { reader, steps: 0, format: Format::Mp4 };
    let head = source.head()?;
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

/// More elements than any honest container puts before what is looked for.
const MOST_STEPS: u32 = 20_000;

/// A reader that counts what is asked of it.
pub(super) struct Source<'a, R> {
    reader: &'a mut R,
    steps: u32,
    format: Format,
}

impl<R: Read + Seek> Source<'_, R> {
    fn head(&mut self) -> Result<Vec<u8>, Error> {
        let mut head = Vec::new();
        self.reader.seek(SeekFrom::Start(0)).map_err(|error| self.failed(error))?;
        let mut limited = Read::take(&mut *self.reader, SNIFF_BYTES as u64);
        limited.read_to_end(&mut head).map_err(|error| Error::malformed(Format::Mp4, error))?;
        Ok(head)
    }

    /// Where the file ends.
    pub(super) fn end(&mut self) -> Result<u64, Error> {
        self.reader.seek(SeekFrom::End(0)).map_err(|error| self.failed(error))
    }

    /// Exactly `COUNT` bytes at `at`, or nothing when the file ends before.
    pub(super) fn bytes<const COUNT: usize>(
        &mut self,
        at: u64,
    ) -> Result<Option<[u8; COUNT]>, Error> {
        let mut buffer = [0; COUNT];
        Ok(self.fill(at, &mut buffer)?.then_some(buffer))
    }

    pub(super) fn fill(&mut self, at: u64, buffer: &mut [u8]) -> Result<bool, Error> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Error::malformed(self.format, "too many elements"));
        }
        self.reader.seek(SeekFrom::Start(at)).map_err(|error| self.failed(error))?;
        match self.reader.read_exact(buffer) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn failed(&self, error: io::Error) -> Error {
        Error::malformed(self.format, error)
    }
}
