//! A baseline scan to a picture of some eighths of its size, a row of units at a time: nothing of
//! the full size is ever in memory.

use super::super::{Decoded, icc};
use super::header::{Component, Header};
use super::huffman::Bits;
use super::transform::{Transform, to_byte};
use crate::Error;
use crate::budget::Spending;
use crate::raster::{Layout, Raster};

/// For each place of the zigzag the row and column of its frequency.
const ZIGZAG: [u8; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/// A component being decoded: its samples of one row of units.
struct Plane<'a> {
    component: &'a Component,
    transform: Lanes,
    /// Samples a block has, across and down.
    block: (usize, usize),
    stride: usize,
    samples: Vec<u8>,
    last_mean: i16,
}

/// Few samples need few lanes.
enum Lanes {
    Four(Box<Transform<4>>),
    Eight(Box<Transform<8>>),
    Sixteen(Box<Transform<16>>),
}

/// `None`: the general decoder should have a look.
pub(super) fn decode(
    bytes: &[u8],
    header: &Header,
    eighths: u32,
    spending: &Spending<'_>,
) -> Result<Option<Decoded>, Error> {
    let eighths = eighths as usize;
    let (most_across, most_down) = (header.components[0].across, header.components[0].down);
    let units_across = (header.width as usize).div_ceil(8 * most_across);
    let units_down = (header.height as usize).div_ceil(8 * most_down);
    let mut planes: Vec<_> = header
        .components
        .iter()
        .map(|component| {
            let block =
                (eighths * most_across / component.across, eighths * most_down / component.down);
            // Blocks are written in whole lanes; the last of a row needs room for what is too much.
            let stride = units_across * component.across * block.0 + 16;
            Plane {
                component,
                transform: Lanes::new(block),
                block,
                stride,
                samples: vec![0; stride * component.down * block.1],
                last_mean: 0,
            }
        })
        .collect();
    let width = (header.width as usize * eighths).div_ceil(8);
    let height = (header.height as usize * eighths).div_ceil(8);
    let layout = if planes.len() == 1 { Layout::Grey } else { Layout::Rgb };
    let mut data = vec![0; width * height * layout.channels()];
    let strip_rows = most_down * eighths;
    let mut bits = Bits::new(bytes, header.data);
    let mut until_restart = header.restart_interval;
    let strips = data.chunks_mut(width * strip_rows * layout.channels());
    for (_, strip) in (0..units_down).zip(strips) {
        spending.check()?;
        for unit in 0..units_across {
            if header.restart_interval > 0 {
                if until_restart == 0 {
                    if bits.restart().is_none() {
                        return Ok(None);
                    }
                    planes.iter_mut().for_each(|plane| plane.last_mean = 0);
                    until_restart = header.restart_interval;
                }
                until_restart -= 1;
            }
            for plane in &mut planes {
                if plane.unit(&mut bits, header, unit).is_none() {
                    return Ok(None);
                }
            }
        }
        if bits.overran() {
            return Ok(None);
        }
        write_strip(&planes, strip, width);
    }
    let raster = Raster::new(width as u32, height as u32, layout, data);
    Ok(Some(Decoded { raster, profile: icc(header.profile.clone()) }))
}

impl Lanes {
    fn new((width, height): (usize, usize)) -> Self {
        match width {
            ..=4 => Self::Four(Box::new(Transform::new(width, height))),
            5..=8 => Self::Eight(Box::new(Transform::new(width, height))),
            _ => Self::Sixteen(Box::new(Transform::new(width, height))),
        }
    }
}

