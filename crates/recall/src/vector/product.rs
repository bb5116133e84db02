//! Products of four-bit rows with an eight-bit query: the innermost loop of a search.
//!
//! Compilers do not find the instructions made for this, so the two widths that have them on x86
//! are spelled out; everything else takes the portable way. All ways give the same numbers.

use fearless_simd::{Level, dispatch};

/// Bytes that are multiplied side by side; coded vectors are padded to whole groups.
pub(crate) const GROUP: usize = 64;
/// Groups whose products, at most 2 · 15 · 127 each, add up in sixteen bits.
const SAFE_GROUPS: usize = 8;

/// The query's factors for the low and the high four bits of a row.
type Factors<'a> = (&'a [[i8; GROUP]], &'a [[i8; GROUP]]);

/// Puts the sum of products of each listed row into `sums`.
pub(crate) fn fill(
    level: Level,
    codes: &[[u8; GROUP]],
    factors: Factors<'_>,
    rows: &[usize],
    sums: &mut [i32],
) {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx512) = level.as_avx512() {
            return x86::fill_avx512(avx512, codes, factors, rows, sums);
        }
        if let Some(avx2) = level.as_avx2() {
            return x86::fill_avx2(avx2, codes, factors, rows, sums);
        }
    }
    dispatch!(level, _ => fill_portably(codes, factors, rows, sums));
}

#[inline(always)]
fn fill_portably(
    codes: &[[u8; GROUP]],
    (low, high): Factors<'_>,
    rows: &[usize],
    sums: &mut [i32],
) {
    for (row, total) in rows.iter().zip(sums) {
        let row = &codes[row * low.len()..][..low.len()];
        // In parts: sixteen bits hold the sums of so many groups and no more.
        let parts = row.chunks(SAFE_GROUPS).zip(low.chunks(SAFE_GROUPS));
        *total = 0;
        for ((row, low), high) in parts.zip(high.chunks(SAFE_GROUPS)) {
            let mut lanes = [0_i16; GROUP];
            for ((row, low), high) in row.iter().zip(low).zip(high) {
                for (((lane, pair), low), high) in lanes.iter_mut().zip(row).zip(low).zip(high) {
                    *lane += i16::from(pair & 15) * i16::from(*low)
                        + i16::from(pair >> 4) * i16::from(*high);
                }
            }
            *total += lanes.iter().map(|lane| i32::from(*lane)).sum::<i32>();
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use fearless_simd::{i8x32, i8x64, prelude::*, u8x32, u8x64};

    use super::{Factors, GROUP};

    fearless_simd::kernel!(
        pub(super) fn fill_avx512(
            token: Avx512,
            codes: &[[u8; GROUP]],
            factors: Factors<'_>,
            rows: &[usize],
            sums: &mut [i32],
        ) {
            let (low, high) = factors;
            let mask = _mm512_set1_epi8(15);
            for (row, total) in rows.iter().zip(sums) {
                let row = &codes[row * low.len()..][..low.len()];
                let (mut first, mut second) = (_mm512_setzero_si512(), _mm512_setzero_si512());
                for ((row, low), high) in row.iter().zip(low).zip(high) {
                    let row: __m512i = u8x64::from_slice(token, row).into();
                    let low: __m512i = i8x64::from_slice(token, low).into();
                    let high: __m512i = i8x64::from_slice(token, high).into();
                    let upper = _mm512_srli_epi16::<4>(row);
                    first = _mm512_dpbusd_epi32(first, _mm512_and_si512(row, mask), low);
                    second = _mm512_dpbusd_epi32(second, _mm512_and_si512(upper, mask), high);
                }
                *total = _mm512_reduce_add_epi32(_mm512_add_epi32(first, second));
            }
        }
    );

    fearless_simd::kernel!(
        pub(super) fn fill_avx2(
            token: Avx2,
            codes: &[[u8; GROUP]],
            factors: Factors<'_>,
            rows: &[usize],
            sums: &mut [i32],
        ) {
            let (low, high) = factors;
            let (mask, ones) = (_mm256_set1_epi8(15), _mm256_set1_epi16(1));
            for (row, total) in rows.iter().zip(sums) {
                let row = &codes[row * low.len()..][..low.len()];
                let mut lanes = _mm256_setzero_si256();
                for ((row, low), high) in row.iter().zip(low).zip(high) {
                    for start in [0, 32] {
                        let row: __m256i = u8x32::from_slice(token, &row[start..start + 32]).into();
                        let low: __m256i = i8x32::from_slice(token, &low[start..start + 32]).into();
                        let high: __m256i =
                            i8x32::from_slice(token, &high[start..start + 32]).into();
                        let upper = _mm256_srli_epi16::<4>(row);
                        let first = _mm256_maddubs_epi16(_mm256_and_si256(row, mask), low);
                        let second = _mm256_maddubs_epi16(_mm256_and_si256(upper, mask), high);
                        let both = _mm256_madd_epi16(_mm256_add_epi16(first, second), ones);
                        lanes = _mm256_add_epi32(lanes, both);
                    }
                }
                let lanes: fearless_simd::i32x8<_> = lanes.simd_into(token);
                *total = lanes.as_slice().iter().sum();
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
        fn every_vector_width_gives_the_same_sums(
            groups in 1_usize..20, seed in any::<u64>(), extreme in any::<bool>(),
        ) {
            let mut state = seed | 1;
            let mut byte = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                if extreme { 255 } else { (state >> 56) as u8 }
            };
            let codes: Vec<[u8; GROUP]> = (0..groups * 3).map(|_| std::array::from_fn(|_| byte())).collect();
            let mut factor = || std::array::from_fn(|_| (byte() as i8 as i16).clamp(-127, 127) as i8);
            let low: Vec<[i8; GROUP]> = (0..groups).map(|_| factor()).collect();
            let high: Vec<[i8; GROUP]> = (0..groups).map(|_| factor()).collect();
            let rows = [2, 0];
            let expected: Vec<i32> = rows.iter().map(|row| {
                let row = &codes[row * groups..][..groups];
                row.iter().flatten().zip(low.iter().flatten()).map(|(code, factor)| i32::from(code & 15) * i32::from(*factor)).sum::<i32>()
                    + row.iter().flatten().zip(high.iter().flatten()).map(|(code, factor)| i32::from(code >> 4) * i32::from(*factor)).sum::<i32>()
            }).collect();
            let mut portable = [0; 2];
            fill_portably(&codes, (&low, &high), &rows, &mut portable);
            prop_assert_eq!(&portable[..], &expected);
            for level in [Level::new(), Level::baseline()] {
                let mut sums = [0; 2];
                fill(level, &codes, (&low, &high), &rows, &mut sums);
                prop_assert_eq!(&sums[..], &expected);
            }
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Level::new().as_avx2() {
                let mut narrow = [0; 2];
                x86::fill_avx2(avx2, &codes, (&low, &high), &rows, &mut narrow);
                prop_assert_eq!(&narrow[..], &expected);
            }
        }
    }
}
