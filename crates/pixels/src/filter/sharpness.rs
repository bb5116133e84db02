//! `ImageEnhance.Sharpness`: away from a smoothed picture.
//!
//! Pillow smooths with the 3×3 kernel of ones around a five, divided by thirteen, and leaves the
//! outermost pixels as they are; those therefore do not change at all. Thirteen is odd, so no sum
//! falls half way between two bytes and integers round exactly as Pillow's floats do.

use super::blend::stretch;

/// Sharpens in place, keeping copies of two rows.
#[inline(always)]
pub(crate) fn sharpen<const CHANNELS: usize>(data: &mut [u8], width: usize, factor: f32) {
    let row = width * CHANNELS;
    // Nothing but an edge, which stays as it is.
    if width < 3 || data.len() / row < 3 {
        return;
    }
    // Copies of the rows as they were: the one above has been sharpened by the time it is needed.
    let mut above = data[..row].to_vec();
    let mut here = data[row..2 * row].to_vec();
    let mut sums = vec![0_u16; row];
    let last = data.len() / row - 1;
    for y in 1..last {
        let (upto, below) = data.split_at_mut((y + 1) * row);
        let below = &below[..row];
        add_columns(&mut sums, &above, &here, below);
        sharpen_row::<CHANNELS>(&mut upto[y * row..], &sums, factor);
        std::mem::swap(&mut above, &mut here);
        here.copy_from_slice(below);
    }
}

#[inline(always)]
fn add_columns(sums: &mut [u16], above: &[u8], here: &[u8], below: &[u8]) {
    for (((sum, above), here), below) in sums.iter_mut().zip(above).zip(here).zip(below) {
        *sum = u16::from(*above) + u16::from(*here) + u16::from(*below);
    }
}

#[inline(always)]
fn sharpen_row<const CHANNELS: usize>(row: &mut [u8], sums: &[u16], factor: f32) {
    let inner = row.len() - 2 * CHANNELS;
    let (left, middle, right) =
        (&sums[..inner], &sums[CHANNELS..][..inner], &sums[2 * CHANNELS..][..inner]);
    let values = &mut row[CHANNELS..][..inner];
    for (index, (((value, left), middle), right)) in
        values.iter_mut().zip(left).zip(middle).zip(right).enumerate()
    {
        // Alpha is smoothed by nobody; the comparison vanishes for three channels.
        if CHANNELS == 4 && index % 4 == 3 {
            continue;
        }
        let smooth = divide_by_thirteen(left + middle + right + 4 * u16::from(*value));
        *value = stretch(f32::from(smooth), f32::from(*value), factor);
    }
}

/// Rounded to the nearest, for sums up to 13 × 255.
#[inline(always)]
fn divide_by_thirteen(sum: u16) -> i16 {
    ((u32::from(sum + 6) * 5_042) >> 16) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirteenths_round_to_the_nearest_for_every_sum() {
        for sum in 0..=13 * 255_u16 {
            let expected = (f32::from(sum) / 13.0 + 0.5) as i16;
            assert_eq!(divide_by_thirteen(sum), expected, "{sum}");
        }
    }

    #[test]
    fn edges_and_alpha_stay_as_they_are() {
        let mut data: Vec<u8> = (0..4 * 5 * 4).map(|index| (index * 37 % 251) as u8).collect();
        let before = data.clone();
        sharpen::<4>(&mut data, 5, 1.2);
        for (index, (after, before)) in data.chunks(4).zip(before.chunks(4)).enumerate() {
            let (x, y) = (index % 5, index / 5);
            assert_eq!(after[3], before[3]);
            if x == 0 || y == 0 || x == 4 || y == 3 {
                assert_eq!(after, before);
            }
        }
        assert_ne!(data, before);
    }

    #[test]
    fn pictures_smaller_than_the_kernel_stay_as_they_are() {
        for (width, height) in [(1, 1), (2, 9), (9, 2)] {
            let before: Vec<u8> =
                (0..width * height * 3).map(|index| (index * 7 % 256) as u8).collect();
            let mut after = before.clone();
            sharpen::<3>(&mut after, width, 1.2);
            assert_eq!(after, before);
        }
    }
}
