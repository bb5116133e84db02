//! The seven filters, in Pillow's arithmetic to the bit.
//!
//! A filter is a list of steps, in the order they are applied. Steps that only look at one channel
//! of one pixel are gathered into a table and applied together; the result is the same as one
//! after the other, because each step rounds to a byte on its own.
//!
//! Alpha is never touched. Whether pictures are reduced before or after is the caller's choice.

mod blend;
mod luma;
mod recipe;
mod sharpness;

use fearless_simd::{Level, dispatch};

use crate::raster::{Layout, Raster};
use blend::Tables;
pub use recipe::Filter;
use recipe::Step;

/// The grey levels that contrast steps turn around, in the order they were met. A still starts
/// with none; an animation keeps those of its first frame, so that it does not flicker.
#[derive(Debug, Default, Clone)]
pub(crate) struct Anchors {
    levels: Vec<u8>,
}

/// Applies `filter` to an RGB or RGBA raster.
pub(crate) fn apply(filter: Filter, raster: &mut Raster, anchors: &mut Anchors) {
    let (width, data) = (raster.width as usize, &mut raster.data);
    // Compiled for several levels of instructions; single precision is the same in all of them.
    match raster.layout {
        Layout::Rgb => dispatch!(Level::new(), _ => run::<3>(filter, data, width, anchors)),
        Layout::Rgba => dispatch!(Level::new(), _ => run::<4>(filter, data, width, anchors)),
        Layout::Grey | Layout::Cmyk => {
            unreachable!("colour conversion comes first and leaves RGB or RGBA")
        }
    }
}

/// Applies `filter` to interleaved RGB bytes in place: what [`crate::make_variants`] does to a
/// picture no wider than its largest variant. For callers that bring their own pixels.
pub fn apply_to_rgb(filter: Filter, pixels: &mut [u8], width: u32) {
    let anchors = &mut Anchors::default();
    dispatch!(Level::new(), _ => run::<3>(filter, pixels, width as usize, anchors));
}

#[inline(always)]
fn run<const CHANNELS: usize>(
    filter: Filter,
    data: &mut [u8],
    width: usize,
    anchors: &mut Anchors,
) {
    let mut contrasts = 0;
    let mut pending = Tables::identity();
    for step in filter.steps() {
        match *step {
            Step::Contrast(factor) => {
                if contrasts == anchors.levels.len() {
                    anchors.levels.push(luma::mean::<CHANNELS>(data, &pending));
                }
                pending.then(blend::contrast(anchors.levels[contrasts], factor));
                contrasts += 1;
            }
            Step::Brightness(factor) => pending.then(blend::brightness(factor)),
            Step::Curves { red, green, blue } => pending.then(blend::curves(red, green, blue)),
            Step::Grey => {
                // Steps that look at neighbours or at all channels need the real bytes, so what was
                // gathered is applied first.
                pending.take().apply::<CHANNELS>(data);
                luma::grey::<CHANNELS>(data);
            }
            Step::Colour(factor) => luma::colour::<CHANNELS>(data, &pending.take(), factor),
            Step::Sharpness(factor) => {
                pending.take().apply::<CHANNELS>(data);
                sharpness::sharpen::<CHANNELS>(data, width, factor);
            }
        }
    }
    pending.apply::<CHANNELS>(data);
}
