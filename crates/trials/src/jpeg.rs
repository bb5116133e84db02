//! JPEG, whole and reduced: our decoder held against the library's, and what it makes at a smaller size against
//! the formula it stands for, in double precision.

use std::f64::consts::PI;

use pixels::trial::{JpegByOurs, Pixels, jpeg_by_library, jpeg_by_ours, reduced};
use pixels::{Budget, JpegDecoder};

use crate::pictures::{assert_said, budget};

/// How far two readings of one file are apart, over what can be compared of it.
#[derive(Debug, Clone, Copy)]
pub struct JpegDistance {
    pub against: &'static str,
    pub eighths: u32,
    /// Pixels or samples that were compared, and all there are.
    pub judged: usize,
    pub of: usize,
    /// The largest difference, as a share of what rounding explains.
    pub farthest: f64,
}

/// Ours and the library's make the same pixels of what both can read, at every size that both know; at the others
/// ours makes what the formula says; and what ours leaves to the library is what the library makes of it.
pub fn jpeg(bytes: &[u8]) {
    if !bytes.starts_with(&[0xff, 0xd8]) {
        return;
    }
    for distance in jpeg_distances(bytes, bytes, &budget()) {
        assert!(distance.farthest <= 1.0, "{distance:?}");
    }
    for (divisor, eighths) in [(2, Some(4)), (3, None), (4, Some(2)), (8, Some(1)), (16, None)] {
        let own = reduced(bytes, divisor, &budget());
        let library = reduced(bytes, divisor, &Budget { jpeg: JpegDecoder::Library, ..budget() });
        assert_said(&own);
        assert_said(&library);
        if let (Ok(own), Ok(library)) = (&own, &library) {
            assert_eq!((own.width, own.height), (library.width, library.height));
        }
        // What the library reads, ours reads or leaves to it.
        assert!(own.is_ok() || library.is_err(), "{own:?}");
        // Of a side of eight or more, no two numbers of eighths make the same.
        let is_one_scale = own.as_ref().is_ok_and(|own| own.width.max(own.height) * divisor >= 16);
        let is_left = |eighths| jpeg_by_ours(bytes, eighths, false, &budget()).is_none();
        if is_one_scale && eighths.is_some_and(is_left) {
            assert!(own == library, "left to the library at 1/{divisor}, and not the same");
        }
    }
}

/// Of a file, as ours reads it at each number of eighths, from what the library makes of it and from what the formula
/// makes of the whole. Tests give another file for ours, to see that it is noticed.
pub fn jpeg_distances(file: &[u8], for_ours: &[u8], budget: &Budget<'_>) -> Vec<JpegDistance> {
    let mut distances = Vec::new();
    for eighths in [1, 2, 4, 8] {
        let own = jpeg_by_ours(for_ours, eighths, false, budget);
        if let Some((own, library)) = own.zip(jpeg_by_library(file, eighths, budget)) {
            distances.extend(from_library(&own, &library, eighths));
        }
    }
    // Where a code is wrong, ours may still read what it needs of the file for a smaller size.
    let Some(whole) = jpeg_by_ours(file, 8, false, budget) else { return distances };
    for (eighths, plain) in (1..8).map(|eighths| (eighths, false)).chain([(1, true)]) {
        let own = jpeg_by_ours(for_ours, eighths, plain, budget);
        let own = own.expect("every code was read for the whole, so none is wrong");
        distances.push(from_formula(&whole, &own, eighths, plain));
    }
    distances
}

