//! The blurred picture shown while the real one loads: a ThumbHash of about 25 bytes, as base64.

use crate::raster::{Layout, Raster};
use crate::resize::{Reducer, height_for};

/// The format's own limit on either side.
const LONGEST_SIDE: u32 = 100;

/// `raster` is RGB or RGBA, of any size; small ones are cheaper.
pub(crate) fn placeholder(raster: &Raster) -> String {
    let small = reduce(raster);
    let rgba: Vec<u8> = match small.layout {
        Layout::Rgba => small.data,
        _ => {
            let (pixels, _) = small.data.as_chunks::<3>();
            pixels.iter().flat_map(|[red, green, blue]| [*red, *green, *blue, 255]).collect()
        }
    };
    let hash = thumbhash::rgba_to_thumb_hash(small.width as usize, small.height as usize, &rgba);
    base64(&hash)
}

fn reduce(raster: &Raster) -> Raster {
    let (width, height) = (raster.width, raster.height);
    if width <= LONGEST_SIDE && height <= LONGEST_SIDE {
        return raster.clone();
    }
    let (width, height) = if width >= height {
        (LONGEST_SIDE, height_for(LONGEST_SIDE, (width, height)))
    } else {
        (height_for(LONGEST_SIDE, (height, width)), LONGEST_SIDE)
    };
    Reducer::default().reduce(raster, width, height)
}

/// Standard alphabet, padded.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - group.len()));
        for place in 0..4 {
            let sextet = bits >> (18 - 6 * place) & 63;
            text.push(if place > group.len() {
                '='
            } else {
                char::from(ALPHABET[sextet as usize])
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_the_standard_one() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn every_shape_has_a_placeholder() {
        for (width, height) in [(1, 1), (100, 100), (400, 3), (3, 400), (250, 177)] {
            for layout in [Layout::Rgb, Layout::Rgba] {
                let bytes = (width * height) as usize * layout.channels();
                let raster = Raster::new(width, height, layout, vec![90; bytes]);
                assert!((8..=44).contains(&placeholder(&raster).len()), "{width}x{height}");
            }
        }
    }
}
