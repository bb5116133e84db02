//! Pictures of bytes, made larger and smaller.
//!
//! The library compiles its loops for every kind of pixel it knows, in each crate that calls it. That took minutes, several
//! times over. Here it is called once, for the three kinds that the product has.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::{U8, U8x3, U8x4};
use fast_image_resize::{PixelTrait, ResizeOptions, Resizer};

/// How many bytes make a pixel, and what the last one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channels {
    One,
    Three,
    Four,
    /// Three, weighted by how opaque they are.
    ThreeAndAlpha,
}

/// Which part of the source becomes the whole target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Part {
    /// These rows, from the top and so many; also parts of rows.
    Rows { top: f64, height: f64 },
    /// As much as has the shape of the target. What does not fit is cut off, away from the focus, which is told in parts of
    /// the width and of the height.
    Around { focus: (f64, f64) },
}

/// A picture that is read.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    pub width: u32,
    pub height: u32,
    pub pixels: &'a [u8],
}

/// Where the result is written.
#[derive(Debug)]
pub struct Target<'a> {
    pub width: u32,
    pub height: u32,
    pub pixels: &'a mut [u8],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ScaleError {
    #[error("the bytes are not width times height times channels")]
    Size,
    #[error("the part lies outside of the picture")]
    Part,
}

/// By Lanczos windows. Keeps its scratch memory from one picture to the next.
#[derive(Debug, Default)]
pub struct Scaler {
    resizer: Resizer,
}

impl Scaler {
    pub fn scale(
        &mut self,
        channels: Channels,
        source: Source<'_>,
        part: Part,
        target: Target<'_>,
    ) -> Result<(), ScaleError> {
        let options = match part {
            Part::Rows { top, height } => {
                ResizeOptions::new().crop(0.0, top, f64::from(source.width), height)
            }
            Part::Around { focus } => ResizeOptions::new().fit_into_destination(Some(focus)),
        };
        let options = options.use_alpha(channels == Channels::ThreeAndAlpha);
        match channels {
            Channels::One => self.scale_kind::<U8>(source, &options, target),
            Channels::Three => self.scale_kind::<U8x3>(source, &options, target),
            Channels::Four | Channels::ThreeAndAlpha => {
                self.scale_kind::<U8x4>(source, &options, target)
            }
        }
    }

    fn scale_kind<P: PixelTrait>(
        &mut self,
        source: Source<'_>,
        options: &ResizeOptions,
        target: Target<'_>,
    ) -> Result<(), ScaleError> {
        let source = TypedImageRef::<P>::from_buffer(source.width, source.height, source.pixels)
            .map_err(|_| ScaleError::Size)?;
        let mut target = TypedImage::<P>::from_buffer(target.width, target.height, target.pixels)
            .map_err(|_| ScaleError::Size)?;
        self.resizer.resize_typed(&source, &mut target, options).map_err(|_| ScaleError::Part)
    }
}