impl Plane<'_> {
    /// Decodes this component's blocks of one unit.
    #[inline]
    fn unit(&mut self, bits: &mut Bits<'_>, header: &Header, unit: usize) -> Option<()> {
        for down in 0..self.component.down {
            for across in 0..self.component.across {
                let left = (unit * self.component.across + across) * self.block.0;
                let at = down * self.block.1 * self.stride + left;
                self.block(bits, header, at)?;
            }
        }
        Some(())
    }

    /// Decodes one block to the samples at `at`.
    #[inline]
    fn block(&mut self, bits: &mut Bits<'_>, header: &Header, at: usize) -> Option<()> {
        let difference = bits.difference(header.dc[self.component.dc].as_deref()?)?;
        self.last_mean = self.last_mean.wrapping_add(difference);
        let steps = &self.component.steps;
        let mean = f32::from(self.last_mean) * f32::from(steps[0]);
        let table = header.ac[self.component.ac].as_deref()?;
        let target = &mut self.samples[at..];
        if self.block == (1, 1) {
            // Only the mean is wanted; the rest is read to get past it.
            target[0] = to_byte(mean / 8.0);
            return bits.coefficients(table, |_, _| {});
        }
        let mut frequencies = [[0.0_f32; 8]; 8];
        frequencies[0][0] = mean;
        let (mut rows, mut columns) = (0, 0);
        bits.coefficients(table, |place, value| {
            let natural = usize::from(ZIGZAG[place & 63]);
            let (row, column) = (natural / 8, natural % 8);
            frequencies[row][column] = f32::from(value) * f32::from(steps[place & 63]);
            rows = rows.max(row);
            columns = columns.max(column);
        })?;
        let used = (rows + 1, columns + 1);
        match &self.transform {
            Lanes::Four(transform) => transform.apply(&frequencies, used, target, self.stride),
            Lanes::Eight(transform) => transform.apply(&frequencies, used, target, self.stride),
            Lanes::Sixteen(transform) => transform.apply(&frequencies, used, target, self.stride),
        }
        Some(())
    }
}

fn write_strip(planes: &[Plane<'_>], strip: &mut [u8], width: usize) {
    let channels = if planes.len() == 1 { 1 } else { 3 };
    for (y, out) in strip.chunks_exact_mut(width * channels).enumerate() {
        match planes {
            [light, blue, red] => {
                let light = &light.samples[y * light.stride..][..width];
                let blue = &blue.samples[y * blue.stride..][..width];
                let red = &red.samples[y * red.stride..][..width];
                to_rgb(light, blue, red, out);
            }
            [grey, ..] => out.copy_from_slice(&grey.samples[y * grey.stride..][..width]),
            [] => {}
        }
    }
}

/// JFIF's full-range BT.601 with five bits of fraction, all in sixteen bits, so that the compiler
/// can do eight at a time; the three results are woven together afterwards.
fn to_rgb(light: &[u8], blue: &[u8], red: &[u8], out: &mut [u8]) {
    const RUN: usize = 32;
    let mut lanes = [[0_u8; RUN]; 3];
    let runs = light.chunks(RUN).zip(blue.chunks(RUN)).zip(red.chunks(RUN));
    for (((light, blue), red), out) in runs.zip(out.chunks_mut(RUN * 3)) {
        if let (Some(light), Some(blue), Some(red)) =
            (light.first_chunk(), blue.first_chunk(), red.first_chunk())
        {
            mix::<RUN>(light, blue, red, &mut lanes);
        } else {
            let mut padded = [[0_u8; RUN]; 3];
            for (target, source) in padded.iter_mut().zip([light, blue, red]) {
                target[..source.len()].copy_from_slice(source);
            }
            mix::<RUN>(&padded[0], &padded[1], &padded[2], &mut lanes);
        }
        let [reds, greens, blues] = &lanes;
        let pixels = out.as_chunks_mut::<3>().0.iter_mut();
        for (((pixel, red), green), blue) in pixels.zip(reds).zip(greens).zip(blues) {
            *pixel = [*red, *green, *blue];
        }
    }
}

#[inline]
fn mix<const RUN: usize>(
    light: &[u8; RUN],
    blue: &[u8; RUN],
    red: &[u8; RUN],
    out: &mut [[u8; RUN]; 3],
) {
    let scale = |difference: i16, factor: i32| ((i32::from(difference) * factor) >> 16) as i16;
    let clip = |value: i16| (value >> 5).clamp(0, 255) as u8;
    for index in 0..RUN {
        let light = (i16::from(light[index]) << 5) + 16;
        let blue = (i16::from(blue[index]) - 128) << 7;
        let red = (i16::from(red[index]) - 128) << 7;
        out[0][index] = clip(light + scale(red, 22_970));
        out[1][index] = clip(light - scale(blue, 5_638) - scale(red, 11_700));
        out[2][index] = clip(light + scale(blue, 29_032));
    }
}
