//! GIF frames painted onto their canvas, with the three ways a frame can leave it behind.

use ::gif::{
    ColorOutput, DecodeOptions, Decoder, DecodingError, DisposalMethod, MemoryLimit, Repeat,
};

use super::frames::{Animation, Frame};
use crate::Error;
use crate::budget::{BudgetedReader, Spending};
use crate::decoded::{Decoded, Profile};
use crate::probe::{Format, PictureFacts};
use crate::raster::{Layout, Raster};

/// Browsers show anything faster than this at this.
const SHORTEST_FRAME: u16 = 2;
const USUAL_FRAME: u16 = 10;

pub(super) fn first_frame(
    bytes: &[u8],
    facts: &PictureFacts,
    spending: &Spending<'_>,
) -> Result<Decoded, Error> {
    let frame = GifAnimation::open(bytes, facts, spending)?.next_frame()?;
    let frame = frame.ok_or_else(|| Error::malformed(Format::Gif, "no frame"))?;
    Ok(Decoded { raster: frame.raster, profile: Profile::Srgb })
}

pub(super) struct GifAnimation<'a> {
    decoder: Decoder<BudgetedReader<'a>>,
    canvas: Raster,
    /// What the frame just shown wants done before the next is painted.
    leave: Leave,
    started: bool,
}

enum Leave {
    AsItIs,
    Cleared(Area),
    Restored(Vec<u8>),
}

#[derive(Clone, Copy)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl<'a> GifAnimation<'a> {
    pub(super) fn open(
        bytes: &'a [u8],
        facts: &PictureFacts,
        spending: &'a Spending<'a>,
    ) -> Result<Self, Error> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        // A frame is one byte a pixel and, by the probe, no larger than the canvas.
        let pixels = u64::from(facts.width) * u64::from(facts.height);
        let limit = (pixels + (1 << 20)).try_into().expect("a megabyte more than something");
        options.set_memory_limit(MemoryLimit::Bytes(limit));
        let decoder = options.read_info(spending.reader(bytes)).map_err(wrong)?;
        let data = vec![0; facts.width as usize * facts.height as usize * 4];
        let canvas = Raster::new(facts.width, facts.height, Layout::Rgba, data);
        Ok(Self { decoder, canvas, leave: Leave::AsItIs, started: false })
    }

    fn clear_up(&mut self) {
        match std::mem::replace(&mut self.leave, Leave::AsItIs) {
            Leave::AsItIs => {}
            Leave::Restored(before) => self.canvas.data = before,
            Leave::Cleared(area) => {
                let row_bytes = self.canvas.row_bytes();
                for y in area.top..area.bottom {
                    let row = &mut self.canvas.data[y * row_bytes..][..row_bytes];
                    row[area.left * 4..area.right * 4].fill(0);
                }
            }
        }
    }
}

fn wrong(error: DecodingError) -> Error {
    Error::malformed(Format::Gif, error)
}

impl Animation for GifAnimation<'_> {
    fn profile(&self) -> &Profile {
        &Profile::Srgb
    }

    fn loops(&self) -> u16 {
        match self.decoder.repeat() {
            Repeat::Infinite => 0,
            // The file counts repetitions after the first showing.
            Repeat::Finite(times) => times.saturating_add(1),
        }
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, Error> {
        // Before the next frame is read: what the last one leaves behind is decided by that one.
        self.clear_up();
        let global = self.decoder.global_palette().map(<[u8]>::to_vec);
        let frame = match self.decoder.read_next_frame() {
            Ok(Some(frame)) => frame,
            Ok(None) => return Ok(None),
            // A file cut in the middle still shows what came before, as browsers do.
            Err(_) if self.started => return Ok(None),
            Err(error) => return Err(wrong(error)),
        };
        self.started = true;
        let palette = frame.palette.as_deref().or(global.as_deref()).unwrap_or_default();
        let (width, height) = (self.canvas.width as usize, self.canvas.height as usize);
        let area = Area {
            left: usize::from(frame.left).min(width),
            top: usize::from(frame.top).min(height),
            right: (usize::from(frame.left) + usize::from(frame.width)).min(width),
            bottom: (usize::from(frame.top) + usize::from(frame.height)).min(height),
        };
        let leave = match frame.dispose {
            DisposalMethod::Background => Leave::Cleared(area),
            // The whole canvas is copied, which the limit on the pixels of an animation bounds.
            DisposalMethod::Previous => Leave::Restored(self.canvas.data.clone()),
            DisposalMethod::Any | DisposalMethod::Keep => Leave::AsItIs,
        };
        paint(&mut self.canvas, frame, area, palette);
        let hundredths = if frame.delay < SHORTEST_FRAME { USUAL_FRAME } else { frame.delay };
        self.leave = leave;
        let milliseconds = u32::from(hundredths) * 10;
        Ok(Some(Frame { raster: self.canvas.clone(), milliseconds }))
    }
}

fn paint(canvas: &mut Raster, frame: &::gif::Frame<'_>, area: Area, palette: &[u8]) {
    let row_bytes = canvas.row_bytes();
    let (colours, _) = palette.as_chunks::<3>();
    let rows = frame.buffer.chunks_exact(usize::from(frame.width).max(1));
    for (y, indexes) in (area.top..area.bottom).zip(rows) {
        let row = &mut canvas.data[y * row_bytes..][area.left * 4..area.right * 4];
        for (pixel, index) in row.as_chunks_mut::<4>().0.iter_mut().zip(indexes) {
            if frame.transparent != Some(*index)
                && let Some([red, green, blue]) = colours.get(usize::from(*index))
            {
                *pixel = [*red, *green, *blue, 255];
            }
        }
    }
}
