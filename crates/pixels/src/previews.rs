//! The seven thumbnails from which an author picks a filter, all from one decode.
//!
//! Filters run on the thumbnail, so a preview shows the look, not the last pixel. An animation is
//! shown by its first frame.

use crate::budget::{Spending, Stage};
use crate::filter::{self, Anchors, Filter};
use crate::probe::probe_picture;
use crate::resize::{Reducer, height_for};
use crate::variants::upright;
use crate::{Budget, Error, encode};

/// How wide a thumbnail is, unless the picture is narrower.
pub const PREVIEW_WIDTH: u32 = 200;

/// One thumbnail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub filter: Filter,
    pub width: u32,
    pub height: u32,
    /// A whole WebP file without metadata.
    pub bytes: Vec<u8>,
}

/// One thumbnail per filter, in the order of [`Filter::ALL`].
pub fn make_previews(bytes: &[u8], budget: &Budget<'_>) -> Result<Vec<Preview>, Error> {
    let spending = Spending::begin(budget);
    let facts = probe_picture(bytes, budget)?;
    crate::guard::catching("pipeline", || {
        let size = facts.upright_size();
        let width = size.0.min(PREVIEW_WIDTH);
        let height = height_for(width, size).min(webp_encoder::LONGEST_SIDE);
        // Decoded once, at the size of the thumbnails.
        let plain = upright(bytes, &facts, (width, height), &mut Reducer::default(), &spending)?;
        Filter::ALL
            .into_iter()
            .map(|filter| {
                spending.enter(Stage::Filter)?;
                let mut raster = plain.clone();
                filter::apply(filter, &mut raster, &mut Anchors::default());
                let bytes = encode::encode(&raster, encode::PREVIEW_SETTINGS, &spending)?;
                Ok(Preview { filter, width, height, bytes })
            })
            .collect()
    })
}
