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
#[inline(always)]
pub(crate) fn mean<const CHANNELS: usize>(data: &[u8], pending: &Tables) -> u8 {
    let (pixels, _) = data.as_chunks::<CHANNELS>();
    let (runs, rest) = pixels.as_chunks::<RUN>();
    let mut sum = 0_u64;
    for run in runs {
        let mut channels = apart(run);
        if let Some(tables) = pending.channels() {
            for (channel, table) in channels.iter_mut().zip(tables) {
                *channel = channel.map(|value| table[usize::from(value)]);
            }
        }
        let [red, green, blue] = channels;
        let level = |index| u32::from(luma(red[index], green[index], blue[index]));
        sum += u64::from((0..RUN).map(level).sum::<u32>());
    }
    for pixel in rest {
        let [red, green, blue] = [0, 1, 2].map(|channel| pending.get(channel, pixel[channel]));
        sum += u64::from(luma(red, green, blue));
    }
    (sum as f64 / pixels.len().max(1) as f64 + 0.5) as u8
}

/// Every pixel becomes its grey level.
#[inline(always)]
pub(crate) fn grey<const CHANNELS: usize>(data: &mut [u8]) {
    for pixel in data.as_chunks_mut::<CHANNELS>().0 {
        let level = luma(pixel[0], pixel[1], pixel[2]);
        pixel[..3].fill(level);
    }
}

/// How many pixels are taken apart into channels at a time.
const RUN: usize = 32;

/// `ImageEnhance.Color` after the `pending` tables: away from grey by `factor`.
#[inline(always)]
pub(crate) fn colour<const CHANNELS: usize>(data: &mut [u8], pending: &Tables, factor: f32) {
    pending.apply::<CHANNELS>(data);
    let (pixels, _) = data.as_chunks_mut::<CHANNELS>();
    let (runs, rest) = pixels.as_chunks_mut::<RUN>();
    for run in runs {
        colour_run(run, factor);
    }
    let mut last = [[0; CHANNELS]; RUN];
    let last_pixels = &mut last[..rest.len()];
    last_pixels.copy_from_slice(rest);
    colour_run(&mut last, factor);
    rest.copy_from_slice(&last[..rest.len()]);
}

#[inline(always)]
fn colour_run<const CHANNELS: usize>(run: &mut [[u8; CHANNELS]; RUN], factor: f32) {
    let mut channels = apart(run);
    away_from_grey(&mut channels, factor);
    for (index, pixel) in run.iter_mut().enumerate() {
        pixel[0] = channels[0][index];
        pixel[1] = channels[1][index];
        pixel[2] = channels[2][index];
    }
}

/// Red, green and blue of a run, each by itself: a known number of pixels, which the compiler can
/// take apart many at a time.
#[inline(always)]
fn apart<const CHANNELS: usize>(run: &[[u8; CHANNELS]; RUN]) -> [[u8; RUN]; 3] {
    let mut channels = [[0_u8; RUN]; 3];
    for (index, pixel) in run.iter().enumerate() {
        channels[0][index] = pixel[0];
        channels[1][index] = pixel[1];
        channels[2][index] = pixel[2];
    }
    channels
}

/// The weighted sum of `luma` stays below 2²⁴, so single precision holds it exactly and the
/// compiler can do several pixels at once.
#[inline(always)]
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
