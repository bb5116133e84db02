//! Making pictures smaller, by Lanczos windows with SIMD, alpha weighted.
//!
//! It never enlarges on its own account: sizes are decided by `variants` and `previews`.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

use crate::raster::{Layout, Raster};

/// Keeps its scratch memory from one picture of a cascade to the next.
#[derive(Default)]
pub(crate) struct Reducer {
    resizer: Resizer,
}

impl Reducer {
    pub(crate) fn reduce(&mut self, raster: &Raster, width: u32, height: u32) -> Raster {
        let kind = match raster.layout {
            Layout::Grey => PixelType::U8,
            Layout::Rgb => PixelType::U8x3,
            Layout::Rgba | Layout::Cmyk => PixelType::U8x4,
        };
        let source = ImageRef::new(raster.width, raster.height, &raster.data, kind)
            .expect("a raster's bytes are its width times its height times its channels");
        let mut target = Image::new(width, height, kind);
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
            .use_alpha(raster.layout == Layout::Rgba);
        self.resizer
            .resize(&source, &mut target, &options)
            .expect("both pictures have the same kind of pixels");
        Raster::new(width, height, raster.layout, target.into_vec())
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