/// Samples of the planes of both are whole numbers. Ours are next to the formula at every size. The library's are
/// within one and a half at full size (`tests/jpeg_blocks.rs`); below it they are rounded as well, but for an
/// eighth, where they are cut off: one level.
fn from_library(own: &JpegByOurs, library: &Pixels, eighths: u32) -> Option<JpegDistance> {
    let apart = if eighths == 8 { 2.0 } else { 1.0 };
    let JpegByOurs { pixels, sampling, orderly } = own;
    assert_eq!((pixels.width, pixels.height), (library.width, library.height));
    assert_eq!(pixels.data.len(), library.data.len());
    if !orderly {
        return None;
    }
    let channels = channels(pixels);
    // Colour that is enlarged is so in different ways, and of colour at a half ours takes fewer frequencies: then
    // brightness is all there is to compare.
    let is_alike = *sampling == (1, 1) && (channels == 1 || eighths != 4);
    let of = pixels.data.len() / channels;
    let mut distance = JpegDistance { against: "library", eighths, judged: 0, of, farthest: 0.0 };
    let size = (eighths as usize, eighths as usize);
    for place in blocks(pixels, size) {
        let (ours, theirs) = (block(pixels, place, size), block(library, place, size));
        // Where something is as dark, bright or colourful as can be, frequencies are beyond what an encoder
        // writes: ours counts on, and the library's runs over.
        if ours.chunks_exact(channels).any(is_extreme) {
            continue;
        }
        for (own, library) in ours.chunks_exact(channels).zip(theirs.chunks_exact(channels)) {
            let far = match (own, library) {
                ([own], [library]) => f64::from(own.abs_diff(*library)) / apart,
                _ if is_alike => {
                    // Blue takes brightness once and its difference 1.772 times; then both round once more.
                    let far = own.iter().zip(library).map(|(a, b)| a.abs_diff(*b)).max();
                    f64::from(far.unwrap_or(0)) / (2.772 * apart + ROUNDED_TWICE)
                }
                _ if is_extreme(library) => continue,
                _ => {
                    let far = (components(own)[0] - components(library)[0]).abs();
                    far / (apart + ROUNDED_TWICE)
                }
            };
            distance.judged += 1;
            distance.farthest = distance.farthest.max(far);
        }
    }
    Some(distance)
}

/// Our conversion is within 0.6 of the exact colour, the library's within 0.55.
const ROUNDED_TWICE: f64 = 1.15;

/// How far brightness and colour differences that were taken back from pixels are from what was rounded to them:
/// half a level for the sample; and 0.6 for each pixel, which the way back adds up and divides.
const TAKEN_BACK: [f64; 3] = [0.5 + 0.6, 0.5 + 1.2 / 1.772, 0.5 + 1.2 / 1.402];
/// Grey is the sample itself.
const GREY: [f64; 3] = [0.5; 3];

/// What ours is at a smaller size: the lowest frequencies of each block, as many a side as it gets samples (of
/// colour half as many and one), read off at their places. The whole picture tells them, but where it is clipped.
fn from_formula(whole: &JpegByOurs, own: &JpegByOurs, eighths: u32, plain: bool) -> JpegDistance {
    assert_eq!(whole.sampling, own.sampling);
    let side = eighths as usize;
    let (across, down) = whole.sampling;
    let channels = channels(&whole.pixels);
    let taken_back = if channels == 1 { GREY } else { TAKEN_BACK };
    let light = Reading::new(8, side, side);
    let colour = [across, down].map(|blocks| {
        let samples = blocks * side;
        // Only means of what will be reduced further.
        let frequencies = if plain { 1 } else { samples.min(samples.div_ceil(2) + 1) };
        Reading::new(8 * blocks, samples, frequencies)
    });
    let against = if plain { "formula, plain" } else { "formula" };
    let of = own.pixels.data.len();
    let mut distance = JpegDistance { against, eighths, judged: 0, of, farthest: 0.0 };
    let (unit, small) = ((8 * across, 8 * down), (side * across, side * down));
    for (column, row) in blocks(&whole.pixels, unit) {
        let pixels = block(&whole.pixels, (column, row), unit);
        if pixels.chunks_exact(channels).any(is_extreme) {
            continue;
        }
        let found = block(&own.pixels, (column, row), small);
        for (plane, taken_back) in taken_back.into_iter().enumerate().take(channels) {
            let samples: Vec<f64> =
                pixels.chunks_exact(channels).map(|pixel| components(pixel)[plane]).collect();
            let (exact, norm) = if plane == 0 {
                (light.of_blocks(&light, &samples, unit.0), light.norm * light.norm)
            } else {
                (colour[0].of_blocks(&colour[1], &samples, unit.0), colour[0].norm * colour[1].norm)
            };
            // What the whole was rounded by, as much as the reading can make of it; and what this was rounded by.
            let most = taken_back * (norm + 1.0) + EXACT_ENOUGH;
            for (pixel, exact) in found.chunks_exact(channels).zip(exact) {
                if !is_extreme(pixel) {
                    distance.judged += 1;
                    let apart = (components(pixel)[plane] - exact).abs();
                    distance.farthest = distance.farthest.max(apart / most);
                }
            }
        }
    }
    distance
}

