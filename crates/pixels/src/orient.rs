//! The eight EXIF orientations: what they mean, and turning pixels accordingly.
//!
//! Reading the tag out of a file is `probe`'s business.

use crate::raster::Raster;

/// How stored pixels must be turned to be seen upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    #[default]
    Upright,
    MirroredHorizontally,
    Rotated180,
    MirroredVertically,
    /// Mirrored along the diagonal from the top left.
    Transposed,
    /// To be turned a quarter clockwise: what a phone held upright writes.
    Rotated90,
    /// Mirrored along the other diagonal.
    Transversed,
    Rotated270,
}

impl Orientation {
    /// The EXIF number; whatever is not 1 to 8 means nothing and is upright.
    pub fn from_exif(value: u16) -> Self {
        match value {
            2 => Self::MirroredHorizontally,
            3 => Self::Rotated180,
            4 => Self::MirroredVertically,
            5 => Self::Transposed,
            6 => Self::Rotated90,
            7 => Self::Transversed,
            8 => Self::Rotated270,
            _ => Self::Upright,
        }
    }

    /// Whether width and height change places.
    pub fn swaps_sides(self) -> bool {
        matches!(self, Self::Transposed | Self::Rotated90 | Self::Transversed | Self::Rotated270)
    }

    /// The size the stored size is seen at; its own inverse.
    pub fn apply_to_size(self, width: u32, height: u32) -> (u32, u32) {
        if self.swaps_sides() { (height, width) } else { (width, height) }
    }
}

/// Turns the pixels upright.
pub(crate) fn orient(raster: Raster, orientation: Orientation) -> Raster {
    match raster.layout.channels() {
        1 => turn::<1>(raster, orientation),
        3 => turn::<3>(raster, orientation),
        _ => turn::<4>(raster, orientation),
    }
}

fn turn<const CHANNELS: usize>(mut raster: Raster, orientation: Orientation) -> Raster {
    let row_bytes = raster.row_bytes();
    let (pixels, _) = raster.data.as_chunks_mut::<CHANNELS>();
    match orientation {
        Orientation::Upright => raster,
        Orientation::MirroredHorizontally => {
            pixels.chunks_exact_mut(raster.width as usize).for_each(<[_]>::reverse);
            raster
        }
        Orientation::Rotated180 => {
            pixels.reverse();
            raster
        }
        Orientation::MirroredVertically => {
            let height = raster.height as usize;
            let (upper, lower) = raster.data.split_at_mut(height / 2 * row_bytes);
            let upper = upper.chunks_exact_mut(row_bytes);
            let lower = lower.chunks_exact_mut(row_bytes).rev();
            upper.zip(lower).for_each(|(above, below)| above.swap_with_slice(below));
            raster
        }
        Orientation::Transposed => transpose::<CHANNELS>(&raster, false, false),
        Orientation::Rotated90 => transpose::<CHANNELS>(&raster, true, false),
        Orientation::Transversed => transpose::<CHANNELS>(&raster, true, true),
        Orientation::Rotated270 => transpose::<CHANNELS>(&raster, false, true),
    }
}

/// Rows become columns, read bottom up when `from_bottom`, each right to left when `from_right`.
/// Goes tile by tile, so that both sides stay in the cache.
fn transpose<const CHANNELS: usize>(
    raster: &Raster,
    from_bottom: bool,
    from_right: bool,
) -> Raster {
    const TILE: usize = 32;
    let (width, height) = (raster.width as usize, raster.height as usize);
    let (source, _) = raster.data.as_chunks::<CHANNELS>();
    let mut data = vec![0; raster.data.len()];
    let (target, _) = data.as_chunks_mut::<CHANNELS>();
    for top in (0..width).step_by(TILE) {
        for left in (0..height).step_by(TILE) {
            for out_y in top..(top + TILE).min(width) {
                let column = if from_right { width - 1 - out_y } else { out_y };
                let out_row = &mut target[out_y * height..][..height];
                let right = (left + TILE).min(height);
                for (offset, out) in out_row[left..right].iter_mut().enumerate() {
                    let out_x = left + offset;
                    let row = if from_bottom { height - 1 - out_x } else { out_x };
                    *out = source[row * width + column];
                }
            }
        }
    }
    Raster::new(raster.height, raster.width, raster.layout, data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Layout;

    /// The letter-like picture `1 2 / 3 4 / 5 6`, turned by every tag.
    #[test]
    fn all_eight_orientations_turn_as_the_standard_says() {
        let table: [(u16, (u32, u32), [u8; 6]); 8] = [
            (1, (2, 3), [1, 2, 3, 4, 5, 6]),
            (2, (2, 3), [2, 1, 4, 3, 6, 5]),
            (3, (2, 3), [6, 5, 4, 3, 2, 1]),
            (4, (2, 3), [5, 6, 3, 4, 1, 2]),
            (5, (3, 2), [1, 3, 5, 2, 4, 6]),
            (6, (3, 2), [5, 3, 1, 6, 4, 2]),
            (7, (3, 2), [6, 4, 2, 5, 3, 1]),
            (8, (3, 2), [2, 4, 6, 1, 3, 5]),
        ];
        for (tag, size, expected) in table {
            let orientation = Orientation::from_exif(tag);
            assert_eq!(orientation.apply_to_size(2, 3), size);
            for layout in [Layout::Grey, Layout::Rgb, Layout::Rgba] {
                let spread = |values: &[u8]| {
                    values.iter().flat_map(|value| vec![*value; layout.channels()]).collect()
                };
                let turned =
                    orient(Raster::new(2, 3, layout, spread(&[1, 2, 3, 4, 5, 6])), orientation);
                assert_eq!(turned, Raster::new(size.0, size.1, layout, spread(&expected)), "{tag}");
            }
        }
    }

    #[test]
    fn numbers_that_mean_nothing_leave_the_picture_upright() {
        for tag in [0, 9, 255, u16::MAX] {
            assert_eq!(Orientation::from_exif(tag), Orientation::Upright);
        }
    }
}
