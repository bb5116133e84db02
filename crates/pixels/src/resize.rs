//! Making pictures smaller, by Lanczos windows with SIMD, alpha weighted.
//!
//! It never enlarges on its own account: sizes are decided by `variants` and `previews`.

use std::ops::Range;

use scaling::{Channels, Part, Scaler, Source, Target};

use crate::raster::{Layout, Raster};

/// Keeps its scratch memory from one picture of a cascade to the next.
#[derive(Default)]
pub(crate) struct Reducer {
    scaler: Scaler,
}

impl Reducer {
    pub(crate) fn reduce(&mut self, raster: &Raster, width: u32, height: u32) -> Raster {
        let size = width as usize * height as usize * raster.layout.channels();
        let mut result = Raster::new(width, height, raster.layout, vec![0; size]);
        let source = (raster.width, raster.height, &raster.data[..]);
        let whole = (0.0, f64::from(raster.height));
        self.reduce_band(source, whole, &mut result, 0..height as usize);
        result
    }

    /// Makes some rows of the result out of `source`, which is width, height and pixels. `from` is
    /// the top and the height, in rows of the source, of what these rows show; the filter sees
    /// what lies around it, too.
    pub(crate) fn reduce_band(
        &mut self,
        (width, height, pixels): (u32, u32, &[u8]),
        from: (f64, f64),
        result: &mut Raster,
        rows: Range<usize>,
    ) {
        let channels = match result.layout {
            Layout::Grey => Channels::One,
            Layout::Rgb => Channels::Three,
            Layout::Cmyk => Channels::Four,
            Layout::Rgba => Channels::ThreeAndAlpha,
        };
        let source = Source { width, height, pixels };
        let part = Part::Rows { top: from.0, height: from.1 };
        let (row_bytes, band) = (result.row_bytes(), rows.len() as u32);
        let band_pixels = &mut result.data[rows.start * row_bytes..rows.end * row_bytes];
        let target = Target { width: result.width, height: band, pixels: band_pixels };
        self.scaler.scale(channels, source, part, target).expect(
            "a raster's bytes are its width times its height times its channels, and the band lies in the source",
        );
    }

    /// How many rows the filter sees above and below, when `step` rows become one.
    pub(crate) fn reach(step: f64) -> f64 {
        3.0 * step.max(1.0)
    }
}

/// The height that goes with `width`, rounded, at least one.
pub(crate) fn height_for(width: u32, original: (u32, u32)) -> u32 {
    let (original_width, original_height) = (u64::from(original.0), u64::from(original.1));
    let height = (u64::from(width) * original_height * 2 + original_width) / (2 * original_width);
    u32::try_from(height.max(1)).expect("no higher than the original, which is u32")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_follow_the_shape_and_never_vanish() {
        assert_eq!(height_for(400, (4000, 3000)), 300);
        assert_eq!(height_for(400, (2048, 1365)), 267);
        assert_eq!(height_for(2048, (65_500, 3)), 1);
    }

    #[test]
    fn a_flat_picture_stays_flat() {
        let raster = Raster::new(50, 40, Layout::Rgb, vec![77; 50 * 40 * 3]);
        let small = Reducer::default().reduce(&raster, 20, 16);
        assert!(small.data.iter().all(|value| *value == 77));
    }
}
