//! The scans of a progressive picture, one after the other into what is kept of it, and then the
//! picture of some eighths of its size, a row of units at a time.
//!
//! A component of which only the means are wanted needs no scan of other frequencies: those are
//! passed unread, which makes thumbnails cheap.

use fearless_simd::{Level, dispatch};

use super::bits::Bits;
use super::canvas::Canvas;
use super::coefficients::{Band, Coefficients};
use super::header::{Header, Scan, Tables};
use super::scale::{Scale, Trouble};
use crate::budget::Spending;
use crate::probe::jpeg_segments;
use crate::raster::Raster;

pub(super) fn decode(
    bytes: &[u8],
    header: &mut Header,
    scale: Scale,
    spending: &Spending<'_>,
) -> Result<Raster, Trouble> {
    let canvas = Canvas::new(header, scale);
    let mut picture = Picture::new(header, &canvas, scale.level);
    let mut at = picture.read(bytes, header.data, &header.first_scan, &header.tables, spending)?;
    loop {
        let (marker, segment, next) = jpeg_segments(bytes, at).next().ok_or(Trouble::Damaged)?;
        at = match marker {
            0xda => {
                let scan = Scan::read(segment, &header.components).ok_or(Trouble::Unusual)?;
                picture.read(bytes, next, &scan, &header.tables, spending)?
            }
            0xd9 => {
                return dispatch!(scale.level, _ => picture.paint(canvas, spending))
                    .ok_or(Trouble::Damaged);
            }
            // Steps that change between scans: which ones hold is a matter of taste.
            0xdb => return Err(Trouble::Unusual),
            _ => {
                header.tables.read(marker, segment).ok_or(Trouble::Unusual)?;
                next
            }
        };
    }
}

struct Picture {
    components: Vec<Component>,
    units_across: usize,
    units_down: usize,
    level: Level,
}

struct Component {
    coefficients: Coefficients,
    /// Blocks per unit.
    across: usize,
    down: usize,
    /// Blocks stored in a row, those that only fill the last unit included.
    stride: usize,
    /// Rows of blocks stored, the lowest first: what has been painted is then the end of the memory
    /// and can be let go.
    stored_rows: usize,
    /// Blocks of a scan of this component alone, which has no such filling.
    columns: usize,
    rows: usize,
}

impl Picture {
    fn new(header: &Header, canvas: &Canvas, level: Level) -> Self {
        let (most_across, most_down) = (canvas.planes[0].across, canvas.planes[0].down);
        let blocks =
            |side: u32, of: usize, most: usize| (side as usize * of).div_ceil(most).div_ceil(8);
        let components = canvas.planes.iter().map(|plane| {
            let stride = canvas.units_across * plane.across;
            let stored_rows = canvas.units_down * plane.down;
            Component {
                coefficients: Coefficients::new(plane, stride * stored_rows),
                across: plane.across,
                down: plane.down,
                stride,
                stored_rows,
                columns: blocks(header.width, plane.across, most_across),
                rows: blocks(header.height, plane.down, most_down),
            }
        });
        Self {
            components: components.collect(),
            units_across: canvas.units_across,
            units_down: canvas.units_down,
            level,
        }
    }

    /// Reads the scan whose bits begin at `at`; gives the place to look for the next marker.
    fn read(
        &mut self,
        bytes: &[u8],
        at: usize,
        scan: &Scan,
        tables: &Tables,
        spending: &Spending<'_>,
    ) -> Result<usize, Trouble> {
        let improves_one_bit = scan.high == 0 || scan.high == scan.low + 1;
        let means = scan.first == 0;
        if !improves_one_bit || scan.low > 13 || (means && scan.last > 0) {
            return Err(Trouble::Unusual);
        }
        let mut bits = Bits::new(bytes, at);
        let restarts = Restarts::new(tables.restart_interval);
        if means {
            let (level, bits) = (self.level, &mut bits);
            dispatch!(level, _ => self.read_means(bits, restarts, scan, tables, spending))
                .ok_or(Trouble::Damaged)?;
        } else {
            let [(index, _, table)] = scan.components[..] else {
                return Err(Trouble::Unusual);
            };
            let component = &mut self.components[index];
            // Passed unread. The next marker is found by looking for it.
            if component.coefficients.means_only() {
                return Ok(at);
            }
            let table = tables.ac(table).ok_or(Trouble::Damaged)?;
            let band = Band { first: scan.first, last: scan.last, low: scan.low };
            let (refines, bits) = (scan.high > 0, &mut bits);
            dispatch!(self.level, _ => {
                component.read_band(bits, restarts, band, refines, table, spending)
            })
            .ok_or(Trouble::Damaged)?;
        }
        Ok(bits.at())
    }

