//! Any JPEG, at an eighth, a quarter, a half or the whole of its size: progressive, inks, and what
//! the quicker decoder next door does not know.

use jpeg_decoder::{Decoder, PixelFormat};

use super::header::Header;
use crate::Error;
use crate::budget::Spending;
use crate::decoded::{Decoded, Wanted, icc};
use crate::probe::{Format, PictureFacts};
use crate::raster::{Layout, Raster};

pub(super) fn decode(
    bytes: &[u8],
    facts: &PictureFacts,
    wanted: Wanted,
    spending: &Spending<'_>,
) -> Result<Decoded, Error> {
    let wrong = |error: jpeg_decoder::Error| Error::malformed(Format::Jpeg, error);
    let mut decoder = Decoder::new(spending.reader(bytes));
    decoder.read_info().map_err(wrong)?;
    let found = decoder.info().ok_or_else(|| Error::malformed(Format::Jpeg, "no header"))?;
    // Two headers are how a decoder is made to allocate more than was judged.
    if (u32::from(found.width), u32::from(found.height)) != (facts.width, facts.height) {
        return Err(Error::malformed(Format::Jpeg, "two headers disagree about the size"));
    }
    let eighths = eighths(facts, wanted);
    let scaled = |side: u32| u16::try_from((side * eighths).div_ceil(8)).unwrap_or(u16::MAX);
    // The decoder accepts the first scale at which either side suffices; asking for a height that
    // no picture has leaves the decision to the width.
    let (width, height) = decoder.scale(scaled(facts.width), u16::MAX).map_err(wrong)?;
    let data = decoder.decode().map_err(wrong)?;
    let layout = match found.pixel_format {
        PixelFormat::L8 => Layout::Grey,
        PixelFormat::RGB24 => Layout::Rgb,
        // Adobe's inverted inks are put right by the decoder.
        PixelFormat::CMYK32 => Layout::Cmyk,
        PixelFormat::L16 => {
            return Err(Error::malformed(Format::Jpeg, "lossless JPEG is not taken"));
        }
    };
    let (width, height) = (u32::from(width), u32::from(height));
    if data.len() != width as usize * height as usize * layout.channels() {
        return Err(Error::malformed(Format::Jpeg, "fewer pixels than the header promises"));
    }
    let profile = icc(decoder.icc_profile());
    Ok(Decoded { raster: Raster::new(width, height, layout, data), profile })
}

/// About what a progressive picture takes here: all coefficients, the samples and the pixels.
pub(super) fn bytes_of_progressive(facts: &PictureFacts, wanted: Wanted, header: &Header) -> u64 {
    let [first, others @ ..] = &header.components[..] else { return 0 };
    let pixels = u64::from(facts.width) * u64::from(facts.height);
    let finest = (first.across * first.down) as u64;
    let coefficients = pixels + others.len() as u64 * pixels / finest;
    let eighths = u64::from(eighths(facts, wanted));
    let samples = coefficients * eighths * eighths / 64;
    let made = pixels * header.components.len() as u64 * eighths * eighths / 64;
    2 * coefficients + samples + made
}

/// The smallest of 1, 2, 4 and 8 eighths that leaves the wanted size.
pub(super) fn eighths(facts: &PictureFacts, wanted: Wanted) -> u32 {
    let enough = |eighths: &u32| {
        (facts.width * eighths).div_ceil(8) >= wanted.width
            && (facts.height * eighths).div_ceil(8) >= wanted.height
    };
    [1, 2, 4].into_iter().find(enough).unwrap_or(8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orient::Orientation;

    #[test]
    fn the_scale_never_falls_below_what_is_wanted() {
        let facts = |width, height| PictureFacts {
            format: Format::Jpeg,
            width,
            height,
            frames: 1,
            orientation: Orientation::Upright,
        };
        for (width, height, wanted, expected) in [
            (6000, 4000, (2048, 1365), 4),
            (4032, 3024, (2048, 1536), 8),
            (4096, 3072, (2048, 1536), 4),
            (6000, 4000, (200, 133), 1),
            (1000, 700, (1000, 700), 8),
        ] {
            let wanted = Wanted { width: wanted.0, height: wanted.1 };
            assert_eq!(eighths(&facts(width, height), wanted), expected, "{width}x{height}");
        }
    }
}
