use fearless_simd::{Simd, f32x16, prelude::*};

const LANES: usize = 16;

/// The product of two vectors of the same length. Always inlined: it has to become part of a
/// function that was compiled for the machine's vector width.
#[inline(always)]
pub(crate) fn dot<S: Simd>(simd: S, left: &[f32], right: &[f32]) -> f32 {
    let ((left, left_rest), (right, right_rest)) =
        (left.as_chunks::<LANES>(), right.as_chunks::<LANES>());
    let mut lanes = f32x16::splat(simd, 0.0);
    for (left, right) in left.iter().zip(right) {
        lanes = f32x16::from_slice(simd, left).mul_add(f32x16::from_slice(simd, right), lanes);
    }
    let rest: f32 = left_rest.iter().zip(right_rest).map(|(left, right)| left * right).sum();
    lanes.as_slice().iter().sum::<f32>() + rest
}
