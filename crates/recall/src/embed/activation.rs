//! The element-wise steps between matrix products: GELU, softmax, residual with layer
//! normalisation, and the final L2 norm. Each is written once over the machine's vector width.
//!
//! Exponential and error function are polynomial approximations good to about 1e-7, which is the
//! resolution of `f32` around one; nothing here aims at being a mathematics library.

use fearless_simd::{Level, Simd, dispatch, f32x16, i32x16, prelude::*};

use crate::dot::dot;

const LANES: usize = 16;

#[inline(always)]
fn exponential<S: Simd>(simd: S, value: f32x16<S>) -> f32x16<S> {
    // 2^n · e^r with |r| ≤ ln 2 / 2; ln 2 is split so that n · ln 2 keeps its low bits.
    // Beyond these the result is zero or infinite in `f32`, and the shift of the exponent below
    // would wrap.
    let value = value.max(f32x16::splat(simd, -87.0)).min(f32x16::splat(simd, 88.0));
    let n = (value * std::f32::consts::LOG2_E).round_ties_even();
    let r = n.mul_add(f32x16::splat(simd, -0.693_359_4), value);
    let r = n.mul_add(f32x16::splat(simd, 2.121_944_4e-4), r);
    let mut sum = f32x16::splat(simd, 1.0 / 720.0);
    for term in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum.mul_add(r, f32x16::splat(simd, term));
    }
    let exponent: i32x16<S> = n.to_int();
    let scale: f32x16<S> = ((exponent + 127) << 23).bitcast();
    sum * scale
}

/// Φ by the error function (Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7).
#[inline(always)]
fn gelu_lanes<S: Simd>(simd: S, x: f32x16<S>) -> f32x16<S> {
    let one = f32x16::splat(simd, 1.0);
    let z = x * std::f32::consts::FRAC_1_SQRT_2;
    let magnitude = z.abs();
    let t = one / magnitude.mul_add(f32x16::splat(simd, 0.327_591_1), one);
    let mut sum = f32x16::splat(simd, 1.061_405_4);
    for term in [-1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6] {
        sum = sum.mul_add(t, f32x16::splat(simd, term));
    }
    let tail = sum * t * exponential(simd, -(magnitude * magnitude));
    let erf = (one - tail).copysign(z);
    x * 0.5 * (one + erf)
}

/// Replaces every value by its GELU.
#[inline(always)]
pub(crate) fn gelu<S: Simd>(simd: S, values: &mut [f32; 2 * LANES]) {
    let (chunks, _) = values.as_chunks_mut::<LANES>();
    for chunk in chunks {
        gelu_lanes(simd, f32x16::from_slice(simd, chunk)).store_slice(chunk);
    }
}

/// Softmax over the first `length` values of every row after scaling, but for the division; the
/// rest becomes zero. What each row has to be divided by is put down in `sums`: whatever is made
/// of a row is shorter than the row.
pub(crate) fn softmax(
    level: Level,
    rows: &mut [f32],
    (stride, length): (usize, usize),
    scale: f32,
    sums: &mut Vec<f32>,
) {
    sums.clear();
    dispatch!(level, simd => softmax_with(simd, rows, (stride, length), scale, sums));
}

#[inline(always)]
fn softmax_with<S: Simd>(
    simd: S,
    rows: &mut [f32],
    (stride, length): (usize, usize),
    scale: f32,
    sums: &mut Vec<f32>,
) {
    for row in rows.chunks_exact_mut(stride) {
        // Columns that pad the row to a whole register weigh nothing: e to the minus infinity.
        row[length..].fill(f32::NEG_INFINITY);
        let (chunks, _) = row.as_chunks_mut::<LANES>();
        let mut highest = f32x16::splat(simd, f32::NEG_INFINITY);
        for chunk in &*chunks {
            highest = highest.max(f32x16::from_slice(simd, chunk));
        }
        let highest = highest.as_slice().iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // The largest is taken off first, so that no exponential overflows.
        let shift = f32x16::splat(simd, -highest * scale);
        let factor = f32x16::splat(simd, scale);
        let mut sum = f32x16::splat(simd, 0.0);
        for chunk in chunks {
            let weight = exponential(simd, f32x16::from_slice(simd, chunk).mul_add(factor, shift));
            sum += weight;
            weight.store_slice(chunk);
        }
        sums.push(sum.as_slice().iter().sum());
        row[length..].fill(0.0);
    }
}

