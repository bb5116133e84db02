//! Matrix products for the transformer: a right-hand matrix packed once into panels, and a
//! register-tiled kernel that runs at whatever vector width the machine has.
//!
//! Only what a forward pass needs is here: no transposed outputs, no threads (several texts are
//! embedded in parallel by calling from several threads), no types but `f32`.

use std::ops::Range;

use fearless_simd::{Level, Simd, dispatch, f32x4, f32x16, prelude::*};

use super::activation::gelu;

/// Columns per panel: two of the widest registers, so that a tile of twelve rows keeps
/// twenty-four sums in flight.
pub(crate) const PANEL: usize = 2 * LANES;
const LANES: usize = 16;
/// How much of the shared dimension is worked through at a time, so that the rows of a slice stay
/// in the second-level cache while all panels pass by.
const SLICE: usize = 384;
/// The shared dimension is padded to whole steps, and sizes of models must be multiples of it.
pub(crate) const STEP: usize = 8;

/// The right-hand side of a product, `depth` × `columns`, stored panel by panel so that the
/// kernel reads it front to back. Missing columns and depth are zeros.
#[derive(Debug, Clone, Default)]
pub(crate) struct Packed {
    depth: usize,
    columns: usize,
    panels: Vec<Strip>,
}

/// One step of a panel. On the boundary of a cache line, since a register that is read across one
/// costs twice.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Strip([f32; PANEL]);

const EMPTY: Strip = Strip([0.0; PANEL]);

/// Rows of the left-hand side inside a larger buffer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) values: &'a [f32],
    /// Distance between the starts of two rows.
    pub(crate) stride: usize,
    pub(crate) count: usize,
}

impl Packed {
    /// Packs a matrix given as `columns` rows of `depth` values, the way linear layers are stored.
    pub(crate) fn from_transposed(weights: &[f32], columns: usize, depth: usize) -> Self {
        let mut packed = Self::default();
        packed.fill_transposed(columns, depth, |column| &weights[column * depth..][..depth]);
        packed
    }

    /// The same, reusing the allocation; `column` yields the `depth` values of one column.
    pub(crate) fn fill_transposed<'a>(
        &mut self,
        columns: usize,
        depth: usize,
        column: impl Fn(usize) -> &'a [f32],
    ) {
        let padded = self.reset(columns, depth);
        for index in 0..columns {
            let panel = &mut self.panels[index / PANEL * padded..][..padded];
            for (slot, value) in panel.iter_mut().zip(column(index)) {
                slot.0[index % PANEL] = *value;
            }
        }
    }

    /// Packs a matrix given row by row; `row` yields the `columns` values of one row.
    pub(crate) fn fill<'a>(
        &mut self,
        columns: usize,
        depth: usize,
        row: impl Fn(usize) -> &'a [f32],
    ) {
        let padded = self.reset(columns, depth);
        for index in 0..depth {
            for (panel, part) in row(index).chunks(PANEL).enumerate() {
                self.panels[panel * padded + index].0[..part.len()].copy_from_slice(part);
            }
        }
    }

    /// From now on zeros at the end of the last panel are columns, too: for an output that has room
    /// for them, since whole panels are quicker.
    pub(crate) fn count_padding(&mut self) {
        self.columns = self.columns.next_multiple_of(PANEL);
    }

    fn reset(&mut self, columns: usize, depth: usize) -> usize {
        let padded = depth.next_multiple_of(STEP);
        self.depth = padded;
        self.columns = columns;
        self.panels.clear();
        self.panels.resize(columns.div_ceil(PANEL) * padded, EMPTY);
        padded
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth
    }
}

/// What happens to a sum before it is put down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    Plain,
    /// Its GELU, while it is still in the first-level cache.
    Gelu,
}

/// Where a product puts its result.
pub(crate) struct Output<'a> {
    pub(crate) values: &'a mut [f32],
    /// Distance between the starts of two rows.
    pub(crate) stride: usize,
}

/// `output[row][column] = rows × packed (+ bias)`, finished. The scratch space is kept between products only
/// to spare its allocation.
pub(crate) fn multiply(
    level: Level,
    rows: Rows<'_>,
    packed: &Packed,
    (bias, finish): (&[f32], Finish),
    scratch: &mut Vec<f32>,
    output: Output<'_>,
) {
    dispatch!(level, simd => multiply_with(simd, rows, packed, (bias, finish), scratch, output));
}

