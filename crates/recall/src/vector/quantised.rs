//! Vectors in half a byte per value, and how far that can lead a score astray.
//!
//! A scan is bound by the memory it reads, so rows are kept in sixteen levels for the first look,
//! an eighth of their full size. A row keeps the exact length of its rounding error; the scan
//! leaves out only rows whose estimate, plus [`CodedQuery::margin`], cannot reach the best. Those
//! that remain are scored in full precision.

use fearless_simd::{Level, Simd, dispatch};

use super::product::{self, GROUP};

/// Rows whose sums are computed before they are looked at.
const BATCH: usize = 64;

const LANES: usize = 16;
/// The middle of the sixteen levels.
const MIDDLE: f32 = 7.5;
/// Rounding errors point in no direction in particular, so their share in a score is about their
/// length divided by the square root of the dimension. Four times that is exceeded by one row in
/// tens of thousands, which then may be missing at the very end of a list.
const DEVIATIONS: f32 = 4.0;
/// Below this dimension errors are too few to even out, and the whole of their length counts.
const MANY: usize = 128;
/// Covers the rounding of the few `f32` operations around an estimate.
const SLACK: f32 = 1e-5;

/// Scale and rounding error of one coded vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coding {
    pub(crate) scale: f32,
    pub(crate) error: f32,
}

/// Bytes per coded vector: two values share one.
pub(crate) fn code_length(dimension: usize) -> usize {
    dimension.div_ceil(2).next_multiple_of(GROUP)
}

/// Appends the codes of a vector: its first half in the low bits, its second in the high ones.
pub(crate) fn encode(level: Level, values: &[f32], codes: &mut Vec<u8>) -> Coding {
    dispatch!(level, simd => encode_with(simd, values, codes))
}

#[inline(always)]
fn encode_with<S: Simd>(simd: S, values: &[f32], codes: &mut Vec<u8>) -> Coding {
    let largest = largest(values);
    let inverse = MIDDLE / largest;
    // Plain loops over one buffer: what the compiler does not inline is not vectorised for this
    // machine, and a start does this for every row.
    let mut levels = vec![0.0; values.len()];
    for (level, value) in levels.iter_mut().zip(values) {
        *level = (value * inverse + MIDDLE).round_ties_even().clamp(0.0, 15.0) - MIDDLE;
    }
    // The scale that leaves the shortest error for these levels.
    let scale = crate::dot::dot(simd, values, &levels) / crate::dot::dot(simd, &levels, &levels);
    let half = code_length(values.len());
    let start = codes.len();
    codes.resize(start + half, 0);
    let (low, high) = levels.split_at(half.min(levels.len()));
    for (code, level) in codes[start..].iter_mut().zip(low) {
        *code = (level + MIDDLE) as u8;
    }
    for (code, level) in codes[start..].iter_mut().zip(high) {
        *code |= ((level + MIDDLE) as u8) << 4;
    }
    // From here on, what the levels leave over.
    for (level, value) in levels.iter_mut().zip(values) {
        *level = value - *level * scale;
    }
    Coding { scale, error: crate::dot::dot(simd, &levels, &levels).sqrt() }
}

#[inline(always)]
fn largest(values: &[f32]) -> f32 {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut largest = [f32::MIN_POSITIVE; LANES];
    for chunk in chunks {
        for (largest, value) in largest.iter_mut().zip(chunk) {
            *largest = largest.max(value.abs());
        }
    }
    let rest = rest.iter().map(|value| value.abs());
    largest.into_iter().chain(rest).fold(f32::MIN_POSITIVE, f32::max)
}

/// A query, coded once for a whole scan: eight bits per value, so that the rows' own rounding is
/// all that matters.
#[derive(Debug)]
pub(crate) struct CodedQuery {
    low: Vec<[i8; GROUP]>,
    high: Vec<[i8; GROUP]>,
    scale: f32,
    /// What the middle level, left out of the integer product, takes away from every row.
    offset: f32,
    error: f32,
    /// Share of a row's error that can end up in a score.
    share: f32,
}

