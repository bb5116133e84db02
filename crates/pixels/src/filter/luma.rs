//! Grey levels as Pillow's `convert("L")` makes them, and what is built on them: the mean that
//! contrast turns around, the grey picture, and colour as distance from grey.

use super::blend::{Tables, stretch};

/// Fixed-point BT.601, rounded. Three equal channels give that very value.
#[inline(always)]
fn luma(red: u8, green: u8, blue: u8) -> u8 {
    let sum = u32::from(red) * 19_595 + u32::from(green) * 38_470 + u32::from(blue) * 7_471;
    ((sum + 0x8000) >> 16) as u8
}

/// The rounded mean grey level of the picture as `pending` would leave it.
pub(crate) fn mean<const CHANNELS: usize>(data: &[u8], pending: &Tables) -> u8 {
    let (pixels, _) = data.as_chunks::<CHANNELS>();
    let sum: u64 = match pending.channels() {
        None => total(pixels, |pixel| luma(pixel[0], pixel[1], pixel[2])),
        Some([red, green, blue]) => total(pixels, |pixel| {
            luma(
                red[usize::from(pixel[0])],
                green[usize::from(pixel[1])],
                blue[usize::from(pixel[2])],
            )
        }),
    };
    (sum as f64 / pixels.len().max(1) as f64 + 0.5) as u8
}

/// Sums in 32 bits over short runs, which is what a compiler can widen; in 64 over all.
fn total<const CHANNELS: usize>(
    pixels: &[[u8; CHANNELS]],
    level: impl Fn(&[u8; CHANNELS]) -> u8,
) -> u64 {
    pixels
        .chunks(1 << 16)
        .map(|run| u64::from(run.iter().map(|pixel| u32::from(level(pixel))).sum::<u32>()))
        .sum()
}

/// Every pixel becomes its grey level.
pub(crate) fn grey<const CHANNELS: usize>(data: &mut [u8]) {
    for pixel in data.as_chunks_mut::<CHANNELS>().0 {
        let level = luma(pixel[0], pixel[1], pixel[2]);
        pixel[..3].fill(level);
    }
}

/// `ImageEnhance.Color` after the `pending` tables: away from grey by `factor`.
pub(crate) fn colour<const CHANNELS: usize>(data: &mut [u8], pending: &Tables, factor: f32) {
    let shift = |pixel: &mut [u8; CHANNELS]| {
        let level = f32::from(luma(pixel[0], pixel[1], pixel[2]));
        for value in &mut pixel[..3] {
            *value = stretch(level, f32::from(*value), factor);
        }
    };
    pending.apply::<CHANNELS>(data);
    data.as_chunks_mut::<CHANNELS>().0.iter_mut().for_each(shift);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_levels_are_pillows() {
        // Values of Image.new("RGB", (1, 1), colour).convert("L").
        for (colour, level) in
            [((255, 0, 0), 76), ((0, 255, 0), 150), ((0, 0, 255), 29), ((10, 20, 30), 18)]
        {
            assert_eq!(luma(colour.0, colour.1, colour.2), level);
        }
        assert!((0..=255).all(|value| luma(value, value, value) == value));
    }

    #[test]
    fn the_mean_is_rounded_and_sees_the_pending_tables() {
        let data = [0, 0, 0, 1, 1, 1];
        assert_eq!(mean::<3>(&data, &Tables::identity()), 1);
        assert_eq!(mean::<3>(&data, &crate::filter::blend::curves(9, 9, 9)), 10);
    }
}