/// Divides the first `length` values of every row.
pub(crate) fn divide(rows: &mut [f32], (stride, length): (usize, usize), by: &[f32]) {
    for (row, by) in rows.chunks_mut(stride).zip(by) {
        let factor = 1.0 / by;
        for value in &mut row[..length] {
            *value *= factor;
        }
    }
}

/// Weight and bias of a layer normalisation.
#[derive(Debug)]
pub(crate) struct Norm {
    pub(crate) weight: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) epsilon: f32,
}

/// `values = normalise(values + residual)` row by row; without a residual, pass an empty slice.
pub(crate) fn add_and_normalise(level: Level, values: &mut [f32], residual: &[f32], norm: &Norm) {
    dispatch!(level, simd => add_and_normalise_with(simd, values, residual, norm));
}

#[inline(always)]
fn add_and_normalise_with<S: Simd>(simd: S, values: &mut [f32], residual: &[f32], norm: &Norm) {
    let width = norm.weight.len();
    let mut residual = residual.chunks_exact(width);
    for row in values.chunks_exact_mut(width) {
        for (value, other) in row.iter_mut().zip(residual.next().unwrap_or_default()) {
            *value += other;
        }
        let mean = sum(simd, row) / width as f32;
        for value in &mut *row {
            *value -= mean;
        }
        let variance = dot(simd, row, row) / width as f32;
        let inverse = 1.0 / (variance + norm.epsilon).sqrt();
        for ((value, weight), bias) in row.iter_mut().zip(&norm.weight).zip(&norm.bias) {
            *value = *value * inverse * weight + bias;
        }
    }
}

#[inline(always)]
fn sum<S: Simd>(simd: S, values: &[f32]) -> f32 {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = f32x16::splat(simd, 0.0);
    for chunk in chunks {
        lanes += f32x16::from_slice(simd, chunk);
    }
    lanes.as_slice().iter().sum::<f32>() + rest.iter().sum::<f32>()
}

/// Scales a vector to length one; a zero vector stays as it is.
pub(crate) fn to_unit_length(vector: &mut [f32]) {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        for value in vector {
            *value /= length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gelu_agrees_with_known_values() {
        // x · Φ(x), from a table of the normal distribution.
        let table = [
            (-3.0, -0.004_049_7),
            (-1.0, -0.158_655_25),
            (-0.1, -0.046_017_2),
            (0.0, 0.0),
            (0.5, 0.345_731_23),
            (1.0, 0.841_344_7),
            (2.0, 1.954_499_7),
            (6.0, 6.0),
            (40.0, 40.0),
        ];
        for level in [Level::new(), Level::baseline()] {
            for (x, expected) in table {
                let mut values = [x; 2 * LANES];
                dispatch!(level, simd => gelu(simd, &mut values));
                for value in values {
                    assert!((value - expected).abs() < 1e-6, "gelu({x}) = {value}, not {expected}");
                }
            }
        }
    }

    #[test]
    fn softmax_sums_to_one_and_leaves_padding_at_zero() {
        let mut row: Vec<f32> = (0..32).map(|i| (i as f32 * 0.7).sin() * 30.0).collect();
        let expected: Vec<f64> = {
            let raised: Vec<f64> = row[..20].iter().map(|v| f64::from(v * 0.5).exp()).collect();
            let sum: f64 = raised.iter().sum();
            raised.iter().map(|v| v / sum).collect()
        };
        let mut sums = Vec::new();
        softmax(Level::new(), &mut row, (32, 20), 0.5, &mut sums);
        divide(&mut row, (32, 20), &sums);
        for (got, want) in row.iter().zip(&expected) {
            assert!((f64::from(*got) - want).abs() < 1e-6);
        }
        assert!(row[20..].iter().all(|value| *value == 0.0));
    }

    #[test]
    fn normalised_rows_have_mean_zero_and_variance_one() {
        let mut values: Vec<f32> = (0..80).map(|i| (i * i % 17) as f32).collect();
        let residual = vec![1.0; 80];
        let norm = Norm { weight: vec![1.0; 40], bias: vec![0.0; 40], epsilon: 1e-12 };
        add_and_normalise(Level::new(), &mut values, &residual, &norm);
        for row in values.chunks(40) {
            let mean: f32 = row.iter().sum::<f32>() / 40.0;
            let variance: f32 = row.iter().map(|v| v * v).sum::<f32>() / 40.0;
            assert!(mean.abs() < 1e-5 && (variance - 1.0).abs() < 1e-4);
        }
    }
}
