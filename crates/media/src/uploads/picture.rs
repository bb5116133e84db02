//! From the bytes of a picture to its files.

use std::time::Duration;

use bytes::Bytes;
use pixels::{Budget, Error, Filter, Stage, make_variants};
use xxhash_rust::xxh3::xxh3_64;

use super::MadeFile;
use super::receive::MOST_PICTURE_BYTES;
use crate::MediaError;
use crate::decoder::Decoder;
use crate::picture_pool::Wanted;

/// Frames count together. Measured: noise, the worst there is, takes a quarter of a second for a
/// million of them, so that no animation takes more than five seconds.
const MOST_ANIMATION_PIXELS: u64 = 20_000_000;
const MOST_TIME: Duration = Duration::from_secs(20);

/// What was made of a picture: its files with their bytes, and its placeholder.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) files: Vec<(MadeFile, Bytes)>,
    pub(crate) placeholder: String,
}

/// What one picture may cost, and how it learns that nobody waits for it.
pub(crate) fn budget<'a>(
    watch: &'a (dyn Fn(Stage) -> bool + Sync),
    avif: pixels::DecodeAvif<'a>,
    jpeg: pixels::JpegDecoder,
) -> Budget<'a> {
    Budget {
        bytes: MOST_PICTURE_BYTES,
        animation_pixels: MOST_ANIMATION_PIXELS,
        time: MOST_TIME,
        watch,
        avif: Some(avif),
        jpeg,
        ..Budget::default()
    }
}

/// Blocks; called by a worker of the pool.
pub(crate) fn make_files(
    bytes: &[u8],
    stem: &str,
    filter: Filter,
    decoder: &Decoder,
    wanted: &Wanted,
) -> Result<Made, MediaError> {
    let watch = |_| wanted.still();
    let avif = |bytes: &[u8], go_on: &dyn Fn() -> bool| decoder.decode(bytes, go_on);
    let made = make_variants(bytes, filter, &budget(&watch, &avif, decoder.jpeg)).inspect_err(
        |error| {
            // The fault of a library, not of the sender. It is refused like any other, but we want to
            // know.
            if matches!(error, Error::Panicked { .. }) {
                tracing::warn!(%error, "a decoder failed on a picture");
            }
        },
    )?;
    let files = made.variants.into_iter().map(|variant| {
        let file = match variant.name {
            pixels::VariantName::Full => format!("{stem}.webp"),
            name => format!("{stem}_{}.webp", name.width()),
        };
        let made = MadeFile {
            variant: variant.name.name().to_owned(),
            file,
            media_type: "image/webp".to_owned(),
            width: variant.width,
            height: variant.height,
            bytes: variant.bytes.len() as u64,
            hash: xxh3_64(&variant.bytes),
        };
        (made, Bytes::from(variant.bytes))
    });
    Ok(Made { files: files.collect(), placeholder: made.placeholder })
}
