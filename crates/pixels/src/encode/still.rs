//! One raster to one file.

use webp_encoder::{Channels, Settings};

use crate::Error;
use crate::budget::{Spending, Stage};
use crate::raster::{Layout, Raster};

/// Encodes an RGB or RGBA raster; nothing but pixels goes into the file.
pub(crate) fn encode(
    raster: &Raster,
    settings: Settings,
    spending: &Spending<'_>,
) -> Result<Vec<u8>, Error> {
    spending.enter(Stage::Encode)?;
    let channels = match raster.layout {
        Layout::Rgb => Channels::Rgb,
        Layout::Rgba => Channels::Rgba,
        Layout::Grey | Layout::Cmyk => {
            unreachable!("colour conversion comes first and leaves RGB or RGBA")
        }
    };
    let go_on = || spending.go_on();
    let file =
        webp_encoder::encode(&raster.data, raster.width, raster.height, channels, settings, &go_on);
    // Out of time and stopped by the caller look alike to the encoder; the budget knows which.
    spending.check()?;
    Ok(file?)
}