#[inline(always)]
fn multiply_with<S: Simd>(
    simd: S,
    rows: Rows<'_>,
    packed: &Packed,
    (bias, finish): (&[f32], Finish),
    scratch: &mut Vec<f32>,
    mut output: Output<'_>,
) {
    // As many rows per tile as keep all sums in registers at this vector width; what remains goes
    // in smaller tiles.
    let wide = if S::f32s::LEN == 16 { rows.count / 12 * 12 } else { 0 };
    let narrow = wide + (rows.count - wide) / 3 * 3;
    // Slices of the shared dimension outermost: the rows of one slice stay in the cache while all
    // panels pass by.
    for begin in (0..packed.depth).step_by(SLICE) {
        let slice = begin..packed.depth.min(begin + SLICE);
        scratch.resize(rows.count * slice.len(), 0.0);
        interleave_twelve(simd, rows, slice.clone(), 0..wide, scratch);
        interleave::<3>(rows, slice.clone(), wide..narrow, scratch);
        interleave::<1>(rows, slice.clone(), narrow..rows.count, scratch);
        for (index, panel) in packed.panels.chunks_exact(packed.depth).enumerate() {
            let first = index * PANEL;
            let width = PANEL.min(packed.columns - first);
            let bias = bias.get(first..first + width).unwrap_or_default();
            let panel = Panel {
                values: &panel[slice.clone()],
                first,
                width,
                bias,
                // Only the first slice starts from the bias. The others go on from what is in the
                // output.
                fresh: begin == 0,
                // Only after the last slice is a sum complete, so only then may it be bent.
                finish: if slice.end == packed.depth { finish } else { Finish::Plain },
            };
            panel.multiply::<S, 12>(simd, 0..wide, scratch, &mut output);
            panel.multiply::<S, 3>(simd, wide..narrow, scratch, &mut output);
            panel.multiply::<S, 1>(simd, narrow..rows.count, scratch, &mut output);
        }
    }
}

/// Lays the rows of each tile side by side, so that the kernel walks one stream and not twelve.
#[inline(always)]
fn interleave<const TILE: usize>(
    rows: Rows<'_>,
    slice: Range<usize>,
    range: Range<usize>,
    scratch: &mut [f32],
) {
    let depth = slice.len();
    for row in range.step_by(TILE) {
        let tile = scratch[row * depth..][..TILE * depth].as_chunks_mut::<TILE>().0;
        let sources: [&[f32]; TILE] = std::array::from_fn(|offset| {
            &rows.values[(row + offset) * rows.stride + slice.start..][..depth]
        });
        for (index, values) in tile.iter_mut().enumerate() {
            *values = std::array::from_fn(|offset| sources[offset][index]);
        }
    }
}

/// The same for the tiles that nearly all rows are in, four by four: left to itself the compiler
/// scatters, which took a fifteenth of the whole.
#[inline(always)]
fn interleave_twelve<S: Simd>(
    simd: S,
    rows: Rows<'_>,
    slice: Range<usize>,
    range: Range<usize>,
    scratch: &mut [f32],
) {
    let depth = slice.len();
    for row in range.step_by(12) {
        let tile = scratch[row * depth..][..12 * depth].as_chunks_mut::<48>().0;
        for first in [0, 4, 8] {
            let [a, b, c, d] = std::array::from_fn(|offset| {
                let start = (row + first + offset) * rows.stride + slice.start;
                rows.values[start..][..depth].as_chunks::<4>().0
            });
            for ((((values, a), b), c), d) in tile.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                let columns = transpose(simd, [a, b, c, d]);
                for (column, place) in columns.into_iter().zip(values.as_chunks_mut::<12>().0) {
                    column.store_slice(&mut place[first..first + 4]);
                }
            }
        }
    }
}

#[inline(always)]
fn transpose<S: Simd>(simd: S, rows: [&[f32; 4]; 4]) -> [f32x4<S>; 4] {
    let [a, b, c, d] = rows.map(|row| f32x4::from_slice(simd, row));
    let (even, odd) = ((a.zip_low(c), a.zip_high(c)), (b.zip_low(d), b.zip_high(d)));
    [even.0.zip_low(odd.0), even.0.zip_high(odd.0), even.1.zip_low(odd.1), even.1.zip_high(odd.1)]
}

struct Panel<'a> {
    values: &'a [Strip],
    first: usize,
    width: usize,
    bias: &'a [f32],
    /// Whether sums start from the bias, or from what earlier slices left in the output.
    fresh: bool,
    finish: Finish,
}

