//! JPEG, shrunk while decoding: a picture that will be reduced anyway is made from its lowest
//! frequencies, at any number of eighths of its size.
//!
//! `baseline` and `progressive` do that for what cameras, phones and web tools write: Huffman
//! codes, three components or one. Everything else, and everything that turns out broken on the
//! way, goes to `whole`, a general decoder that knows halves, quarters and eighths and finds the
//! words for what is wrong.

mod asked;
mod baseline;
mod bits;
mod canvas;
mod coefficients;
mod corrections;
mod header;
mod huffman;
mod progressive;
mod rgb;
mod scale;
mod transform;
mod whole;

pub(crate) use asked::{by_library, by_ours};
use fearless_simd::Level;

use crate::Error;
use crate::budget::{JpegDecoder, Spending};
use crate::decoded::{Decoded, Wanted, icc};
use crate::probe::{Format, PictureFacts};
use crate::raster::Raster;
use crate::rows::LARGE;
use scale::{Scale, Trouble};

pub(super) fn decode(
    bytes: &[u8],
    facts: &PictureFacts,
    wanted: Wanted,
    spending: &Spending<'_>,
) -> Result<Decoded, Error> {
    if spending.jpeg_decoder() == JpegDecoder::Library {
        return whole::decode(bytes, facts, wanted, spending);
    }
    let eighths = eighths(facts, wanted);
    if (eighths < 8 || reduced_on_the_way(facts, wanted))
        && let Some(mut header) = header::read(bytes)
        // The quick reader and the probe have to agree: what the budget has judged is what is
        // decoded.
        && (header.width, header.height) == (facts.width, facts.height)
    {
        let plain_colour = facts.width / 16 >= wanted.width && facts.height / 16 >= wanted.height;
        let eighths = eighths as usize;
        let scale = Scale { eighths, plain_colour, wanted, level: Level::new() };
        let trouble = match scaled(bytes, &mut header, scale, spending) {
            Ok(raster) => return Ok(Decoded { raster, profile: icc(header.profile) }),
            Err(trouble) => trouble,
        };
        // A brake that was pulled looks like damage from inside.
        spending.check()?;
        // The general decoder would hold all coefficients of a large file, only to find words for
        // what is wrong.
        if header.progressive
            && trouble == Trouble::Damaged
            && whole::bytes_of_progressive(facts, wanted, &header) > spending.decoder_bytes()
        {
            return Err(Error::malformed(Format::Jpeg, "a scan is damaged or cut off"));
        }
    }
    whole::decode(bytes, facts, wanted, spending)
}

/// Whether it is hardly reduced and so large that it must not be in memory whole.
fn reduced_on_the_way(facts: &PictureFacts, wanted: Wanted) -> bool {
    let bytes = facts.width as usize * facts.height as usize * 3;
    bytes > LARGE && (facts.width, facts.height) != (wanted.width, wanted.height)
}

fn scaled(
    bytes: &[u8],
    header: &mut header::Header,
    scale: Scale,
    spending: &Spending<'_>,
) -> Result<Raster, Trouble> {
    if header.progressive {
        progressive::decode(bytes, header, scale, spending)
    } else {
        baseline::decode(bytes, header, scale, spending).ok_or(Trouble::Unusual)
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
