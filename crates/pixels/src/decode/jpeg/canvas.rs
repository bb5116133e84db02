//! The picture being made, a strip of units at a time: blocks of frequencies become samples of each
//! component, and a whole strip of those becomes rows of pixels.

use super::header::{Component, Header};
use super::rgb::to_rgb;
use super::scale::Scale;
use super::transform::{Transform, to_byte};
use crate::raster::{Layout, Raster};
use crate::rows::Rows;

/// For each place of the zigzag the row and column of its frequency.
const ZIGZAG: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

pub(super) struct Canvas {
    pub(super) planes: Vec<Plane>,
    pub(super) units_across: usize,
    pub(super) units_down: usize,
    width: usize,
    /// Those not made yet.
    height_left: usize,
    strip_rows: usize,
    rows: Rows,
}

/// A component: its samples of one row of units.
pub(super) struct Plane {
    /// Blocks per unit.
    pub(super) across: usize,
    pub(super) down: usize,
    /// The places of the zigzag whose frequencies are made use of, one bit each.
    pub(super) used: u64,
    /// Where the frequency of each of those is among the 64, and its step.
    natural: Vec<(u8, f32)>,
    steps: [f32; 64],
    transform: Lanes,
    /// Samples a block has, across and down.
    block: (usize, usize),
    stride: usize,
    samples: Vec<u8>,
}

/// Few samples need few lanes.
enum Lanes {
    Four(Box<Transform<4>>),
    Eight(Box<Transform<8>>),
    Sixteen(Box<Transform<16>>),
}

/// The frequencies of one block, and how many rows and columns of them are other than zero.
pub(super) struct Block {
    frequencies: [[f32; 8]; 8],
    rows: usize,
    columns: usize,
}

impl Canvas {
    pub(super) fn new(header: &Header, scale: Scale) -> Self {
        let eighths = scale.eighths;
        let (most_across, most_down) = (header.components[0].across, header.components[0].down);
        let units_across = (header.width as usize).div_ceil(8 * most_across);
        let units_down = (header.height as usize).div_ceil(8 * most_down);
        let planes: Vec<_> = header
            .components
            .iter()
            .enumerate()
            .map(|(index, component)| {
                let block = (
                    eighths * most_across / component.across,
                    eighths * most_down / component.down,
                );
                let frequencies = match index {
                    _ if scale.means_only(block) => (1, 1),
                    _ if index == 0 || eighths == 8 => block,
                    _ => (enough_for_colour(block.0), enough_for_colour(block.1)),
                };
                Plane::new(component, block, units_across, frequencies)
            })
            .collect();
        let width = (header.width as usize * eighths).div_ceil(8);
        let height = (header.height as usize * eighths).div_ceil(8);
        let layout = if planes.len() == 1 { Layout::Grey } else { Layout::Rgb };
        let rows = Rows::new(width as u32, height as u32, layout, scale.wanted);
        let strip_rows = most_down * eighths;
        Self { planes, units_across, units_down, width, height_left: height, strip_rows, rows }
    }

    /// All blocks of this row of units have been painted.
    #[inline(always)]
    pub(super) fn finish_strip(&mut self) {
        let count = self.strip_rows.min(self.height_left);
        self.height_left -= count;
        let line = self.width * if self.planes.len() == 1 { 1 } else { 3 };
        let strip = self.rows.next(count);
        for (y, out) in strip.chunks_exact_mut(line).enumerate() {
            let samples = |plane: &Plane| y * plane.stride..y * plane.stride + self.width;
            match &self.planes[..] {
                [light, blue, red] => to_rgb(
                    &light.samples[samples(light)],
                    &blue.samples[samples(blue)],
                    &red.samples[samples(red)],
                    out,
                ),
                [grey, ..] => out.copy_from_slice(&grey.samples[samples(grey)]),
                [] => {}
            }
        }
    }

    pub(super) fn into_raster(self) -> Raster {
        self.rows.into_raster()
    }
}