impl Panel<'_> {
    #[inline(always)]
    fn place<'a>(&self, row: usize, output: &'a mut Output<'_>) -> &'a mut [f32] {
        &mut output.values[row * output.stride + self.first..][..self.width]
    }

    #[inline(always)]
    fn multiply<S: Simd, const TILE: usize>(
        &self,
        simd: S,
        range: Range<usize>,
        scratch: &[f32],
        output: &mut Output<'_>,
    ) {
        let depth = self.values.len();
        for row in range.step_by(TILE) {
            let tile = scratch[row * depth..][..TILE * depth].as_chunks::<TILE>().0;
            let mut sums: [[f32x16<S>; 2]; TILE] = std::array::from_fn(|offset| {
                let start = if self.fresh { self.bias } else { self.place(row + offset, output) };
                load(simd, start)
            });
            for (left, Strip(right)) in tile.iter().zip(self.values) {
                let low = f32x16::from_slice(simd, &right[..LANES]);
                let high = f32x16::from_slice(simd, &right[LANES..]);
                for (sum, left) in sums.iter_mut().zip(left) {
                    let factor = f32x16::splat(simd, *left);
                    sum[0] = factor.mul_add(low, sum[0]);
                    sum[1] = factor.mul_add(high, sum[1]);
                }
            }
            // Put down in a loop short enough to be unrolled; otherwise sums would not stay in
            // registers before it.
            let mut buffer = [EMPTY; TILE];
            for (Strip(values), sum) in buffer.iter_mut().zip(&sums) {
                sum[0].store_slice(&mut values[..LANES]);
                sum[1].store_slice(&mut values[LANES..]);
            }
            for (offset, Strip(values)) in buffer.iter_mut().enumerate() {
                if self.finish == Finish::Gelu {
                    gelu(simd, values);
                }
                store(simd, values, self.place(row + offset, output));
            }
        }
    }
}

/// A row of a tile; what is missing at its end is zero. Whole ones, by far the most, are moved by
/// registers and not by a call for each.
#[inline(always)]
fn load<S: Simd>(simd: S, values: &[f32]) -> [f32x16<S>; 2] {
    if values.len() == PANEL {
        let (low, high) = values.split_at(LANES);
        return [f32x16::from_slice(simd, low), f32x16::from_slice(simd, high)];
    }
    let mut padded = EMPTY;
    padded.0[..values.len()].copy_from_slice(values);
    let (low, high) = padded.0.split_at(LANES);
    [f32x16::from_slice(simd, low), f32x16::from_slice(simd, high)]
}

/// The other way round.
#[inline(always)]
fn store<S: Simd>(simd: S, values: &[f32; PANEL], place: &mut [f32]) {
    if place.len() == PANEL {
        let (low, high) = place.split_at_mut(LANES);
        f32x16::from_slice(simd, &values[..LANES]).store_slice(low);
        f32x16::from_slice(simd, &values[LANES..]).store_slice(high);
    } else {
        place.copy_from_slice(&values[..place.len()]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(rows: Rows<'_>, weights: &[f32], columns: usize, depth: usize) -> Vec<f32> {
        let mut output = vec![0.0; rows.count * columns];
        for row in 0..rows.count {
            for column in 0..columns {
                output[row * columns + column] = (0..depth)
                    .map(|k| rows.values[row * rows.stride + k] * weights[column * depth + k])
                    .sum();
            }
        }
        output
    }

    proptest! {
        #[test]
        fn a_packed_product_equals_the_textbook_one(
            count in 1_usize..30, columns in 1_usize..70, steps in 1_usize..5, seed in 0_u32..1000,
        ) {
            let depth = steps * STEP;
            let value = |i: usize| ((i as u32).wrapping_mul(2_654_435_761).wrapping_add(seed) >> 20) as f32 / 4096.0 - 0.5;
            let left: Vec<f32> = (0..count * depth).map(value).collect();
            let weights: Vec<f32> = (0..columns * depth).map(|i| value(i + 77)).collect();
            let rows = Rows { values: &left, stride: depth, count };
            let expected = naive(rows, &weights, columns, depth);
            for level in [Level::new(), Level::baseline()] {
                let mut output = vec![9.0; count * columns];
                let packed = Packed::from_transposed(&weights, columns, depth);
                let target = Output { values: &mut output, stride: columns };
                multiply(level, rows, &packed, (&[], Finish::Plain), &mut Vec::new(), target);
                for (got, want) in output.iter().zip(&expected) {
                    prop_assert!((got - want).abs() < 1e-4, "{got} for {want}");
                }
            }
        }
    }
}
