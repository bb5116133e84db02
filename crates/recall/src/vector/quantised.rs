//! Vectors in one byte per value, with a proven bound on what that costs.
//!
//! A row keeps its scale and the exact length of its rounding error; by the Cauchy–Schwarz
//! inequality the true cosine lies within [`CodedQuery::bound`] of the estimate. The scan uses that
//! to leave out rows that cannot be among the best, so results equal a full-precision scan.

use fearless_simd::{Level, Simd, dispatch, f32x16, prelude::*};

const LANES: usize = 16;
/// Covers the rounding of the few `f32` operations around an estimate.
const SLACK: f32 = 1e-5;

/// Scale and rounding error of one coded vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Coding {
    pub(crate) scale: f32,
    pub(crate) error: f32,
}

/// Appends the codes of a vector.
pub(crate) fn encode(level: Level, values: &[f32], codes: &mut Vec<i8>) -> Coding {
    dispatch!(level, _ => encode_with(values, codes))
}

#[inline(always)]
fn encode_with(values: &[f32], codes: &mut Vec<i8>) -> Coding {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut largest = [0.0_f32; LANES];
    for chunk in chunks {
        for (largest, value) in largest.iter_mut().zip(chunk) {
            *largest = largest.max(value.abs());
        }
    }
    let largest = largest
        .into_iter()
        .chain(rest.iter().map(|value| value.abs()))
        .fold(f32::MIN_POSITIVE, f32::max);
    let (scale, inverse) = (largest / 127.0, 127.0 / largest);
    let start = codes.len();
    codes.extend(values.iter().map(|value| (value * inverse).round_ties_even() as i8));
    let mut squares = [0.0_f32; LANES];
    for (values, codes) in values.chunks(LANES).zip(codes[start..].chunks(LANES)) {
        for ((sum, value), code) in squares.iter_mut().zip(values).zip(codes) {
            let error = value - f32::from(*code) * scale;
            *sum += error * error;
        }
    }
    Coding { scale, error: squares.iter().sum::<f32>().sqrt() }
}

/// A query, coded once for a whole scan.
#[derive(Debug)]
pub(crate) struct CodedQuery {
    /// Widened beforehand, so that the scan widens only the rows.
    codes: Vec<i16>,
    coding: Coding,
}

impl CodedQuery {
    pub(crate) fn new(level: Level, values: &[f32]) -> Self {
        let mut codes = Vec::with_capacity(values.len());
        let coding = encode(level, values, &mut codes);
        Self { codes: codes.into_iter().map(i16::from).collect(), coding }
    }

    /// How far the estimate for a row of unit length can be from its true cosine.
    pub(crate) fn bound(&self, row: Coding) -> f32 {
        self.coding.error * (1.0 + row.error) + row.error + SLACK
    }

    /// Estimates every row of a block, in order.
    pub(crate) fn estimate_all(
        &self,
        level: Level,
        codes: &[i8],
        codings: &[Coding],
        estimates: &mut Vec<f32>,
    ) {
        estimates.clear();
        dispatch!(level, _ => self.estimate_all_with(codes, codings, estimates));
    }

    #[inline(always)]
    fn estimate_all_with(&self, codes: &[i8], codings: &[Coding], estimates: &mut Vec<f32>) {
        let rows = codes.chunks_exact(self.codes.len());
        estimates.extend(rows.zip(codings).map(
            #[inline(always)]
            |(row, coding)| dot_codes(row, &self.codes) as f32 * coding.scale * self.coding.scale,
        ));
    }

    /// Estimates the listed rows only.
    pub(crate) fn estimate_some(
        &self,
        level: Level,
        codes: &[i8],
        codings: &[Coding],
        rows: &[usize],
        estimates: &mut Vec<f32>,
    ) {
        estimates.clear();
        dispatch!(level, _ => self.estimate_some_with(codes, codings, rows, estimates));
    }

    #[inline(always)]
    fn estimate_some_with(
        &self,
        codes: &[i8],
        codings: &[Coding],
        rows: &[usize],
        estimates: &mut Vec<f32>,
    ) {
        let dimension = self.codes.len();
        estimates.extend(rows.iter().map(
            #[inline(always)]
            |row| {
                let codes = &codes[row * dimension..][..dimension];
                dot_codes(codes, &self.codes) as f32 * codings[*row].scale * self.coding.scale
            },
        ));
    }
}

#[inline(always)]
fn dot_codes(row: &[i8], query: &[i16]) -> i32 {
    row.iter().zip(query).map(|(left, right)| i32::from(*left) * i32::from(*right)).sum()
}

/// The full-precision product of two vectors of the same length.
pub(crate) fn dot(level: Level, left: &[f32], right: &[f32]) -> f32 {
    dispatch!(level, simd => dot_with(simd, left, right))
}

#[inline(always)]
fn dot_with<S: Simd>(simd: S, left: &[f32], right: &[f32]) -> f32 {
    let ((left, left_rest), (right, right_rest)) =
        (left.as_chunks::<LANES>(), right.as_chunks::<LANES>());
    let mut lanes = f32x16::splat(simd, 0.0);
    for (left, right) in left.iter().zip(right) {
        lanes = f32x16::from_slice(simd, left).mul_add(f32x16::from_slice(simd, right), lanes);
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    lanes.as_slice().iter().sum::<f32>() + rest
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
        fn the_true_product_lies_within_the_bound_of_the_estimate(
            (query, row) in (1_usize..90).prop_flat_map(|dimension| (unit(dimension), unit(dimension))),
        ) {
            let exact: f64 = query.iter().zip(&row).map(|(q, r)| f64::from(*q) * f64::from(*r)).sum();
            for level in [Level::new(), Level::baseline()] {
                let mut codes = Vec::new();
                let coding = encode(level, &row, &mut codes);
                let coded = CodedQuery::new(level, &query);
                let mut estimates = Vec::new();
                coded.estimate_all(level, &codes, &[coding], &mut estimates);
                let distance = (f64::from(estimates[0]) - exact).abs();
                prop_assert!(distance <= f64::from(coded.bound(coding)), "{distance}");
                let all = estimates.clone();
                coded.estimate_some(level, &codes, &[coding], &[0], &mut estimates);
                prop_assert_eq!(&all, &estimates);
                prop_assert!((f64::from(dot(level, &query, &row)) - exact).abs() < 1e-5);
            }
        }
    }
}
