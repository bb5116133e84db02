//! The first look at a row: one bit per value, its sign.
//!
//! A scan is bound by the memory it reads, and most rows are far from every query. Signs are a
//! quarter of the codes' size and tell which rows are worth reading those; of these few the scan
//! then decides as it always has. Made for machines whose instructions select bytes by bits;
//! elsewhere adding up bits would take longer than the codes do.

use fearless_simd::{Level, Simd, dispatch, f32x16, prelude::*};

const LANES: usize = 16;
/// Rows whose sums are computed before they are looked at.
const BATCH: usize = 64;
/// Signs say little, and the directions of a model are not all alike: so more than the four
/// deviations that are enough for codes.
const DEVIATIONS: f32 = 5.0;
/// Below this dimension signs say next to nothing.
const MANY: usize = 128;

/// The signs of consecutive rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signs {
    words: Vec<u64>,
    /// What a row's sum has to be multiplied with to estimate its score.
    factors: Vec<f32>,
    /// How far that may be from the truth, in deviations of one.
    errors: Vec<f32>,
}

fn words_of(dimension: usize) -> usize {
    dimension.div_ceil(64)
}

impl Signs {
    pub(crate) fn push(&mut self, level: Level, values: &[f32]) {
        let row = self.factors.len();
        self.words.resize((row + 1) * words_of(values.len()), 0);
        self.factors.push(0.0);
        self.errors.push(0.0);
        self.set(level, row, values);
    }

    pub(crate) fn set(&mut self, level: Level, row: usize, values: &[f32]) {
        let width = words_of(values.len());
        let words = &mut self.words[row * width..][..width];
        let sum = dispatch!(level, simd => take_signs(simd, values, words));
        let dimension = values.len() as f32;
        // The cosine between a row and its signs; never zero, since rows have length one.
        let likeness = (sum / dimension.sqrt()).clamp(f32::MIN_POSITIVE, 1.0);
        self.factors[row] = 1.0 / (likeness * dimension.sqrt());
        self.errors[row] =
            ((1.0 - likeness * likeness).max(0.0).sqrt() / likeness) / dimension.sqrt();
    }

    pub(crate) fn pop(&mut self) {
        let Some(width) = self.words.len().checked_div(self.factors.len()) else { return };
        self.words.truncate(self.words.len() - width);
        self.factors.pop();
        self.errors.pop();
    }
}

/// Sets one bit for each value above zero, and adds up how far all are from it.
#[inline(always)]
fn take_signs<S: Simd>(simd: S, values: &[f32], words: &mut [u64]) -> f32 {
    let (groups, rest) = values.as_chunks::<LANES>();
    let mut sums = f32x16::splat(simd, 0.0);
    words.fill(0);
    for (index, group) in groups.iter().enumerate() {
        let group = f32x16::from_slice(simd, group);
        sums += group.abs();
        words[index / 4] |= group.simd_gt(0.0).to_bitmask() << (index % 4 * LANES);
    }
    for (value, bit) in rest.iter().zip(groups.len() * LANES..) {
        words[bit / 64] |= u64::from(*value > 0.0) << (bit % 64);
    }
    let rest: f32 = rest.iter().map(|value| value.abs()).sum();
    sums.as_slice().iter().sum::<f32>() + rest
}

/// A query for a whole scan.
#[derive(Debug)]
pub(crate) struct SignQuery {
    codes: Vec<[i8; 64]>,
    scale: f32,
    sum: i32,
    dimension: usize,
}

impl SignQuery {
    pub(crate) fn new(values: &[f32]) -> Self {
        let largest = values.iter().fold(f32::MIN_POSITIVE, |most, value| most.max(value.abs()));
        let scale = largest / 127.0;
        let codes: Vec<i8> =
            values.iter().map(|value| (value / scale).round_ties_even() as i8).collect();
        let mut groups = vec![[0; 64]; words_of(values.len())];
        for (group, part) in groups.iter_mut().zip(codes.chunks(64)) {
            group[..part.len()].copy_from_slice(part);
        }
        let sum = codes.iter().map(|code| i32::from(*code)).sum();
        Self { codes: groups, scale, sum, dimension: values.len() }
    }

    /// Whether signs say enough, and this machine reads them fast enough.
    pub(crate) fn is_worth_it(&self, level: Level) -> bool {
        self.dimension >= MANY && selects_bytes(level)
    }

    /// Appends the most that each row could score.
    pub(crate) fn look(&self, level: Level, signs: &Signs, prospects: &mut Vec<f32>) {
        let mut sums = [0; BATCH];
        let rows = signs.words.chunks(BATCH * self.codes.len());
        let scales = signs.factors.chunks(BATCH).zip(signs.errors.chunks(BATCH));
        for (words, (factors, errors)) in rows.zip(scales) {
            let sums = &mut sums[..factors.len()];
            add_up(level, words, &self.codes, sums);
            let start = prospects.len();
            prospects.resize(start + sums.len(), 0.0);
            let prospects = &mut prospects[start..];
            dispatch!(level, simd => self.weigh(simd, sums, (factors, errors), prospects));
        }
    }

