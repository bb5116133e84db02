//! Bytes to pixels, one file per format.
//!
//! A decoder is told the size the largest result will have, and may stop at any larger size that
//! is cheaper to make: JPEG by its frequencies, PNG by averaging rows as they come. It leaves
//! turning and colour conversion to others, and only hands over the profile it found.

mod animation;
mod average;
pub(crate) mod avif;
mod gif;
mod jpeg;
mod png;
mod webp;

pub(crate) use animation::open as open_animation;

use crate::Error;
use crate::budget::{Spending, Stage};
use crate::guard::catching;
use crate::probe::{Format, PictureFacts};
use crate::raster::Raster;

/// The size, as stored, that the decoded picture will be reduced to; it need not be decoded larger.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// What the numbers of a picture mean.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Profile {
    Srgb,
    Icc(Vec<u8>),
    /// Primaries and transfer by their ITU-T H.273 numbers.
    Coded {
        primaries: u8,
        transfer: u8,
    },
}

#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) raster: Raster,
    pub(crate) profile: Profile,
}

/// Profiles beyond this are not looked at: printers' are about two megabytes.
pub(crate) const LONGEST_PROFILE: usize = 4 << 20;

fn icc(profile: Option<Vec<u8>>) -> Profile {
    match profile {
        Some(profile) if profile.len() <= LONGEST_PROFILE => Profile::Icc(profile),
        _ => Profile::Srgb,
    }
}

/// The picture, or an animation's first frame.
pub(crate) fn still(
    bytes: &[u8],
    facts: &PictureFacts,
    wanted: Wanted,
    spending: &Spending<'_>,
) -> Result<Decoded, Error> {
    spending.enter(Stage::Decode)?;
    let decoded = catching("decoder", || match facts.format {
        Format::Jpeg => jpeg::decode(bytes, facts, wanted, spending),
        Format::Png => png::decode(bytes, wanted, spending),
        Format::WebP => webp::decode(bytes, spending),
        Format::Avif => spending.decode_avif(bytes).and_then(|picture| picture.expect(facts)),
        Format::Gif => gif::first_frame(bytes, facts, spending),
        Format::Mp4 | Format::WebM => Err(Error::Unsupported),
    });
    // A decoder that ran dry because of the brake reports a broken file; the brake knows better.
    spending.check()?;
    decoded
}
