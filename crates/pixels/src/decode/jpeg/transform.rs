//! From frequencies to pixels, at any size: the cosines of an eight-sample block, read off at
//! fewer or more places than eight.
//!
//! Colour differences stored at half the resolution are read off at twice as many places as
//! brightness, so that all planes come out the same size and none has to be enlarged afterwards.

/// Room for the largest block made: twice seven samples a side.
const MOST: usize = 16;

/// Blocks of no more frequencies a side are made without looking which of them are zero.
const FEW: usize = 4;

/// Cosines for blocks of `width` × `height` samples, `LANES` of them at a time.
pub(super) struct Transform<const LANES: usize> {
    height: usize,
    /// How many rows and columns of frequencies are made use of.
    most: (usize, usize),
    across: [[f32; LANES]; 8],
    /// For each row of the result the cosine of each vertical frequency there.
    down: [[f32; 8]; MOST],
    few: bool,
}

impl<const LANES: usize> Transform<LANES> {
    /// Makes use of the lowest `frequencies`, across and down, and takes the others for zero.
    pub(super) fn new((width, height): (usize, usize), frequencies: (usize, usize)) -> Self {
        assert!(width <= LANES && height <= MOST);
        let most = (frequencies.1.min(height), frequencies.0.min(width));
        let by_frequency: [[f32; MOST]; 8] = cosines(height, most.0);
        let down =
            std::array::from_fn(|y| std::array::from_fn(|frequency| by_frequency[frequency][y]));
        let few = most.0.max(most.1) <= FEW;
        Self { height, most, across: cosines(width, most.1), down, few }
    }

    /// `frequencies` are rows of vertical, columns of horizontal frequency; only the first `used`
    /// rows and columns are other than zero. Each row of the result is written to `target` as
    /// `LANES` samples, of which the caller overwrites those beyond the width.
    #[inline(always)]
    pub(super) fn apply(
        &self,
        frequencies: &[[f32; 8]; 8],
        used: (usize, usize),
        target: &mut [u8],
        stride: usize,
    ) {
        let targets = target.chunks_mut(stride).take(self.height);
        let (rows, columns) = (used.0.min(self.most.0), used.1.min(self.most.1));
        // The smallest are not worth a question.
        if LANES > FEW && rows <= 1 && columns <= 1 {
            // In the steps of the long way, so that no tie is rounded to the other side.
            let level = [to_byte(frequencies[0][0] * self.across[0][0] * self.down[0][0]); LANES];
            for row in targets {
                row[..LANES].copy_from_slice(&level);
            }
            return;
        }
        let mut halfway = [[0.0_f32; LANES]; 8];
        if self.few {
            // To add zeros is quicker than to guess wrong where they begin.
            for (index, row) in frequencies.iter().enumerate().take(FEW) {
                halfway[index] = weighted(row, FEW, &self.across);
            }
            for (index, row) in targets.enumerate() {
                let sums = weighted(&self.down[index], FEW, &halfway);
                row[..LANES].copy_from_slice(&sums.map(to_byte));
            }
            return;
        }
        for (index, row) in frequencies.iter().enumerate().take(rows) {
            halfway[index] = weighted(row, columns, &self.across);
        }
        for (index, row) in targets.enumerate() {
            let sums = weighted(&self.down[index], rows, &halfway);
            row[..LANES].copy_from_slice(&sums.map(to_byte));
        }
    }
}

/// The sum of the first `count` lines, each times its weight. Lanes are told by number: iterators
/// over two things at once are not always seen through, and each lane was then added by itself.
#[inline(always)]
fn weighted<const LANES: usize>(
    weights: &[f32; 8],
    count: usize,
    lines: &[[f32; LANES]; 8],
) -> [f32; LANES] {
    let mut sums = [0.0; LANES];
    for (index, weight) in weights.iter().enumerate().take(count) {
        let line = &lines[index];
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum += line[lane] * weight;
        }
    }
    sums
}

/// Rounds and clips. Beyond 2²³ single precision has no fractions: adding that much rounds, and
/// leaves the whole number in the lowest bits. Casts would also care for values that are no numbers.
#[inline(always)]
pub(super) fn to_byte(level: f32) -> u8 {
    let level = level + 128.0;
    let level = if level > 0.0 { level } else { 0.0 };
    let level = if level < 255.0 { level } else { 255.0 };
    (level + 8_388_608.0).to_bits() as u8
}

/// For each of eight frequencies its cosine at `size` places; zero for those beyond the lowest
/// `most`, which are never more than the places can tell apart.
fn cosines<const LANES: usize>(size: usize, most: usize) -> [[f32; LANES]; 8] {
    std::array::from_fn(|frequency| {
        std::array::from_fn(|place| {
            if place >= size || frequency >= most {
                return 0.0;
            }
            let angle = (2 * place + 1) as f64 * frequency as f64 * std::f64::consts::PI;
            let scale = if frequency == 0 { 0.5_f64.sqrt() } else { 1.0 };
            (0.5 * scale * (angle / (2 * size) as f64).cos()) as f32
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_block_is_flat_at_every_size() {
        let mut frequencies = [[0.0; 8]; 8];
        frequencies[0][0] = 8.0 * 50.0;
        for size in 1..=16 {
            let mut block = [0; MOST * MOST];
            Transform::<16>::new((size, size), (8, 8)).apply(
                &frequencies,
                (8, 8),
                &mut block,
                MOST,
            );
            let mut rows = block.chunks(MOST).take(size);
            assert!(rows.all(|row| row[..size].iter().all(|value| *value == 178)));
        }
    }

    #[test]
    fn a_slope_stays_a_slope_with_the_same_mean() {
        let mut frequencies = [[0.0; 8]; 8];
        frequencies[0][1] = 200.0;
        for size in [2, 5, 8, 14] {
            let mut block = [0; MOST * MOST];
            Transform::<16>::new((size, size), (8, 8)).apply(
                &frequencies,
                (1, 2),
                &mut block,
                MOST,
            );
            let row = &block[..size];
            assert!(row.is_sorted_by(|left, right| left >= right));
            let mean = row.iter().map(|value| f32::from(*value)).sum::<f32>() / size as f32;
            assert!((mean - 128.0).abs() < 1.0, "{size}: {mean}");
        }
    }
}