    #[inline(always)]
    fn read_means(
        &mut self,
        bits: &mut Bits<'_>,
        mut restarts: Restarts,
        scan: &Scan,
        tables: &Tables,
        spending: &Spending<'_>,
    ) -> Option<()> {
        let mut means = [0_i16; 3];
        // A component alone comes block by block, several come unit by unit.
        let alone = scan.components.len() == 1;
        let (columns, rows) = match scan.components[..] {
            [(index, ..)] => (self.components[index].columns, self.components[index].rows),
            _ => (self.units_across, self.units_down),
        };
        for row in 0..rows {
            for column in 0..columns {
                if restarts.before_unit(bits)? {
                    means = [0; 3];
                }
                for (index, table, _) in &scan.components {
                    let component = &mut self.components[*index];
                    let (across, down) =
                        if alone { (1, 1) } else { (component.across, component.down) };
                    for y in row * down..(row + 1) * down {
                        for x in column * across..(column + 1) * across {
                            let block = component.first_of_row(y) + x;
                            let coefficients = &mut component.coefficients;
                            if scan.high > 0 {
                                let bit = bits.take(1) as i16;
                                coefficients.refine_mean(block, bit << scan.low);
                            } else {
                                let mean = &mut means[*index];
                                *mean = mean.wrapping_add(bits.difference(tables.dc(*table)?)?);
                                coefficients.begin_mean(block, *mean << scan.low);
                            }
                        }
                    }
                }
            }
            if bits.overran() || !spending.go_on() {
                return None;
            }
        }
        Some(())
    }

    #[inline(always)]
    fn paint(mut self, mut canvas: Canvas, spending: &Spending<'_>) -> Option<Raster> {
        for strip in 0..canvas.units_down {
            if !spending.go_on() {
                return None;
            }
            for (plane, component) in canvas.planes.iter_mut().zip(&mut self.components) {
                for row in 0..plane.down {
                    let first = component.first_of_row(strip * plane.down + row);
                    for column in 0..component.stride {
                        let coefficients = &component.coefficients;
                        let mean = coefficients.mean(first + column);
                        if plane.means_only() {
                            plane.paint_mean((column, row), mean);
                            continue;
                        }
                        if plane.small() {
                            let block = plane.whole_block(coefficients.all(first + column));
                            plane.paint((column, row), &block);
                            continue;
                        }
                        let mut block = plane.block(mean);
                        for (place, value) in coefficients.others(first + column) {
                            plane.set(&mut block, place, value);
                        }
                        plane.paint((column, row), &block);
                    }
                }
                let painted = (strip + 1) * plane.down;
                component.coefficients.let_go_beyond(component.first_of_row(painted - 1));
            }
            canvas.finish_strip();
        }
        Some(canvas.into_raster())
    }
}

impl Component {
    #[inline(always)]
    fn first_of_row(&self, row: usize) -> usize {
        (self.stored_rows - 1 - row) * self.stride
    }

    #[inline(always)]
    fn read_band(
        &mut self,
        bits: &mut Bits<'_>,
        mut restarts: Restarts,
        band: Band,
        refines: bool,
        table: &super::huffman::Table,
        spending: &Spending<'_>,
    ) -> Option<()> {
        let mut ended = 0;
        for row in 0..self.rows {
            let first = self.first_of_row(row);
            for block in first..first + self.columns {
                if restarts.before_unit(bits)? {
                    ended = 0;
                }
                if refines {
                    self.coefficients.refine(block, band, bits, table, &mut ended)?;
                } else {
                    self.coefficients.begin(block, band, bits, table, &mut ended)?;
                }
            }
            if bits.overran() || !spending.go_on() {
                return None;
            }
        }
        Some(())
    }
}

/// Counts the units until the next restart.
struct Restarts {
    interval: usize,
    left: usize,
}

impl Restarts {
    fn new(interval: usize) -> Self {
        Self { interval, left: interval }
    }

    /// Passes the marker if one is due: whether it was, so that everything begins anew.
    #[inline(always)]
    fn before_unit(&mut self, bits: &mut Bits<'_>) -> Option<bool> {
        if self.interval == 0 {
            return Some(false);
        }
        let due = self.left == 0;
        if due {
            bits.restart()?;
            self.left = self.interval;
        }
        self.left -= 1;
        Some(due)
    }
}
