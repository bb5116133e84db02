//! PNG, row by row: palette, grey, alpha and sixteen bits all become eight-bit grey, RGB or RGBA.
//!
//! Text chunks are not inflated. A profile is, within the limit below. Of an APNG the still picture
//! is taken.

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader, Transformations};

use super::average::Averager;
use crate::Error;
use crate::budget::{BudgetedReader, Spending};
use crate::decoded::{Decoded, LONGEST_PROFILE, Wanted, icc};
use crate::probe::Format;
use crate::raster::{Layout, Raster};

/// What the decoder may allocate besides rows: room for the longest profile and its own tables.
const SCRATCH: usize = 2 * LONGEST_PROFILE;

pub(super) fn decode(
    bytes: &[u8],
    wanted: Wanted,
    spending: &Spending<'_>,
) -> Result<Decoded, Error> {
    let mut decoder = Decoder::new_with_limits(spending.reader(bytes), Limits { bytes: SCRATCH });
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(wrong)?;
    let (colours, depth) = reader.output_color_type();
    if depth != BitDepth::Eight {
        return Err(Error::malformed(Format::Png, "a bit depth that does not expand to eight"));
    }
    let (width, height) = reader.info().size();
    let profile = icc(reader.info().icc_profile.as_ref().map(|profile| profile.to_vec()));
    let raster = if reader.info().interlaced {
        whole(&mut reader, width, height, colours)?
    } else {
        // Boxes that leave at least the wanted size. The rest is for the better filter.
        let factor = (width / wanted.width.max(1)).min(height / wanted.height.max(1)).max(1);
        let mut averager = Averager::new(width, height, layout(colours), factor, wanted);
        let mut rows = 0;
        while let Some(row) = reader.next_row().map_err(wrong)? {
            match colours {
                ColorType::GrayscaleAlpha => averager.push(&with_colour(row.data())),
                _ => averager.push(row.data()),
            }
            rows += 1;
        }
        // The missing rows would be left black.
        if rows != height {
            return Err(Error::malformed(Format::Png, "fewer rows than the header promises"));
        }
        averager.finish()
    };
    Ok(Decoded { raster, profile })
}

fn wrong(error: DecodingError) -> Error {
    Error::malformed(Format::Png, error)
}

/// Interlaced pictures come in seven passes over the whole area, so they are held whole.
fn whole(
    reader: &mut Reader<BudgetedReader<'_>>,
    width: u32,
    height: u32,
    colours: ColorType,
) -> Result<Raster, Error> {
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| Error::malformed(Format::Png, "larger than memory"))?;
    let mut data = vec![0; size];
    reader.next_frame(&mut data).map_err(wrong)?;
    if colours == ColorType::GrayscaleAlpha {
        data = with_colour(&data);
    }
    Ok(Raster::new(width, height, layout(colours), data))
}

fn layout(colours: ColorType) -> Layout {
    match colours {
        ColorType::Grayscale => Layout::Grey,
        // Expanding never leaves indexes.
        ColorType::Rgb | ColorType::Indexed => Layout::Rgb,
        ColorType::GrayscaleAlpha | ColorType::Rgba => Layout::Rgba,
    }
}

fn with_colour(grey_alpha: &[u8]) -> Vec<u8> {
    let (pixels, _) = grey_alpha.as_chunks::<2>();
    pixels.iter().flat_map(|[grey, alpha]| [*grey, *grey, *grey, *alpha]).collect()
}
