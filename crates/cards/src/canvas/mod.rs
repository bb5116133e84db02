//! What is drawn on, and how it becomes a small file.

mod palette;

use parley::PositionedLayoutItem;
use skrifa::instance::{LocationRef, NormalizedCoord, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Rect, Transform};

use crate::lettering::{Lines, Place};
use crate::picture::Pixels;
use palette::Palette;

pub(crate) struct Canvas {
    pixels: Pixmap,
}

impl Canvas {
    pub(crate) fn new(width: u32, height: u32, paper: [u8; 3]) -> Self {
        let mut pixels = Pixmap::new(width, height).expect("a card has a size");
        let [red, green, blue] = paper;
        pixels.fill(Color::from_rgba8(red, green, blue, 255));
        Self { pixels }
    }

    /// Puts a picture of full height at `x`.
    pub(crate) fn paste(&mut self, x: u32, picture: &Pixels, width: u32) {
        let row_length = self.pixels.width() as usize * 4;
        let rows = self.pixels.data_mut().chunks_exact_mut(row_length);
        for (row, source) in rows.zip(picture.rgb.chunks_exact(width as usize * 3)) {
            let targets = row[x as usize * 4..].chunks_exact_mut(4);
            for (target, colour) in targets.zip(source.chunks_exact(3)) {
                target[..3].copy_from_slice(colour);
                target[3] = 255;
            }
        }
    }

    pub(crate) fn rectangle(&mut self, at: (f32, f32), size: (f32, f32), colour: [u8; 3]) {
        if let Some(rectangle) = Rect::from_xywh(at.0, at.1, size.0, size.1) {
            self.pixels.fill_rect(rectangle, &paint(colour), Transform::identity(), None);
        }
    }

    pub(crate) fn letters(&mut self, lines: &Lines, place: Place, colour: [u8; 3]) {
        let paint = paint(colour);
        for line in lines.layout.lines() {
            for item in line.items() {
                let PositionedLayoutItem::GlyphRun(run) = item else { continue };
                let data = run.run().font();
                // A face that cannot be read costs its letters and not the card.
                let Ok(face) = FontRef::from_index(data.data.as_ref(), data.index) else {
                    continue;
                };
                let outlines = face.outline_glyphs();
                let size = Size::new(run.run().font_size());
                let variation: Vec<_> = run
                    .run()
                    .normalized_coords()
                    .iter()
                    .map(|value| NormalizedCoord::from_bits(value.to_bits()))
                    .collect();
                for glyph in run.positioned_glyphs() {
                    let Some(outline) = outlines.get(GlyphId::new(glyph.id)) else { continue };
                    let mut pen = Pen {
                        path: PathBuilder::new(),
                        x: place.x + glyph.x,
                        y: place.y + glyph.y,
                    };
                    // Hinting is for small letters on coarse screens. These are large.
                    let settings = DrawSettings::unhinted(size, LocationRef::new(&variation));
                    if outline.draw(settings, &mut pen).is_ok()
                        && let Some(path) = pen.path.finish()
                    {
                        let (rule, still) = (FillRule::Winding, Transform::identity());
                        self.pixels.fill_path(&path, &paint, rule, still, None);
                    }
                }
            }
        }
    }

    /// As PNG with a palette. What lies right of `pictured_from` is a photograph and is dithered;
    /// letters keep their edges.
    pub(crate) fn png(&self, pictured_from: u32) -> Result<Vec<u8>, png::EncodingError> {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let mut palette = Palette::of(self.pixels.data());
        let indexed = palette.index(self.pixels.data(), width as usize, pictured_from as usize);
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette.bytes());
        encoder.set_compression(png::Compression::High);
        // Filters are made for photographs of full colour. Rows of indexes become larger with them.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header()?.write_image_data(&indexed)?;
        Ok(bytes)
    }
}

fn paint(colour: [u8; 3]) -> Paint<'static> {
    let mut paint = Paint::default();
    let [red, green, blue] = colour;
    paint.set_color_rgba8(red, green, blue, 255);
    paint.anti_alias = true;
    paint
}

/// Draws an outline, whose y grows upwards, at a place of the canvas.
struct Pen {
    path: PathBuilder,
    x: f32,
    y: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, self.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, self.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + cx, self.y - cy, self.x + x, self.y - y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let (left, top) = (self.x, self.y);
        self.path.cubic_to(left + cx0, top - cy0, left + cx1, top - cy1, left + x, top - y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
