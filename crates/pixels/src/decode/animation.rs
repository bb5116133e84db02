//! Animations as a stream of whole canvases: one is in memory at a time.

use super::frames::Animation;
use super::gif::GifAnimation;
use super::webp::WebPAnimation;
use crate::Error;
use crate::budget::{Spending, Stage};
use crate::guard::catching;
use crate::probe::{Format, PictureFacts};

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
