//! A page as a picture for screens: SVG with the outlines of the very letters that the PDF has, at the
//! very places. It needs no face to be seen, and holds nothing but shapes and the owner's picture.

use std::collections::HashMap;
use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use skrifa::outline::OutlinePen;

use crate::layout::{Mark, Page, Picture, Text};
use crate::lettering::{GlyphRun, UsedFace};
use crate::look::{Ink, Paper};
use crate::model::Photo;
use crate::outline::Face;
use crate::pdf::{BOLDER, colour};

pub(crate) fn draw(
    page: &Page,
    faces: &[UsedFace],
    paper: Paper,
    accent: Option<[u8; 3]>,
) -> String {
    let mut drawing = Drawing {
        faces: faces.iter().map(Face::of).collect(),
        accent,
        names: HashMap::new(),
        shapes: String::new(),
        marks: String::new(),
    };
    for mark in &page.marks {
        match mark {
            Mark::Rule { x, y, width, thickness, ink } => {
                drawing.rule((*x, *y), (*width, *thickness), *ink);
            }
            Mark::Text(text) => drawing.text(text),
            Mark::Picture(picture) => drawing.picture(picture),
        }
    }
    let (width, height) = paper.size();
    let Drawing { shapes, marks, .. } = drawing;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.2} {height:.2}\" width=\"{width:.2}\" \
         height=\"{height:.2}\"><defs>{shapes}</defs><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>{marks}</svg>"
    )
}

struct Drawing<'a> {
    /// A face that cannot be read costs its letters.
    faces: Vec<Option<Face<'a>>>,
    accent: Option<[u8; 3]>,
    /// The letters that were drawn already, by face and glyph; none for those without a shape.
    names: HashMap<(usize, u32), Option<usize>>,
    shapes: String,
    marks: String,
}

/// The shape of a letter; none where it has no outline.
fn shape(face: &Face<'_>, glyph: u32) -> Option<String> {
    let mut pen = Pen::default();
    face.draw(glyph, &mut pen)?;
    (!pen.0.is_empty()).then_some(pen.0)
}

impl Drawing<'_> {
    fn rule(&mut self, at: (f32, f32), size: (f32, f32), ink: Ink) {
        let fill = self.fill(ink);
        let ((x, y), (width, height)) = (at, size);
        put(
            &mut self.marks,
            format_args!(
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>"
            ),
        );
    }

    /// Within the drawing itself: a page that is shown as a picture may load nothing.
    fn picture(&mut self, picture: &Picture) {
        let Picture { photo, x, y, size: (width, height), .. } = picture;
        let Some(file) = encoded(photo) else { return };
        put(
            &mut self.marks,
            format_args!(
                "<image x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
                 href=\"data:image/png;base64,{}\"/>",
                STANDARD.encode(file)
            ),
        );
    }

    fn text(&mut self, text: &Text) {
        let Some(line) = text.paragraph.lines.get(text.line) else { return };
        for run in &line.runs {
            let start = (text.x + line.left + run.x, text.y + text.baseline);
            self.run(run, start);
        }
    }

    fn run(&mut self, run: &GlyphRun, (x, y): (f32, f32)) {
        let Some(units) = self.faces.get(run.face).and_then(Option::as_ref).map(|it| it.units)
        else {
            return;
        };
        let (fill, scale) = (self.fill(run.ink), run.size / units);
        // Outlines grow upwards, pages downwards.
        let place = format!("translate({x:.2} {y:.2}) scale({scale:.5} -{scale:.5})");
        put(&mut self.marks, format_args!("<g fill=\"{fill}\" transform=\"{place}\""));
        if run.bolder {
            let width = BOLDER * units;
            put(&mut self.marks, format_args!(" stroke=\"{fill}\" stroke-width=\"{width:.0}\""));
        }
        self.marks.push('>');
        let mut along = 0.0;
        for glyph in &run.glyphs {
            if let Some(name) = self.name(run.face, glyph.id) {
                let (x, y) = ((along + glyph.x) / scale, glyph.y / scale);
                put(&mut self.marks, format_args!("<use href=\"#g{name}\" x=\"{x:.0}\""));
                if y.round() != 0.0 {
                    put(&mut self.marks, format_args!(" y=\"{y:.0}\""));
                }
                self.marks.push_str("/>");
            }
            along += glyph.advance;
        }
        self.marks.push_str("</g>");
    }

    /// The name of a letter's shape, which is drawn when it is first met.
    fn name(&mut self, face: usize, glyph: u32) -> Option<usize> {
        if let Some(known) = self.names.get(&(face, glyph)) {
            return *known;
        }
        let shape = self.faces[face].as_ref().and_then(|face| shape(face, glyph));
        let name = shape.map(|shape| {
            let name = self.names.len();
            put(&mut self.shapes, format_args!("<path id=\"g{name}\" d=\"{shape}\"/>"));
            name
        });
        self.names.insert((face, glyph), name);
        name
    }

    fn fill(&self, ink: Ink) -> String {
        let [red, green, blue] = colour(ink, self.accent);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

fn encoded(photo: &Photo) -> Option<Vec<u8>> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, Photo::WIDTH, Photo::HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&photo.rgb).ok()?;
    writer.finish().ok()?;
    Some(file)
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string takes whatever is written to it");
}

/// An outline in units of its face, which are fine enough to be told as whole numbers.
#[derive(Default)]
struct Pen(String);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        put(&mut self.0, format_args!("M{x:.0} {y:.0}"));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        put(&mut self.0, format_args!("L{x:.0} {y:.0}"));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        put(&mut self.0, format_args!("Q{cx:.0} {cy:.0} {x:.0} {y:.0}"));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        put(&mut self.0, format_args!("C{cx0:.0} {cy0:.0} {cx1:.0} {cy1:.0} {x:.0} {y:.0}"));
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
