//! The first look at a row: one bit per value, its sign.
//!
//! A scan is bound by the memory it reads, and most rows are far from every query. Signs are a
//! quarter of the codes' size and tell which rows are worth reading those; of these few the scan
//! then decides as it always has. Made for machines whose instructions select bytes by bits; on
//! others every row passes, because adding up bits would take longer than the codes do.

use fearless_simd::Level;

/// Rows whose sums are computed before they are looked at.
const BATCH: usize = 64;
/// Signs say little, and the directions of a model are not all alike: so more than the four
/// deviations that are enough for codes.
const DEVIATIONS: f32 = 5.0;
/// Blocks without a sieve after one that was of no use.
const REST: usize = 15;
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
    pub(crate) fn push(&mut self, values: &[f32]) {
        let row = self.factors.len();
        self.words.resize((row + 1) * words_of(values.len()), 0);
        self.factors.push(0.0);
        self.errors.push(0.0);
        self.set(row, values);
    }

    pub(crate) fn set(&mut self, row: usize, values: &[f32]) {
        let width = words_of(values.len());
        for (word, part) in self.words[row * width..][..width].iter_mut().zip(values.chunks(64)) {
            let bit = |(bit, value): (usize, &f32)| u64::from(*value > 0.0) << bit;
            *word = part.iter().enumerate().map(bit).fold(0, |word, bit| word | bit);
        }
        let dimension = values.len() as f32;
        let sum: f32 = values.iter().map(|value| value.abs()).sum();
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

/// A query for a whole scan.
#[derive(Debug)]
pub(crate) struct SignQuery {
    codes: Vec<[i8; 64]>,
    scale: f32,
    sum: i32,
    is_worth_it: bool,
    /// Blocks that are not sieved before it is tried again.
    rest: usize,
}

impl SignQuery {
    pub(crate) fn new(level: Level, values: &[f32]) -> Self {
        let largest = values.iter().fold(f32::MIN_POSITIVE, |most, value| most.max(value.abs()));
        let scale = largest / 127.0;
        let codes: Vec<i8> =
            values.iter().map(|value| (value / scale).round_ties_even() as i8).collect();
        let mut groups = vec![[0; 64]; words_of(values.len())];
        for (group, part) in groups.iter_mut().zip(codes.chunks(64)) {
            group[..part.len()].copy_from_slice(part);
        }
        Self {
            sum: codes.iter().map(|code| i32::from(*code)).sum(),
            codes: groups,
            scale,
            is_worth_it: values.len() >= MANY && selects_bytes(level),
            rest: 0,
        }
    }

    /// Leaves out of the list the rows that cannot reach a score. Where few are left out, as for
    /// a long list of hits, or few are listed, it costs more than it spares and takes a rest.
    pub(crate) fn sieve(
        &mut self,
        level: Level,
        signs: &Signs,
        wanted: f32,
        rows: &mut Vec<usize>,
    ) {
        if self.rest > 0 {
            self.rest -= 1;
            return;
        }
        if !self.is_worth_it || wanted <= 0.0 || rows.len() * 4 < signs.factors.len() {
            return;
        }
        let listed = rows.len();
        self.leave_out(level, signs, wanted, rows);
        if rows.len() * 2 > listed {
            self.rest = REST;
        }
    }

    fn leave_out(&self, level: Level, signs: &Signs, wanted: f32, rows: &mut Vec<usize>) {
        let mut sums = [0; BATCH];
        let (mut kept, mut start) = (0, 0);
        while start < rows.len() {
            let end = rows.len().min(start + BATCH);
            add_up(level, &signs.words, &self.codes, &rows[start..end], &mut sums);
            for index in start..end {
                let row = rows[index];
                let estimate =
                    (2 * sums[index - start] - self.sum) as f32 * self.scale * signs.factors[row];
                if estimate + DEVIATIONS * signs.errors[row] >= wanted {
                    rows[kept] = row;
                    kept += 1;
                }
            }
            start = end;
        }
        rows.truncate(kept);
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
fn add_up(level: Level, words: &[u64], codes: &[[i8; 64]], rows: &[usize], sums: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = level.as_avx512() {
        return x86::add_up(avx512, words, codes, rows, sums);
    }
    let _ = level;
    add_up_portably(words, codes, rows, sums);
}

fn add_up_portably(words: &[u64], codes: &[[i8; 64]], rows: &[usize], sums: &mut [i32]) {
    for (row, total) in rows.iter().zip(sums) {
        let row = &words[row * codes.len()..][..codes.len()];
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
        pub(super) fn add_up(
            token: Avx512,
            words: &[u64],
            codes: &[[i8; 64]],
            rows: &[usize],
            sums: &mut [i32],
        ) {
            let one = _mm512_set1_epi8(1);
            for (row, total) in rows.iter().zip(sums) {
                let row = &words[row * codes.len()..][..codes.len()];
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
            add_up_portably(&words, &codes, &[2, 0, 1], &mut portable);
            add_up(Level::new(), &words, &codes, &[2, 0, 1], &mut own);
            prop_assert_eq!(portable, own);
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
        rows.iter().for_each(|row| signs.push(row));
        let mut query = SignQuery::new(Level::new(), &rows[7]);
        let mut kept: Vec<usize> = (0..200).collect();
        query.sieve(Level::new(), &signs, 0.6, &mut kept);
        match query.is_worth_it {
            true => assert_eq!(kept, [7]),
            false => assert_eq!(kept.len(), 200),
        }
        signs.pop();
        assert_eq!(signs.words.len(), 199 * 6);
    }
}
