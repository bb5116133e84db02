//! Bytes to pixels, one file per format.
//!
//! A decoder is told the size the largest result will have, and may stop at any larger size that
//! is cheaper to make: JPEG by its frequencies, PNG by averaging rows as they come. It leaves
//! turning and colour conversion to others, and only hands over the profile it found.

mod animation;
mod average;
mod avif;
mod frames;
mod gif;
mod jpeg;
mod png;
mod webp;

pub(crate) use animation::open as open_animation;
pub(crate) use jpeg::{by_library as jpeg_by_library, by_ours as jpeg_by_ours};

use crate::avif::AvifPicture;
use crate::budget::{Spending, Stage};
use crate::decoded::{Decoded, Wanted};
use crate::error::Error;
use crate::facts::{Format, PictureFacts};
use crate::guard::catching;

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
        Format::Avif => decode_avif(bytes, spending).and_then(|picture| picture.expect(facts)),
        Format::Gif => gif::first_frame(bytes, facts, spending),
        Format::Mp4 | Format::WebM => Err(Error::Unsupported),
    });
    // A decoder that ran dry because of the brake reports a broken file; the brake knows better.
    spending.check()?;
    decoded
}

fn decode_avif(bytes: &[u8], spending: &Spending<'_>) -> Result<AvifPicture, Error> {
    let go_on = || spending.go_on();
    match spending.avif_decoder() {
        Some(decode) => decode(bytes, &go_on),
        None => decode_avif_here(bytes, &go_on),
    }
}

pub(crate) fn decode_avif_here(
    bytes: &[u8],
    go_on: &dyn Fn() -> bool,
) -> Result<AvifPicture, Error> {
    catching("decoder", || avif::decode(bytes, go_on).map(AvifPicture::new))
}
