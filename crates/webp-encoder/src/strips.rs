//! A picture handed over in strips from the bottom up, so that the caller can let go of its rows on
//! the way: its pixels and libwebp's planes are never whole in memory together.

use libwebp_sys::{WebPPicture, WebPPictureAlloc};

use crate::picture::Picture;
use crate::still::encode_picture;
use crate::{Channels, EncodeError, LONGEST_SIDE, Settings};

pub struct Strips {
    picture: Picture,
    width: u32,
    /// Rows not handed over yet, all above the others.
    missing: u32,
}

impl core::fmt::Debug for Strips {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Strips({} wide, {} rows missing)", self.width, self.missing)
    }
}

impl Strips {
    pub fn new(width: u32, height: u32) -> Result<Self, EncodeError> {
        if !(1..=LONGEST_SIDE).contains(&width) || !(1..=LONGEST_SIDE).contains(&height) {
            return Err(EncodeError::Dimensions { width, height });
        }
        let raw = WebPPicture::new().map_err(|()| EncodeError::Settings)?;
        let mut picture = Picture { raw };
        picture.raw.width = width as i32;
        picture.raw.height = height as i32;
        // SAFETY: the picture is initialised; without `use_argb` this allocates Y, U and V.
        let allocated = unsafe { WebPPictureAlloc(&raw mut picture.raw) };
        if allocated == 0 {
            Err(picture.error())
        } else {
            Ok(Self { picture, width, missing: height })
        }
    }

    /// Takes the lowest rows that are still missing, as RGB. Two rows share their colour, so what
    /// is then missing must be even.
    pub fn add(&mut self, pixels: &[u8]) -> Result<(), EncodeError> {
        let row = self.width as usize * Channels::Rgb.count();
        let rows = (pixels.len() / row) as u32;
        let fits = rows <= self.missing && (self.missing - rows).is_multiple_of(2);
        if !fits || !pixels.len().is_multiple_of(row) {
            let (width, height) = (self.width, self.missing);
            let expected = row * height as usize;
            return Err(EncodeError::Size { width, height, expected, given: pixels.len() });
        }
        if rows == 0 {
            return Ok(());
        }
        let strip = Picture::import(pixels, self.width, rows, Channels::Rgb, false)?;
        self.missing -= rows;
        let (from, to) = (&strip.raw, &self.picture.raw);
        let (top, rows, width) = (self.missing as usize, rows as usize, self.width as usize);
        let half = |length: usize| length.div_ceil(2);
        let planes = [
            (from.y, from.y_stride, to.y, to.y_stride, (top, rows, width)),
            (from.u, from.uv_stride, to.u, to.uv_stride, (top / 2, half(rows), half(width))),
            (from.v, from.uv_stride, to.v, to.uv_stride, (top / 2, half(rows), half(width))),
        ];
        for (source, source_stride, target, target_stride, (top, rows, width)) in planes {
            for row in 0..rows {
                // SAFETY: both planes were allocated by libwebp for pictures of this width, the
                // source with these rows and the target with at least `top` more (checked above;
                // the colour's rows are half of them, rounded up), and do not overlap.
                unsafe {
                    let source = source.add(row * source_stride as usize);
                    let target = target.add((top + row) * target_stride as usize);
                    core::ptr::copy_nonoverlapping(source, target, width);
                }
            }
        }
        Ok(())
    }

    /// Encodes once all rows are there; `go_on` is asked as in [`crate::encode`].
    pub fn encode(
        self,
        settings: Settings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<u8>, EncodeError> {
        if self.missing > 0 {
            // The planes of these rows were never written.
            let (width, height) = (self.width, self.missing);
            let expected = width as usize * height as usize * Channels::Rgb.count();
            return Err(EncodeError::Size { width, height, expected, given: 0 });
        }
        encode_picture(self.picture, settings, go_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings =
        Settings { quality: 79.5, method: 2, smoothing: 75, shaping: 50, even: false };

    #[test]
    fn strips_give_the_very_file_of_the_whole_picture() {
        for (width, height) in [(61, 47), (64, 48), (1, 1), (33, 2)] {
            let row = width as usize * 3;
            let pixels: Vec<u8> =
                (0..row * height as usize).map(|at| (at * at / 7 % 251) as u8).collect();
            let whole =
                crate::encode(&pixels, width, height, Channels::Rgb, SETTINGS, &|| true).unwrap();
            let mut strips = Strips::new(width, height).unwrap();
            let mut left = &pixels[..];
            while !left.is_empty() {
                let keep = (left.len() / row).saturating_sub(5) / 2 * 2;
                let (above, strip) = left.split_at(keep * row);
                strips.add(strip).unwrap();
                left = above;
            }
            assert!(strips.encode(SETTINGS, &|| true).unwrap() == whole, "{width}x{height}");
        }
    }

    #[test]
    fn rows_that_are_missing_or_too_many_never_reach_the_library() {
        let mut strips = Strips::new(4, 6).unwrap();
        assert!(strips.add(&[0; 4 * 3 * 7]).is_err());
        assert!(strips.add(&[0; 4 * 3 * 3]).is_err());
        assert!(strips.add(&[0; 4 * 3 * 2 + 1]).is_err());
        strips.add(&[0; 4 * 3 * 2]).unwrap();
        assert!(matches!(
            strips.encode(SETTINGS, &|| true),
            Err(EncodeError::Size { height: 4, .. })
        ));
    }
}
