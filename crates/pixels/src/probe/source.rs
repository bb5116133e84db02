//! A seekable file, read a few bytes at a time.

use std::io::{self, Read, Seek, SeekFrom};
use std::time::Duration;

use crate::error::Error;
use crate::facts::Format;

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

/// More elements than any honest container puts before what is looked for.
const MOST_STEPS: u32 = 20_000;

/// A reader that counts what is asked of it.
pub(super) struct Source<'a, R> {
    reader: &'a mut R,
    steps: u32,
    pub(super) format: Format,
}

impl<'a, R: Read + Seek> Source<'a, R> {
    /// Of a file whose format is not known yet.
    pub(super) fn new(reader: &'a mut R) -> Self {
        Self { reader, steps: 0, format: Format::Mp4 }
    }

    pub(super) fn head(&mut self, bytes: usize) -> Result<Vec<u8>, Error> {
        let mut head = Vec::new();
        self.reader.seek(SeekFrom::Start(0)).map_err(|error| self.failed(error))?;
        let mut limited = Read::take(&mut *self.reader, bytes as u64);
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
