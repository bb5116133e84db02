//! The page's picture, cut to its place on the card.

use std::io::Cursor;

use image_webp::WebPDecoder;
use scaling::{Channels, Part, Scaler, Source, Target};

use crate::colours::PAPER;

/// Larger than any variant that the site makes.
const MOST_PIXELS: u64 = 16_000_000;

pub(crate) struct Pixels {
    pub(crate) rgb: Vec<u8>,
}

/// Fills a place of that size; what does not fit is cut off, away from the focus. `None` for what
/// is no picture that can be read.
pub(crate) fn read(bytes: &[u8], width: u32, height: u32, focus: (f64, f64)) -> Option<Pixels> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).ok()?;
    let (from_width, from_height) = decoder.dimensions();
    // Before memory is taken for it.
    if from_width == 0 || u64::from(from_width) * u64::from(from_height) > MOST_PIXELS {
        return None;
    }
    let mut pixels = vec![0; decoder.output_buffer_size()?];
    decoder.read_image(&mut pixels).ok()?;
    let rgb = if decoder.has_alpha() { on_paper(&pixels) } else { pixels };
    let mut cut = vec![0; width as usize * height as usize * 3];
    let source = Source { width: from_width, height: from_height, pixels: &rgb };
    let target = Target { width, height, pixels: &mut cut };
    let focus = (focus.0.clamp(0.0, 1.0), focus.1.clamp(0.0, 1.0));
    Scaler::default().scale(Channels::Three, source, Part::Around { focus }, target).ok()?;
    Some(Pixels { rgb: cut })
}

/// A picture in WebP as red, green, blue, of that size: see [`read`].
pub fn cut_picture(bytes: &[u8], width: u32, height: u32, focus: (f64, f64)) -> Option<Vec<u8>> {
    read(bytes, width, height, focus).map(|pixels| pixels.rgb)
}

fn on_paper(rgba: &[u8]) -> Vec<u8> {
    let blend = |channel: u8, paper: u8, alpha: u8| {
        let (channel, paper, alpha) = (u32::from(channel), u32::from(paper), u32::from(alpha));
        ((channel * alpha + paper * (255 - alpha) + 127) / 255) as u8
    };
    rgba.chunks_exact(4)
        .flat_map(|pixel| [0, 1, 2].map(|side| blend(pixel[side], PAPER[side], pixel[3])))
        .collect()
}
