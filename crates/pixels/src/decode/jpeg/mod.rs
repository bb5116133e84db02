//! JPEG, shrunk while decoding: a picture that will be reduced anyway is made from its lowest
//! frequencies, at any number of eighths of its size.
//!
//! `baseline` and `progressive` do that for what cameras, phones and web tools write: Huffman
//! codes, three components or one. Everything else, and everything that turns out broken on the
//! way, goes to `whole`, a general decoder that knows halves, quarters and eighths and finds the
//! words for what is wrong.

mod baseline;
mod bits;
mod canvas;
mod coefficients;
mod header;
mod huffman;
mod progressive;
mod rgb;
mod transform;
mod whole;

use super::{Decoded, Wanted, icc};
use crate::Error;
use crate::budget::Spending;
use crate::probe::PictureFacts;
use crate::raster::Raster;

/// How much of the picture is made.
#[derive(Clone, Copy)]
struct Scale {
    eighths: usize,
    /// The result is reduced to half or less: colour needs no more detail than its blocks' means.
    plain_colour: bool,
}

impl Scale {
    /// Whether nothing but the means is used of blocks that have so many samples.
    fn means_only(self, block: (usize, usize)) -> bool {
        block == (1, 1) || (self.eighths == 1 && self.plain_colour)
    }
}

pub(super) fn decode(
    bytes: &[u8],
    facts: &PictureFacts,
    wanted: Wanted,
    spending: &Spending<'_>,
) -> Result<Decoded, Error> {
    let eighths = eighths(facts, wanted);
    if eighths < 8
        && let Some(mut header) = header::read(bytes)
        && (header.width, header.height) == (facts.width, facts.height)
    {
        let plain_colour = facts.width / 16 >= wanted.width && facts.height / 16 >= wanted.height;
        let scale = Scale { eighths: eighths as usize, plain_colour };
        if let Some(raster) = scaled(bytes, &mut header, scale, spending) {
            return Ok(Decoded { raster, profile: icc(header.profile) });
        }
        spending.check()?;
    }
    whole::decode(bytes, facts, wanted, spending)
}

fn scaled(
    bytes: &[u8],
    header: &mut header::Header,
    scale: Scale,
    spending: &Spending<'_>,
) -> Option<Raster> {
    if header.progressive {
        progressive::decode(bytes, header, scale, spending)
    } else {
        baseline::decode(bytes, header, scale, spending)
    }
}

/// The fewest eighths that leave the wanted size.
fn eighths(facts: &PictureFacts, wanted: Wanted) -> u32 {
    let enough = |eighths: &u32| {
        (facts.width * eighths).div_ceil(8) >= wanted.width
            && (facts.height * eighths).div_ceil(8) >= wanted.height
    };
    (1..8).find(enough).unwrap_or(8)
}

#[cfg(test)]
mod tests;
