//! Animations as a stream of whole canvases: one is in memory at a time.

use super::Profile;
use super::gif::GifAnimation;
use super::webp::WebPAnimation;
use crate::Error;
use crate::budget::{Spending, Stage};
use crate::guard::catching;
use crate::probe::{Format, PictureFacts};
use crate::raster::Raster;

/// One canvas and how long it is shown.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) raster: Raster,
    pub(crate) milliseconds: u32,
}

pub(crate) trait Animation {
    fn profile(&self) -> &Profile;

    /// How often it plays; 0 for ever.
    fn loops(&self) -> u16;

    fn next_frame(&mut self) -> Result<Option<Frame>, Error>;
}

/// Opens what `facts` says has more than one frame.
pub(crate) fn open<'a>(
    bytes: &'a [u8],
    facts: &PictureFacts,
    spending: &'a Spending<'a>,
) -> Result<Box<dyn Animation + 'a>, Error> {
    spending.enter(Stage::Decode)?;
    catching("decoder", || match facts.format {
        Format::Gif => Ok(Box::new(GifAnimation::open(bytes, facts, spending)?) as Box<_>),
        Format::WebP => Ok(Box::new(WebPAnimation::open(bytes, spending)?) as Box<_>),
        _ => Err(Error::Unsupported),
    })
}
