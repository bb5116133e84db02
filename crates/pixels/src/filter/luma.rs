//! Grey levels as Pillow's `convert("L")` makes them, and what is built on them: the mean that
//! contrast turns around, the grey picture, and colour as distance from grey.

use super::blend::{Tables, floor, stretch};

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

/// How many pixels are taken apart into channels at a time.
const RUN: usize = 32;

/// `ImageEnhance.Color` after the `pending` tables: away from grey by `factor`.
pub(crate) fn colour<const CHANNELS: usize>(data: &mut [u8], pending: &Tables, factor: f32) {
    pending.apply::<CHANNELS>(data);
    let (pixels, _) = data.as_chunks_mut::<CHANNELS>();
    let mut channels = [[0_u8; RUN]; 3];
    for run in pixels.chunks_mut(RUN) {
        for (index, pixel) in run.iter().enumerate() {
            channels[0][index] = pixel[0];
            channels[1][index] = pixel[1];
            channels[2][index] = pixel[2];
        }
        away_from_grey(&mut channels, factor);
        for (index, pixel) in run.iter_mut().enumerate() {
            pixel[0] = channels[0][index];
            pixel[1] = channels[1][index];
            pixel[2] = channels[2][index];
        }
    }
}

/// The weighted sum of `luma` stays below 2²⁴, so single precision holds it exactly and the
/// compiler can do several pixels at once.
fn away_from_grey([red, green, blue]: &mut [[u8; RUN]; 3], factor: f32) {
    for index in 0..RUN {
        let [r, g, b] = [red[index], green[index], blue[index]].map(f32::from);
        let sum = r * 19_595.0 + g * 38_470.0 + b * 7_471.0 + 32_768.0;
        let level = f32::from(floor(sum * (1.0 / 65_536.0)));
        red[index] = stretch(level, r, factor);
        green[index] = stretch(level, g, factor);
        blue[index] = stretch(level, b, factor);
    }
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
    fn single_precision_finds_the_same_grey_levels() {
        for step in 0..=255_u8 {
            let (red, green, blue) = (step, step.wrapping_mul(7), step.wrapping_mul(31));
            let mut channels = [[red; RUN], [green; RUN], [blue; RUN]];
            away_from_grey(&mut channels, 1.5);
            let level = f32::from(luma(red, green, blue));
            assert_eq!(channels[0][0], stretch(level, f32::from(red), 1.5));
            assert_eq!(channels[2][RUN - 1], stretch(level, f32::from(blue), 1.5));
        }
    }

    #[test]
    fn the_mean_is_rounded_and_sees_the_pending_tables() {
        let data = [0, 0, 0, 1, 1, 1];
        assert_eq!(mean::<3>(&data, &Tables::identity()), 1);
        assert_eq!(mean::<3>(&data, &crate::filter::blend::curves(9, 9, 9)), 10);
    }
}
