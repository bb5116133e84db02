//! How much one picture may cost, and the caller's hand on the brake.
//!
//! Limits on bytes, pixels and frames are judged from headers before anything is allocated. Time
//! and the brake are looked at between stages, between rows or frames, whenever a decoder asks for
//! more input, and many times inside each encode. It counts wall time, not CPU time: a caller with
//! more work than cores should queue before it calls.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::time::{Duration, Instant};

use crate::avif::AvifPicture;
use crate::error::Error;

/// Decodes an AVIF file; asks the second argument now and then whether to go on.
pub type DecodeAvif<'a> =
    &'a (dyn Fn(&[u8], &dyn Fn() -> bool) -> Result<AvifPicture, Error> + Sync);

/// Who decodes JPEG.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum JpegDecoder {
    /// Ours where it knows the file, the library's for everything else.
    #[default]
    Own,
    /// The library's alone: slower, and the way out should ours ever be found wrong.
    Library,
}

/// Where in the pipeline the work is; told to [`Budget::watch`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    Decode,
    Resize,
    Orient,
    Colour,
    Filter,
    Encode,
    Placeholder,
}

/// What one picture may cost.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The longest file that is looked at.
    pub bytes: u64,
    /// Width × height of one picture or frame, inclusive.
    pub pixels: u64,
    /// Width × height × frames of an animation, inclusive.
    pub animation_pixels: u64,
    /// Frames of an animation, inclusive: each costs something, however small it is.
    pub frames: u32,
    /// What the general JPEG decoder may take to find words for a progressive file that is damaged:
    /// it holds every coefficient. Beyond this such a file is refused without it.
    pub decoder_bytes: u64,
    /// Wall time from the first call.
    pub time: Duration,
    /// Asked often; `false` stops the work with [`Error::Stopped`].
    pub watch: &'a (dyn Fn(Stage) -> bool + Sync),
    /// Who decodes AVIF. Without anybody it happens here, where a fault of the decoder can end the
    /// process.
    pub avif: Option<DecodeAvif<'a>>,
    pub jpeg: JpegDecoder,
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Self {
            bytes: 32 << 20,
            pixels: 50_000_000,
            animation_pixels: 100_000_000,
            frames: 5_000,
            decoder_bytes: 90 << 20,
            time: Duration::from_secs(20),
            watch: &|_| true,
            avif: None,
            jpeg: JpegDecoder::Own,
        }
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("bytes", &self.bytes)
            .field("pixels", &self.pixels)
            .field("animation_pixels", &self.animation_pixels)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

impl Budget<'_> {
    pub(crate) fn check_bytes(&self, bytes: usize) -> Result<(), Error> {
        let bytes = bytes as u64;
        if bytes > self.bytes {
            return Err(Error::TooManyBytes { bytes, limit: self.bytes });
        }
        Ok(())
    }

    pub(crate) fn check_pixels(&self, width: u32, height: u32) -> Result<(), Error> {
        if u64::from(width) * u64::from(height) > self.pixels {
            return Err(Error::TooManyPixels { width, height, limit: self.pixels });
        }
        Ok(())
    }

    pub(crate) fn check_frames(&self, width: u32, height: u32, frames: u32) -> Result<(), Error> {
        if frames > self.frames {
            return Err(Error::TooLong { frames, limit: self.frames });
        }
        let total = u128::from(width) * u128::from(height) * u128::from(frames);
        // A still picture is judged by its pixels alone.
        if frames > 1 && total > u128::from(self.animation_pixels) {
            let limit = self.animation_pixels;
            return Err(Error::TooManyFrames { frames, width, height, limit });
        }
        Ok(())
    }
}

/// A budget being spent: knows when it began and which stage the work is in.
pub(crate) struct Spending<'a> {
    budget: &'a Budget<'a>,
    began: Instant,
    stage: Cell<Stage>,
}

impl<'a> Spending<'a> {
    pub(crate) fn begin(budget: &'a Budget<'a>) -> Self {
        Self { budget, began: Instant::now(), stage: Cell::new(Stage::Decode) }
    }

