//! JPEG, shrunk while decoding: a picture that will be reduced anyway is made from its lowest
//! frequencies, at any number of eighths of its size.
//!
//! `scaled` does that for what cameras and phones write: baseline, one scan, three components or
//! one. Everything else, and everything that turns out broken on the way, goes to `whole`, a
//! general decoder that knows halves, quarters and eighths and finds the words for what is wrong.

mod header;
mod huffman;
mod scaled;
mod transform;
mod whole;

use super::{Decoded, Wanted};
use crate::Error;
use crate::budget::Spending;
use crate::probe::PictureFacts;

pub(super) fn decode(
    bytes: &[u8],
    facts: &PictureFacts,
    wanted: Wanted,
    spending: &Spending<'_>,
) -> Result<Decoded, Error> {
    let eighths = eighths(facts, wanted);
    if eighths < 8
        && let Some(header) = header::read(bytes)
        && (header.width, header.height) == (facts.width, facts.height)
        && let Some(decoded) = scaled::decode(bytes, &header, eighths, spending)?
    {
        return Ok(decoded);
    }
    whole::decode(bytes, facts, wanted, spending)
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
