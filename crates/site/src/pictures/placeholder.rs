use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Enough to blur: the browser stretches it smoothly.
const LONGEST_SIDE: usize = 8;

/// A ThumbHash as a tiny PNG that a page can hold. Nothing when the hash is none.
pub(super) fn data_address(hash: &str) -> Option<String> {
    let hash = STANDARD.decode(hash).ok()?;
    // The library indexes without looking.
    if hash.len() < 5 {
        return None;
    }
    // The library panics on some inputs. A bad hash costs a blur and not a page.
    let decoded = std::panic::catch_unwind(|| thumbhash::thumb_hash_to_rgba(&hash)).ok()?;
    let (width, height, rgba) = decoded.ok()?;
    let (small_width, small_height, pixels) = shrink(width, height, &rgba)?;
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, small_width, small_height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header().ok()?.write_image_data(&pixels).ok()?;
    Some(format!("data:image/png;base64,{}", STANDARD.encode(png)))
}

/// To a few pixels, by taking the middle of each part.
fn shrink(width: usize, height: usize, rgba: &[u8]) -> Option<(u32, u32, Vec<u8>)> {
    if width == 0 || height == 0 || rgba.len() < width * height * 4 {
        return None;
    }
    let longest = width.max(height);
    let scale = |side: usize| (side * LONGEST_SIDE).div_ceil(longest).max(1);
    let (small_width, small_height) = (scale(width), scale(height));
    let mut pixels = Vec::with_capacity(small_width * small_height * 3);
    for y in 0..small_height {
        for x in 0..small_width {
            let (x, y) = (
                (2 * x + 1) * width / (2 * small_width),
                (2 * y + 1) * height / (2 * small_height),
            );
            let at = (y * width + x) * 4;
            pixels.extend_from_slice(&rgba[at..at + 3]);
        }
    }
    Some((u32::try_from(small_width).ok()?, u32::try_from(small_height).ok()?, pixels))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_becomes_a_picture_of_a_few_bytes() {
        let rgba: Vec<u8> = (0..40 * 30).flat_map(|at| [at as u8, 80, 120, 255]).collect();
        let hash = STANDARD.encode(thumbhash::rgba_to_thumb_hash(40, 30, &rgba));
        let address = data_address(&hash).unwrap();
        assert!(address.starts_with("data:image/png;base64,iVBOR"), "{address}");
        assert!(address.len() < 500, "{}", address.len());
    }

    #[test]
    fn what_is_no_hash_is_no_picture() {
        for hash in ["", "x", "AAAA", "\u{e4}", "//////8=", "AAAAAAAAAAAA"] {
            // Some of these are hashes of something; none may fail.
            let _ = data_address(hash);
        }
        assert_eq!(data_address("no hash"), None);
    }
}
