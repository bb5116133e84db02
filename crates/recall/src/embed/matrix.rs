//! Matrix products for the transformer: a right-hand matrix packed once into panels, and a
//! register-tiled kernel that runs at whatever vector width the machine has.
//!
//! Only what a forward pass needs is here: no transposed outputs, no threads (several texts are
//! embedded in parallel by calling from several threads), no types but `f32`.

use fearless_simd::{Level, Simd, dispatch, f32x16, prelude::*};

/// Columns per panel: two of the widest registers, so that a tile of twelve rows keeps
/// twenty-four sums in flight.
pub(crate) const PANEL: usize = 32;
/// Steps along the shared dimension between two bounds checks.
pub(crate) const STEP: usize = 8;

/// The right-hand side of a product, `depth` × `columns`, stored panel by panel so that the
/// kernel reads it front to back. Missing columns and depth are zeros.
#[derive(Debug, Clone, Default)]
pub(crate) struct Packed {
    depth: usize,
    columns: usize,
    panels: Vec<[f32; PANEL]>,
}

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
                slot[index % PANEL] = *value;
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
                self.panels[panel * padded + index][..part.len()].copy_from_slice(part);
            }
        }
    }

    fn reset(&mut self, columns: usize, depth: usize) -> usize {
        let padded = depth.next_multiple_of(STEP);
        self.depth = padded;
        self.columns = columns;
        self.panels.clear();
        self.panels.resize(columns.div_ceil(PANEL) * padded, [0.0; PANEL]);
        padded
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth
    }
}

/// `output[row][column] = rows × packed (+ bias)`. Rows of the output start `output_stride` apart.
pub(crate) fn multiply(
    level: Level,
    rows: Rows<'_>,
    packed: &Packed,
    bias: &[f32],
    output: &mut [f32],
    output_stride: usize,
) {
    dispatch!(level, simd => multiply_with(simd, rows, packed, bias, output, output_stride));
}

#[inline(always)]
fn multiply_with<S: Simd>(
    simd: S,
    rows: Rows<'_>,
    packed: &Packed,
    bias: &[f32],
    output: &mut [f32],
    output_stride: usize,
) {
    for (index, panel) in packed.panels.chunks_exact(packed.depth).enumerate() {
        let first = index * PANEL;
        let width = PANEL.min(packed.columns - first);
        let mut start = [0.0; PANEL];
        if let Some(bias) = bias.get(first..first + width) {
            start[..width].copy_from_slice(bias);
        }
        let job = Panel { panel, start, first, width, output_stride };
        let mut row = 0;
        // As many rows per tile as keep all sums in registers at this vector width.
        if S::f32s::LEN == 16 {
            row = job.tiles::<S, 12>(simd, rows, row, output);
        }
        row = job.tiles::<S, 3>(simd, rows, row, output);
        job.tiles::<S, 1>(simd, rows, row, output);
    }
}

struct Panel<'a> {
    panel: &'a [[f32; PANEL]],
    start: [f32; PANEL],
    first: usize,
    width: usize,
    output_stride: usize,
}

impl Panel<'_> {
    /// Works through whole tiles from `row` on and says where it stopped.
    #[inline(always)]
    fn tiles<S: Simd, const TILE: usize>(
        &self,
        simd: S,
        rows: Rows<'_>,
        mut row: usize,
        output: &mut [f32],
    ) -> usize {
        let depth = self.panel.len();
        let steps = self.panel.as_chunks::<STEP>().0;
        while row + TILE <= rows.count {
            let tile: [&[[f32; STEP]]; TILE] = std::array::from_fn(|offset| {
                rows.values[(row + offset) * rows.stride..][..depth].as_chunks().0
            });
            let low = f32x16::from_slice(simd, &self.start[..16]);
            let high = f32x16::from_slice(simd, &self.start[16..]);
            let mut sums = [[low, high]; TILE];
            for (index, step) in steps.iter().enumerate() {
                let left: [&[f32; STEP]; TILE] = std::array::from_fn(|offset| &tile[offset][index]);
                for (lane, values) in step.iter().enumerate() {
                    let low = f32x16::from_slice(simd, &values[..16]);
                    let high = f32x16::from_slice(simd, &values[16..]);
                    for (sum, left) in sums.iter_mut().zip(left) {
                        let factor = f32x16::splat(simd, left[lane]);
                        sum[0] = factor.mul_add(low, sum[0]);
                        sum[1] = factor.mul_add(high, sum[1]);
                    }
                }
            }
            for (offset, [low, high]) in sums.into_iter().enumerate() {
                let target =
                    &mut output[(row + offset) * self.output_stride + self.first..][..self.width];
                if let Ok(target) = <&mut [f32; PANEL]>::try_from(&mut *target) {
                    low.store_slice(&mut target[..16]);
                    high.store_slice(&mut target[16..]);
                } else {
                    let both = low.as_slice().iter().chain(high.as_slice());
                    for (slot, value) in target.iter_mut().zip(both) {
                        *slot = *value;
                    }
                }
            }
            row += TILE;
        }
        row
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
                multiply(level, rows, &Packed::from_transposed(&weights, columns, depth), &[], &mut output, columns);
                for (got, want) in output.iter().zip(&expected) {
                    prop_assert!((got - want).abs() < 1e-4, "{got} for {want}");
                }
            }
        }
    }
}