impl CodedQuery {
    pub(crate) fn new(values: &[f32]) -> Self {
        let scale = largest(values) / 127.0;
        let mut codes: Vec<i8> =
            values.iter().map(|value| (value / scale).round_ties_even() as i8).collect();
        let squares = values.iter().zip(&codes).map(|(value, code)| {
            let error = value - f32::from(*code) * scale;
            error * error
        });
        let error = squares.sum::<f32>().sqrt();
        codes.resize(2 * code_length(values.len()), 0);
        let groups = codes.as_chunks::<GROUP>().0;
        let (low, high) = groups.split_at(groups.len() / 2);
        Self {
            scale,
            // Rows are coded from 0 to 15 and mean -7.5 to 7.5. What the shift adds is the same for
            // all rows, so it is taken off once.
            offset: MIDDLE * codes.iter().map(|code| f32::from(*code)).sum::<f32>(),
            error,
            share: if values.len() < MANY {
                1.0
            } else {
                DEVIATIONS / (values.len() as f32).sqrt()
            },
            low: low.to_vec(),
            high: high.to_vec(),
        }
    }

    /// How far an estimate is from the true cosine at most, for rows of unit length with rounding
    /// errors up to this one.
    pub(crate) fn margin(&self, row_error: f32) -> f32 {
        (self.error * (1.0 + row_error) + row_error) * self.share + SLACK
    }

    /// Calls `found` with each listed row whose estimate reaches what `wanted` says at the time.
    #[inline]
    pub(crate) fn estimate(
        &self,
        level: Level,
        codes: &[u8],
        codings: &[Coding],
        rows: &[usize],
        mut found: impl FnMut(usize, f32) -> f32,
        mut wanted: f32,
    ) {
        let codes = codes.as_chunks::<GROUP>().0;
        let mut sums = [0; BATCH];
        for rows in rows.chunks(BATCH) {
            product::fill(level, codes, (&self.low, &self.high), rows, &mut sums);
            for (row, sum) in rows.iter().zip(&sums) {
                let estimate = (*sum as f32 - self.offset) * self.scale * codings[*row].scale;
                if estimate >= wanted {
                    wanted = found(*row, estimate);
                }
            }
        }
    }
}

/// The full-precision product of two vectors of the same length.
pub(crate) fn dot(level: Level, left: &[f32], right: &[f32]) -> f32 {
    dispatch!(level, simd => crate::dot::dot(simd, left, right))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::embed::Embedding;

    fn unit(dimension: usize) -> impl Strategy<Value = Vec<f32>> {
        proptest::collection::vec(-1.0_f32..1.0, dimension).prop_filter_map("no direction", |v| {
            let dimension = v.len();
            Some(Embedding::new(v, dimension).ok()?.values().to_vec())
        })
    }

    proptest! {
        #[test]
        fn the_true_product_lies_within_the_margin_of_the_estimate(
            (query, row) in (1_usize..90).prop_flat_map(|dimension| (unit(dimension), unit(dimension))),
        ) {
            let exact: f64 = query.iter().zip(&row).map(|(q, r)| f64::from(*q) * f64::from(*r)).sum();
            for level in [Level::new(), Level::baseline()] {
                let mut codes = Vec::new();
                let coding = encode(level, &row, &mut codes);
                prop_assert_eq!(codes.len(), code_length(row.len()));
                let coded = CodedQuery::new(&query);
                let mut estimated = f32::NAN;
                let found = |_, estimate| {
                    estimated = estimate;
                    estimate
                };
                coded.estimate(level, &codes, &[coding], &[0], found, f32::NEG_INFINITY);
                let distance = (f64::from(estimated) - exact).abs();
                prop_assert!(distance <= f64::from(coded.margin(coding.error)), "{distance}");
                prop_assert!((f64::from(dot(level, &query, &row)) - exact).abs() < 1e-5);
            }
        }
    }
}