/// What single precision loses.
const EXACT_ENOUGH: f64 = 0.05;

/// One side of a block: samples of the whole picture to fewer, by their lowest frequencies.
struct Reading {
    /// For each sample that is made, the weight of each there is.
    weights: Vec<Vec<f64>>,
    /// How much larger than an error of all samples one of a result can be.
    norm: f64,
}

impl Reading {
    fn new(from: usize, to: usize, frequencies: usize) -> Self {
        let cosine = |at: usize, frequency: usize, size: usize| {
            ((2 * at + 1) as f64 * frequency as f64 * PI / (2 * size) as f64).cos()
        };
        let weight = |made: usize, at: usize| {
            let parts = (0..frequencies.min(8)).map(|frequency| {
                let share = if frequency == 0 { 1.0 } else { 2.0 };
                share / from as f64 * cosine(at, frequency, from) * cosine(made, frequency, to)
            });
            parts.sum::<f64>()
        };
        let weights: Vec<Vec<f64>> =
            (0..to).map(|made| (0..from).map(|at| weight(made, at)).collect()).collect();
        let sums = weights.iter().map(|row| row.iter().map(|weight| weight.abs()).sum::<f64>());
        Self { norm: sums.fold(0.0, f64::max), weights }
    }

    /// A unit's samples, block by block: this reading across and another down.
    fn of_blocks(&self, down: &Self, samples: &[f64], width: usize) -> Vec<f64> {
        let narrow: Vec<f64> = samples.chunks(width).flat_map(|line| self.of_line(line)).collect();
        let made_width = width / self.from() * self.weights.len();
        let columns = (0..made_width).map(|x| {
            let column: Vec<f64> = narrow[x..].iter().step_by(made_width).copied().collect();
            down.of_line(&column)
        });
        let columns: Vec<Vec<f64>> = columns.collect();
        let heights = 0..columns.first().map_or(0, Vec::len);
        heights.flat_map(|y| columns.iter().map(move |column| column[y])).collect()
    }

    fn of_line(&self, line: &[f64]) -> Vec<f64> {
        let blocks = line.chunks(self.from());
        let made = blocks.flat_map(|block| {
            self.weights.iter().map(move |row| row.iter().zip(block).map(|(a, b)| a * b).sum())
        });
        made.collect()
    }

    fn from(&self) -> usize {
        self.weights[0].len()
    }
}

fn channels(pixels: &Pixels) -> usize {
    pixels.data.len() / (pixels.width as usize * pixels.height as usize).max(1)
}

/// Column and row of each block of that size that is whole: of the others not all is seen.
fn blocks(pixels: &Pixels, (width, height): (usize, usize)) -> Vec<(usize, usize)> {
    let (columns, rows) = (pixels.width as usize / width, pixels.height as usize / height);
    (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).collect()
}

fn block(
    pixels: &Pixels,
    (column, row): (usize, usize),
    (width, height): (usize, usize),
) -> Vec<u8> {
    let (stride, channels) = (pixels.width as usize, channels(pixels));
    let rows = (row * height..(row + 1) * height)
        .map(|y| &pixels.data[(y * stride + column * width) * channels..][..width * channels]);
    rows.flatten().copied().collect()
}

/// Brightness and the differences of blue and red, as JFIF has them.
fn components(pixel: &[u8]) -> [f64; 3] {
    match pixel {
        [red, green, blue] => {
            let [red, green, blue] = [*red, *green, *blue].map(f64::from);
            let light = 0.299 * red + 0.587 * green + 0.114 * blue;
            [light, (blue - light) / 1.772 + 128.0, (red - light) / 1.402 + 128.0]
        }
        _ => [f64::from(pixel[0]); 3],
    }
}

/// Whether brightness or a colour difference is at the end of its range.
fn is_extreme(pixel: &[u8]) -> bool {
    let is_clipped = matches!(pixel.len(), 1 | 3) && pixel.iter().any(|it| matches!(it, 0 | 255));
    is_clipped || components(pixel).into_iter().any(|level| !(3.0..=252.0).contains(&level))
}
