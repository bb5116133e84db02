//! A baseline scan to a picture of some eighths of its size, a row of units at a time: nothing of
//! the full size is ever in memory.

use fearless_simd::dispatch;

use super::bits::Bits;
use super::canvas::{Canvas, Plane};
use super::header::Header;
use super::huffman::Table;
use super::scale::Scale;
use crate::budget::Spending;
use crate::raster::Raster;

/// `None`: the general decoder should have a look, or the brake was pulled.
pub(super) fn decode(
    bytes: &[u8],
    header: &Header,
    scale: Scale,
    spending: &Spending<'_>,
) -> Option<Raster> {
    let scan = &header.first_scan;
    // Scans of single components would need the whole picture in memory. The general decoder does
    // that.
    if scan.components.len() != header.components.len() {
        return None;
    }
    let tables: Vec<_> = scan
        .components
        .iter()
        .map(|(_, dc, ac)| Some((header.tables.dc(*dc)?, header.tables.ac(*ac)?)))
        .collect::<Option<_>>()?;
    let canvas = Canvas::new(header, scale);
    let bits = Bits::new(bytes, header.data);
    let interval = header.tables.restart_interval;
    dispatch!(scale.level, _ => read(bits, canvas, &tables, interval, spending))
}

#[inline(always)]
fn read(
    mut bits: Bits<'_>,
    mut canvas: Canvas,
    tables: &[(&Table, &Table)],
    interval: usize,
    spending: &Spending<'_>,
) -> Option<Raster> {
    let mut means = [0; 3];
    let mut until_restart = interval;
    for _ in 0..canvas.units_down {
        if !spending.go_on() {
            return None;
        }
        for unit in 0..canvas.units_across {
            if interval > 0 {
                if until_restart == 0 {
                    bits.restart()?;
                    means = [0; 3];
                    until_restart = interval;
                }
                until_restart -= 1;
            }
            for ((plane, mean), tables) in canvas.planes.iter_mut().zip(&mut means).zip(tables) {
                for down in 0..plane.down {
                    for across in 0..plane.across {
                        let place = (unit * plane.across + across, down);
                        decode_block(&mut bits, plane, *tables, mean, place)?;
                    }
                }
            }
        }
        // After each row, so a file that was cut off costs one row of invented bits and no more.
        if bits.overran() {
            return None;
        }
        canvas.finish_strip();
    }
    Some(canvas.into_raster())
}

/// Decodes one block and paints it.
#[inline(always)]
fn decode_block(
    bits: &mut Bits<'_>,
    plane: &mut Plane,
    (dc, ac): (&Table, &Table),
    mean: &mut i16,
    place: (usize, usize),
) -> Option<()> {
    *mean = mean.wrapping_add(bits.difference(dc)?);
    if plane.means_only() {
        // The rest is read to get past it.
        bits.coefficients(ac, 0, |_, _| {})?;
        plane.paint_mean(place, *mean);
    } else {
        let mut block = plane.block(*mean);
        bits.coefficients(ac, plane.last(), |at, value| plane.set(&mut block, at, value))?;
        plane.paint(place, &block);
    }
    Some(())
}