    /// The most that rows could score, by the sums of their signs. Compiled for each kind of
    /// instructions, which is all it needs to go many at a time.
    #[inline(always)]
    fn weigh<S: Simd>(
        &self,
        _: S,
        sums: &[i32],
        (factors, errors): (&[f32], &[f32]),
        prospects: &mut [f32],
    ) {
        let rows = sums.iter().zip(factors).zip(errors);
        for (prospect, ((sum, factor), error)) in prospects.iter_mut().zip(rows) {
            // Twice the set ones less all of them: plus where a bit is set, minus where it is not.
            *prospect = (2 * sum - self.sum) as f32 * self.scale * factor + DEVIATIONS * error;
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn selects_bytes(level: Level) -> bool {
    level.as_avx512().is_some()
}

#[cfg(not(target_arch = "x86_64"))]
fn selects_bytes(_: Level) -> bool {
    false
}

/// Puts the sum of a query's codes where a row's signs are set into `sums`.
fn add_up(level: Level, words: &[u64], codes: &[[i8; 64]], sums: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = level.as_avx512() {
        return x86::add_up(avx512, words, codes, sums);
    }
    let _ = level;
    add_up_portably(words, codes, sums);
}

fn add_up_portably(words: &[u64], codes: &[[i8; 64]], sums: &mut [i32]) {
    for (row, total) in words.chunks_exact(codes.len()).zip(sums) {
        *total = 0;
        for (word, codes) in row.iter().zip(codes) {
            let set = |(bit, code): (usize, &i8)| i32::from(*code) * (word >> bit & 1) as i32;
            *total += codes.iter().enumerate().map(set).sum::<i32>();
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use fearless_simd::{i8x64, prelude::*};

    fearless_simd::kernel!(
        pub(super) fn add_up(token: Avx512, words: &[u64], codes: &[[i8; 64]], sums: &mut [i32]) {
            let one = _mm512_set1_epi8(1);
            for (row, total) in words.chunks_exact(codes.len()).zip(sums) {
                let mut lanes = _mm512_setzero_si512();
                for (word, codes) in row.iter().zip(codes) {
                    let codes: __m512i = i8x64::from_slice(token, codes).into();
                    lanes = _mm512_dpbusd_epi32(lanes, _mm512_maskz_mov_epi8(*word, one), codes);
                }
                *total = _mm512_reduce_add_epi32(lanes);
            }
        }
    );
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_way_gives_the_same_sums(
            words in proptest::collection::vec(any::<u64>(), 6),
            codes in proptest::collection::vec(-127_i8..=127, 128),
        ) {
            let codes: Vec<[i8; 64]> = codes.as_chunks::<64>().0.to_vec();
            let (mut portable, mut own) = ([0; 3], [0; 3]);
            add_up_portably(&words, &codes, &mut portable);
            add_up(Level::new(), &words, &codes, &mut own);
            prop_assert_eq!(portable, own);
        }
    }

    #[test]
    fn every_value_gives_one_sign() {
        for (level, length) in [(Level::new(), 150), (Level::baseline(), 150), (Level::new(), 3)] {
            let mut values: Vec<f32> = (0..length).map(|n| (n * 7 % 5) as f32 - 2.0).collect();
            // Rows have length one; beyond it the likeness would be cut off.
            let size = values.iter().map(|value| value * value).sum::<f32>().sqrt();
            values.iter_mut().for_each(|value| *value /= size);
            let mut signs = Signs::default();
            signs.push(level, &values);
            let bit = |row: usize| signs.words[row / 64] >> (row % 64) & 1 == 1;
            assert!((0..values.len()).all(|row| bit(row) == (values[row] > 0.0)));
            let sum: f32 = values.iter().map(|value| value.abs()).sum();
            assert!((signs.factors[0] * sum - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn a_row_that_is_near_passes_and_one_that_is_far_does_not() {
        let mut state = 5_u64;
        let mut unit = || {
            let mut values: Vec<f32> = (0..384)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 40) as f32 / (1 << 23) as f32 - 1.0
                })
                .collect();
            let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
            values.iter_mut().for_each(|value| *value /= length);
            values
        };
        let rows: Vec<Vec<f32>> = (0..200).map(|_| unit()).collect();
        let mut signs = Signs::default();
        rows.iter().for_each(|row| signs.push(Level::new(), row));
        let query = SignQuery::new(&rows[7]);
        let mut prospects = Vec::new();
        query.look(Level::new(), &signs, &mut prospects);
        assert_eq!(prospects.len(), 200);
        let near: Vec<usize> = (0..200).filter(|row| prospects[*row] >= 0.6).collect();
        assert_eq!(near, [7]);
        signs.pop();
        assert_eq!(signs.words.len(), 199 * 6);
    }
}
