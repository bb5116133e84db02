//! What only tests ask: the pixels themselves, before they become files.

use crate::budget::{Budget, Spending};
use crate::decode::jpeg_by_both;
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

/// A JPEG as our decoder and as the library's reads it, whole; none where they are not to be compared.
pub fn jpeg_by_both_decoders(bytes: &[u8], budget: &Budget<'_>) -> Option<(Pixels, Pixels)> {
    let (own, library) = jpeg_by_both(bytes, budget)?;
    Some((own.into(), library.into()))
}
