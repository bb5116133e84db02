//! WebP, lossy and lossless, still and animated, by a decoder in safe Rust.

use image_webp::{DecodingError, LoopCount, WebPDecoder};

use super::frames::{Animation, Frame};
use crate::Error;
use crate::budget::{BudgetedReader, Spending};
use crate::decoded::{Decoded, Profile, icc};
use crate::probe::Format;
use crate::raster::{Layout, Raster};

pub(super) fn decode(bytes: &[u8], spending: &Spending<'_>) -> Result<Decoded, Error> {
    let mut decoder = WebPDecoder::new(spending.reader(bytes)).map_err(wrong)?;
    let profile = profile(&mut decoder)?;
    let mut raster = blank(&decoder)?;
    decoder.read_image(&mut raster.data).map_err(wrong)?;
    Ok(Decoded { raster, profile })
}

fn wrong(error: DecodingError) -> Error {
    Error::malformed(Format::WebP, error)
}

fn profile(decoder: &mut WebPDecoder<BudgetedReader<'_>>) -> Result<Profile, Error> {
    Ok(icc(decoder.icc_profile().map_err(wrong)?))
}

/// Room for one picture; `probe` has already held its size against the budget.
fn blank(decoder: &WebPDecoder<BudgetedReader<'_>>) -> Result<Raster, Error> {
    let (width, height) = decoder.dimensions();
    let layout = if decoder.has_alpha() { Layout::Rgba } else { Layout::Rgb };
    let size = decoder
        .output_buffer_size()
        .ok_or_else(|| Error::malformed(Format::WebP, "larger than memory"))?;
    Ok(Raster::new(width, height, layout, vec![0; size]))
}

pub(super) struct WebPAnimation<'a> {
    decoder: WebPDecoder<BudgetedReader<'a>>,
    profile: Profile,
    left: u32,
}

impl<'a> WebPAnimation<'a> {
    pub(super) fn open(bytes: &'a [u8], spending: &'a Spending<'a>) -> Result<Self, Error> {
        let mut decoder = WebPDecoder::new(spending.reader(bytes)).map_err(wrong)?;
        if !decoder.is_animated() {
            return Err(Error::malformed(Format::WebP, "frames without an animation"));
        }
        // What the first frame does not cover is see-through, as browsers show it.
        if decoder.has_alpha() {
            decoder.set_background_color([0; 4]).map_err(wrong)?;
        }
        let profile = profile(&mut decoder)?;
        let left = decoder.num_frames();
        Ok(Self { decoder, profile, left })
    }
}

impl Animation for WebPAnimation<'_> {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn loops(&self) -> u16 {
        match self.decoder.loop_count() {
            LoopCount::Forever => 0,
            LoopCount::Times(times) => times.get(),
        }
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut raster = blank(&self.decoder)?;
        let milliseconds = self.decoder.read_frame(&mut raster.data).map_err(wrong)?;
        Ok(Some(Frame { raster, milliseconds }))
    }
}