impl Plane {
    fn new(
        component: &Component,
        block: (usize, usize),
        units_across: usize,
        frequencies: (usize, usize),
    ) -> Self {
        // Blocks are written in whole lanes; the last of a row needs room for what is too much.
        let stride = units_across * component.across * block.0 + 16;
        let used = |place: usize| {
            let (row, column) = frequency(place);
            column < frequencies.0 && row < frequencies.1
        };
        let used = (0..64).filter(|place| used(*place));
        let steps = component.steps.map(f32::from);
        Self {
            across: component.across,
            down: component.down,
            used: used.clone().fold(0, |bits, place| bits | 1 << place),
            natural: used.map(|place| (ZIGZAG[place], steps[place])).collect(),
            steps,
            transform: Lanes::new(block, frequencies),
            block,
            stride,
            samples: vec![0; stride * component.down * block.1],
        }
    }

    #[inline(always)]
    pub(super) fn means_only(&self) -> bool {
        self.used == 1
    }

    /// The last place whose frequency is made use of.
    #[inline(always)]
    pub(super) fn last(&self) -> usize {
        self.used.ilog2() as usize
    }

    /// A block without frequencies but its mean.
    #[inline(always)]
    pub(super) fn block(&self, mean: i16) -> Block {
        let mut frequencies = [[0.0; 8]; 8];
        frequencies[0][0] = f32::from(mean) * self.steps[0];
        Block { frequencies, rows: 1, columns: 1 }
    }

    /// Whether blocks are so small that to look for what is zero costs more than to add it.
    #[inline(always)]
    pub(super) fn small(&self) -> bool {
        self.natural.len() <= 9
    }

    /// A block with all its frequencies, those in use in the order of the zigzag.
    #[inline(always)]
    pub(super) fn whole_block(&self, values: &[i16]) -> Block {
        let mut frequencies = [[0.0; 8]; 8];
        for (value, (natural, step)) in values.iter().zip(&self.natural) {
            let place = usize::from(*natural & 63);
            frequencies[place / 8][place % 8] = f32::from(*value) * step;
        }
        Block { frequencies, rows: 8, columns: 8 }
    }

    /// Sets the frequency at a place of the zigzag.
    #[inline(always)]
    pub(super) fn set(&self, block: &mut Block, place: usize, value: i16) {
        let place = place & 63;
        let (row, column) = frequency(place);
        block.frequencies[row][column] = f32::from(value) * self.steps[place];
        block.rows = block.rows.max(row + 1);
        block.columns = block.columns.max(column + 1);
    }

    /// Paints the block in that column and row of this strip.
    #[inline(always)]
    pub(super) fn paint(&mut self, (column, row): (usize, usize), block: &Block) {
        let target = &mut self.samples[row * self.block.1 * self.stride + column * self.block.0..];
        let (frequencies, used) = (&block.frequencies, (block.rows, block.columns));
        match &self.transform {
            Lanes::Four(transform) => transform.apply(frequencies, used, target, self.stride),
            Lanes::Eight(transform) => transform.apply(frequencies, used, target, self.stride),
            Lanes::Sixteen(transform) => transform.apply(frequencies, used, target, self.stride),
        }
    }

    /// Paints a block of which only the mean is wanted.
    #[inline(always)]
    pub(super) fn paint_mean(&mut self, (column, row): (usize, usize), mean: i16) {
        let target = &mut self.samples[row * self.block.1 * self.stride + column * self.block.0..];
        let level = to_byte(f32::from(mean) * self.steps[0] / 8.0);
        for line in target.chunks_mut(self.stride).take(self.block.1) {
            // One or two samples; the next block overwrites the second where there is but one.
            line[..2].copy_from_slice(&[level; 2]);
        }
    }
}

impl Lanes {
    fn new(block: (usize, usize), frequencies: (usize, usize)) -> Self {
        match block.0 {
            ..=4 => Self::Four(Box::new(Transform::new(block, frequencies))),
            5..=8 => Self::Eight(Box::new(Transform::new(block, frequencies))),
            _ => Self::Sixteen(Box::new(Transform::new(block, frequencies))),
        }
    }
}

/// How many frequencies of colour are worth having, when a block becomes so many samples: the
/// encoder keeps one sample of colour for two of brightness, so the others would not be seen. One
/// more than that, since neither this reduction nor the one that follows cuts off sharply.
fn enough_for_colour(samples: usize) -> usize {
    samples.min(samples.div_ceil(2) + 1)
}

/// Row and column of the frequency at a place of the zigzag.
#[inline(always)]
fn frequency(place: usize) -> (usize, usize) {
    let natural = usize::from(ZIGZAG[place]);
    (natural / 8, natural % 8)
}
