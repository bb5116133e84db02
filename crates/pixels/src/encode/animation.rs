//! The variants of an animation, encoded side by side, so that the source is decoded once.

use webp_encoder::{AnimationEncoder, Settings};

use crate::Error;
use crate::budget::{Spending, Stage};
use crate::raster::{Layout, Raster};
use crate::resize::Reducer;

pub(crate) struct AnimatedVariants {
    encoders: Vec<(u32, u32, AnimationEncoder)>,
    reducer: Reducer,
    milliseconds: i32,
}

impl AnimatedVariants {
    /// `sizes` from the largest to the smallest.
    pub(crate) fn new(sizes: &[(u32, u32)], loops: u16, settings: Settings) -> Result<Self, Error> {
        let encoders = sizes
            .iter()
            .map(|(width, height)| {
                Ok((*width, *height, AnimationEncoder::new(*width, *height, loops, settings)?))
            })
            .collect::<Result<_, Error>>()?;
        Ok(Self { encoders, reducer: Reducer::default(), milliseconds: 0 })
    }

    /// Adds a frame, already of the largest size.
    pub(crate) fn add(
        &mut self,
        frame: Raster,
        milliseconds: u32,
        spending: &Spending<'_>,
    ) -> Result<(), Error> {
        let mut frame = with_alpha(frame);
        // Each from the next larger one, so a frame is reduced from its full size once.
        for (width, height, encoder) in &mut self.encoders {
            if (frame.width, frame.height) != (*width, *height) {
                spending.enter(Stage::Resize)?;
                frame = self.reducer.reduce(&frame, *width, *height);
            }
            spending.enter(Stage::Encode)?;
            encoder.add(&frame.data, self.milliseconds)?;
        }
        let step = i32::try_from(milliseconds).unwrap_or(i32::MAX);
        self.milliseconds = self.milliseconds.saturating_add(step);
        Ok(())
    }

    /// The files, in the order of the sizes.
    pub(crate) fn finish(self) -> Result<Vec<Vec<u8>>, Error> {
        let end = self.milliseconds;
        self.encoders.into_iter().map(|(_, _, encoder)| Ok(encoder.finish(end)?)).collect()
    }
}

fn with_alpha(raster: Raster) -> Raster {
    if raster.layout == Layout::Rgba {
        return raster;
    }
    let (pixels, _) = raster.data.as_chunks::<3>();
    let data = pixels.iter().flat_map(|[red, green, blue]| [*red, *green, *blue, 255]).collect();
    Raster::new(raster.width, raster.height, Layout::Rgba, data)
}