    /// Names the stage that begins and checks the brake.
    pub(crate) fn enter(&self, stage: Stage) -> Result<(), Error> {
        self.stage.set(stage);
        self.check()
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        // The brake before the clock: when nobody waits any more, that is the reason.
        if !(self.budget.watch)(self.stage.get()) {
            return Err(Error::Stopped);
        }
        if self.began.elapsed() > self.budget.time {
            return Err(Error::OutOfTime);
        }
        Ok(())
    }

    pub(crate) fn avif_decoder(&self) -> Option<DecodeAvif<'a>> {
        self.budget.avif
    }

    pub(crate) fn jpeg_decoder(&self) -> JpegDecoder {
        self.budget.jpeg
    }

    /// What a decoder that holds everything may take.
    pub(crate) fn decoder_bytes(&self) -> u64 {
        self.budget.decoder_bytes
    }

    /// For callbacks that only want to know whether to go on.
    pub(crate) fn go_on(&self) -> bool {
        self.check().is_ok()
    }

    /// A decoder that cannot be interrupted is fed through this: it runs dry when time is up.
    pub(crate) fn reader<'b>(&'b self, bytes: &'b [u8]) -> BudgetedReader<'b> {
        BudgetedReader { spending: self, bytes, at: 0, checked_until: 0 }
    }
}

/// Bytes handed out between two looks at the brake: few enough for a look every millisecond or so.
const CHECK_EVERY: usize = 16 << 10;

/// A cursor over a slice that looks at the brake as it goes.
pub(crate) struct BudgetedReader<'b> {
    spending: &'b Spending<'b>,
    bytes: &'b [u8],
    at: usize,
    checked_until: usize,
}

impl BudgetedReader<'_> {
    #[cold]
    fn look(&mut self) -> io::Result<()> {
        self.checked_until = self.at + CHECK_EVERY;
        self.spending.check().map_err(io::Error::other)
    }
}

impl BufRead for BudgetedReader<'_> {
    #[inline]
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at >= self.checked_until {
            self.look()?;
        }
        let start = self.at.min(self.bytes.len());
        Ok(&self.bytes[start..self.bytes.len().min(self.checked_until)])
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

impl Read for BudgetedReader<'_> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl Seek for BudgetedReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => i128::from(at),
            SeekFrom::End(offset) => self.bytes.len() as i128 + i128::from(offset),
            SeekFrom::Current(offset) => self.at as i128 + i128::from(offset),
        };
        self.at = usize::try_from(at).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        // So that a decoder that jumps back and forth is looked at as often as any other.
        self.checked_until = self.checked_until.min(self.at + CHECK_EVERY);
        Ok(self.at as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifty_megapixels_are_allowed_and_one_row_more_is_not() {
        let budget = Budget::default();
        assert_eq!(budget.check_pixels(10_000, 5_000), Ok(()));
        assert!(matches!(
            budget.check_pixels(10_000, 5_001),
            Err(Error::TooManyPixels { width: 10_000, height: 5_001, limit: 50_000_000 })
        ));
        assert!(budget.check_pixels(u32::MAX, u32::MAX).is_err());
    }

    #[test]
    fn frames_count_against_their_own_limit() {
        let budget = Budget::default();
        assert_eq!(budget.check_frames(1000, 1000, 100), Ok(()));
        assert!(budget.check_frames(1000, 1000, 101).is_err());
        assert_eq!(budget.check_frames(1, 1, 5_000), Ok(()));
        let limit = 5_000;
        assert_eq!(budget.check_frames(1, 1, 5_001), Err(Error::TooLong { frames: 5_001, limit }));
        assert!(budget.check_frames(u32::MAX, u32::MAX, u32::MAX).is_err());
    }

    #[test]
    fn a_reader_runs_dry_when_the_caller_stops() {
        let budget = Budget { watch: &|_| false, ..Budget::default() };
        let spending = Spending::begin(&budget);
        let bytes = vec![0; 100_000];
        let mut sink = Vec::new();
        assert!(spending.reader(&bytes).read_to_end(&mut sink).is_err());
        assert!(sink.is_empty());
    }
}
