//! The outlines of letters, for whoever draws them as shapes.

use skrifa::instance::{Location, LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

use crate::lettering::UsedFace;

/// A face that can be drawn from.
pub(crate) struct Face<'a> {
    font: FontRef<'a>,
    location: Location,
    /// Of its own measure in the size of a letter.
    pub(crate) units: f32,
}

impl<'a> Face<'a> {
    pub(crate) fn of(used: &'a UsedFace) -> Option<Self> {
        let font = FontRef::from_index(used.data.data.as_ref(), used.data.index).ok()?;
        let axes = used.axes.iter().map(|(tag, value)| (Tag::new(tag), *value));
        let location = font.axes().location(axes);
        let units = f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
        (units > 0.0).then_some(Self { font, location, units })
    }

    /// Draws a letter in the measure of the face, upwards; none where it has no outline.
    pub(crate) fn draw(&self, glyph: u32, pen: &mut impl OutlinePen) -> Option<()> {
        let outline = self.font.outline_glyphs().get(GlyphId::new(glyph))?;
        outline.draw(DrawSettings::unhinted(Size::unscaled(), &self.location), pen).ok()?;
        Some(())
    }
}
