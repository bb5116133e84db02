//! AVIF: the coded picture and its alpha through rav1d, a translation of dav1d to Rust.
//!
//! Its functions are declared for C, and a panic inside such a function ends the process instead
//! of unwinding: the one decoder whose panic cannot be caught. It is chosen all the same, because
//! it is the one fuzzed for years, permissively licensed, and built by `cargo` alone. A service
//! runs it in a process of its own ([`crate::Budget::avif`]).

mod planes;

use re_rav1d::dav1d::{Decoder, Error as CodecError, Picture, Settings};

use crate::Error;
use crate::decoded::{Decoded, LONGEST_PROFILE, Profile};
use crate::probe::{AvifColour, AvifFacts, Format, PictureFacts, read_avif};
use crate::raster::{Layout, Raster};
use planes::Matrix;

pub(crate) fn decode(bytes: &[u8], go_on: &dyn Fn() -> bool) -> Result<Decoded, Error> {
    let avif = read_avif(bytes)?;
    let facts = &avif.picture();
    let picture = picture(bytes, &avif.primary, facts)?;
    // Between the expensive steps, as the decoder itself cannot be interrupted.
    if !go_on() {
        return Err(Error::Stopped);
    }
    let (mut primaries, mut transfer, mut matrix, mut full_range) = (
        picture.color_primaries() as u8,
        picture.transfer_characteristic() as u8,
        picture.matrix_coefficients() as u16,
        picture.color_range() == re_rav1d::dav1d::pixel::YUVRange::Full,
    );
    let mut profile = None;
    for colour in &avif.colours {
        match colour {
            AvifColour::Icc(range) if range.len() <= LONGEST_PROFILE => {
                profile = bytes.get(range.clone()).map(|icc| Profile::Icc(icc.to_vec()));
            }
            AvifColour::Icc(_) => {}
            AvifColour::Coded {
                primaries: named,
                transfer: curve,
                matrix: mix,
                full_range: full,
            } => {
                primaries = u8::try_from(*named).unwrap_or(2);
                transfer = u8::try_from(*curve).unwrap_or(2);
                (matrix, full_range) = (*mix, *full);
            }
        }
    }
    let matrix = Matrix::new(matrix, full_range, picture.bit_depth());
    let mut raster = planes::to_rgb(&picture, matrix);
    drop(picture);
    if !go_on() {
        return Err(Error::Stopped);
    }
    if let Some(alpha) = &avif.alpha {
        raster = with_alpha(raster, bytes, alpha, &avif, facts)?;
    }
    // sRGB by number, or nothing said: both are sRGB.
    let profile = profile.unwrap_or(match (primaries, transfer) {
        (1 | 2, 1 | 2 | 6 | 13) => Profile::Srgb,
        _ => Profile::Coded { primaries, transfer },
    });
    Ok(Decoded { raster, profile })
}

/// Decodes one item to a picture of the size the container promised.
fn picture(
    bytes: &[u8],
    ranges: &[std::ops::Range<usize>],
    facts: &PictureFacts,
) -> Result<Picture, Error> {
    let wrong = |error: CodecError| Error::malformed(Format::Avif, error);
    let mut data = Vec::new();
    for range in ranges {
        data.extend_from_slice(bytes.get(range.clone()).unwrap_or_default());
    }
    if data.is_empty() {
        return Err(Error::malformed(Format::Avif, "no coded picture"));
    }
    let mut settings = Settings::new();
    // One thread and no frame ahead: a still has no second frame, and the budget is for one thread.
    settings.set_n_threads(1);
    settings.set_max_frame_delay(1);
    settings.set_all_layers(false);
    // The codec's own header may claim another size than the container: it gets no more room.
    settings.set_frame_size_limit(facts.width.saturating_mul(facts.height));
    let mut decoder = Decoder::with_settings(&settings).map_err(wrong)?;
    match decoder.send_data(data, None, None, None) {
        Ok(()) | Err(CodecError::Again) => {}
        Err(error) => return Err(wrong(error)),
    }
    let picture = decoder.get_picture().map_err(wrong)?;
    if (picture.width(), picture.height()) != (facts.width, facts.height) {
        return Err(Error::malformed(
            Format::Avif,
            "container and picture disagree about the size",
        ));
    }
    Ok(picture)
}

fn with_alpha(
    raster: Raster,
    bytes: &[u8],
    ranges: &[std::ops::Range<usize>],
    avif: &AvifFacts,
    facts: &PictureFacts,
) -> Result<Raster, Error> {
    let picture = picture(bytes, ranges, facts)?;
    let full_range = picture.color_range() == re_rav1d::dav1d::pixel::YUVRange::Full;
    let levels = planes::to_levels(&picture, full_range);
    drop(picture);
    let mut data = Vec::with_capacity(levels.len() * 4);
    for ([red, green, blue], alpha) in raster.data.as_chunks::<3>().0.iter().zip(levels) {
        // Colour was multiplied with alpha. Where alpha is zero there is nothing to divide by.
        let straight = |value: u8| match (avif.premultiplied, alpha) {
            (true, 1..) => (u32::from(value) * 255 / u32::from(alpha)).min(255) as u8,
            _ => value,
        };
        data.extend([straight(*red), straight(*green), straight(*blue), alpha]);
    }
    Ok(Raster::new(raster.width, raster.height, Layout::Rgba, data))
}
