//! What only tests ask: the pixels themselves, before they become files.

use crate::budget::{Budget, Spending};
use crate::decode::{jpeg_by_library as by_library, jpeg_by_ours as by_ours};
use crate::error::Error;
use crate::guard::catching;
use crate::probe::probe_picture;
use crate::raster::Raster;
use crate::resize::Reducer;
use crate::variants;

/// Pixels of eight bits a channel, row after row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub data: Vec<u8>,
}

impl From<Raster> for Pixels {
    fn from(Raster { width, height, data, .. }: Raster) -> Self {
        Self { width, height, data }
    }
}

/// A picture reduced to a share of its size, upright and in sRGB, as variants are made from it.
pub fn reduced(bytes: &[u8], divisor: u32, budget: &Budget<'_>) -> Result<Pixels, Error> {
    let facts = probe_picture(bytes, budget)?;
    let (width, height) = facts.upright_size();
    let size = (width.div_ceil(divisor), height.div_ceil(divisor));
    let spending = Spending::begin(budget);
    let made = catching("pipeline", || {
        variants::upright(bytes, &facts, size, &mut Reducer::default(), &spending)
    });
    made.map(Pixels::from)
}

/// What our decoder makes of a JPEG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JpegByOurs {
    pub pixels: Pixels,
    /// Blocks of brightness for one of colour, across and down.
    pub sampling: (usize, usize),
    /// Whether the library's understands by this file what ours does.
    pub orderly: bool,
}

/// A JPEG at so many eighths of its size, of colour only the means if it says so; none where ours leaves it to
/// the library.
pub fn jpeg_by_ours(
    bytes: &[u8],
    eighths: u32,
    plain_colour: bool,
    budget: &Budget<'_>,
) -> Option<JpegByOurs> {
    let made = by_ours(bytes, eighths, plain_colour, budget)?;
    let (pixels, sampling, orderly) = (made.raster.into(), made.sampling, made.orderly);
    Some(JpegByOurs { pixels, sampling, orderly })
}

/// The same by the library, which knows one, two, four and eight of them.
pub fn jpeg_by_library(bytes: &[u8], eighths: u32, budget: &Budget<'_>) -> Option<Pixels> {
    by_library(bytes, eighths, budget).map(Pixels::from)
}
