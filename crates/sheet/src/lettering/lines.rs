use std::ops::Range;
use std::rc::Rc;

use parley::Layout;

use super::{Draft, Lettering, UsedFace};
use crate::look::Ink;

/// A last line shorter than this part of the width looks forgotten.
const SHORT: f32 = 0.12;

/// A text in lines.
#[derive(Clone, Debug)]
pub(crate) struct Paragraph {
    pub(crate) lines: Vec<Line>,
    pub(crate) is_rtl: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// From the left edge of the column.
    pub(crate) left: f32,
    /// Without blanks at its end.
    pub(crate) width: f32,
    pub(crate) runs: Vec<GlyphRun>,
}

/// Letters of one face and colour.
#[derive(Clone, Debug)]
pub(crate) struct GlyphRun {
    /// Which of the faces in use.
    pub(crate) face: usize,
    pub(crate) size: f32,
    pub(crate) ink: Ink,
    /// Whether the face has to be made heavier, as it has no bold.
    pub(crate) bolder: bool,
    /// From the beginning of the line.
    pub(crate) x: f32,
    pub(crate) glyphs: Vec<Glyph>,
    /// What the glyphs' ranges are in.
    pub(crate) text: Rc<str>,
}

#[derive(Clone, Debug)]
pub(crate) struct Glyph {
    pub(crate) id: u32,
    pub(crate) advance: f32,
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) range: Range<usize>,
}

impl Paragraph {
    pub(crate) fn width(&self) -> f32 {
        self.lines.iter().map(|line| line.width).fold(0.0, f32::max)
    }
}

impl Lettering {
    pub(super) fn break_lines(&mut self, mut draft: Draft, width: Option<f32>) -> Paragraph {
        let Some(width) = width else {
            let layout = self.lay_out(&draft, None);
            return self.finish(&draft, &layout);
        };
        self.part_long_words(&mut draft, width);
        // A hyphen at the end of a line needs room, too.
        let hyphen = draft.spans.first().filter(|_| draft.text.contains('\u{ad}'));
        let hyphen = hyphen.map_or(0.0, |(_, kind)| self.width_of("-", *kind));
        let width = (width - hyphen).max(width / 2.0);
        let mut layout = self.lay_out(&draft, Some(width));
        self.part_words(&mut draft, &mut layout, width);
        self.lengthen_last_line(&draft, &mut layout, width);
        self.finish(&draft, &layout)
    }

    /// Breaks a little earlier where a single short word would stand in the last line, if that costs
    /// no line.
    fn lengthen_last_line(&mut self, draft: &Draft, layout: &mut Layout<Ink>, width: f32) {
        let count = layout.len();
        let last = |layout: &Layout<Ink>| layout.lines().last().map_or(0.0, |line| width_of(&line));
        if count < 2 || last(layout) >= SHORT * width {
            return;
        }
        for part in [0.97, 0.94, 0.91, 0.88] {
            let narrower = self.lay_out(draft, Some(width * part));
            if narrower.len() != count {
                return;
            }
            // Right-to-left lines would stand away from their edge.
            if !narrower.is_rtl() && last(&narrower) >= SHORT * width {
                *layout = narrower;
                return;
            }
        }
    }

    fn finish(&mut self, draft: &Draft, layout: &Layout<Ink>) -> Paragraph {
        let text: Rc<str> = draft.text.as_str().into();
        let mut lines = Vec::with_capacity(layout.len());
        for line in layout.lines() {
            let mut runs = self.runs_of(&line, &text);
            let mut width = width_of(&line);
            let range = line.text_range();
            if text.get(range.clone()).is_some_and(|text| text.ends_with('\u{ad}')) {
                width += self.add_hyphen(draft, range, &mut runs, width);
            }
            let left = if layout.is_rtl() { line.metrics().offset } else { 0.0 };
            lines.push(Line { left, width, runs });
        }
        Paragraph { lines, is_rtl: layout.is_rtl() }
    }

    fn runs_of(&mut self, line: &parley::Line<'_, Ink>, text: &Rc<str>) -> Vec<GlyphRun> {
        let mut runs: Vec<GlyphRun> = Vec::new();
        let mut x = 0.0;
        for run in line.runs() {
            let face = self.face_of(&run);
            let bolder = run.synthesis().embolden();
            let mut ink = None;
            for cluster in run.visual_clusters() {
                if cluster.is_ligature_continuation()
                    && let Some(glyph) = runs.last_mut().and_then(|run| run.glyphs.last_mut())
                {
                    let range = cluster.text_range();
                    glyph.range =
                        glyph.range.start.min(range.start)..glyph.range.end.max(range.end);
                    continue;
                }
                for glyph in cluster.glyphs() {
                    let own = cluster.style().brush;
                    if ink != Some(own) {
                        ink = Some(own);
                        runs.push(GlyphRun {
                            face,
                            size: run.font_size(),
                            ink: own,
                            bolder,
                            x,
                            glyphs: Vec::new(),
                            text: text.clone(),
                        });
                    }
                    let glyph = Glyph {
                        id: glyph.id,
                        advance: glyph.advance,
                        x: glyph.x,
                        y: glyph.y,
                        range: cluster.text_range(),
                    };
                    x += glyph.advance;
                    if let Some(run) = runs.last_mut() {
                        run.glyphs.push(glyph);
                    }
                }
            }
        }
        runs
    }

    fn face_of(&mut self, run: &parley::Run<'_, Ink>) -> usize {
        let data = run.font();
        let synthesis = run.synthesis();
        let axes: Vec<([u8; 4], f32)> = synthesis
            .variation_settings()
            .iter()
            .map(|(tag, value)| (tag.to_be_bytes(), *value))
            .collect();
        let is_same = |used: &UsedFace| {
            used.data.data.id() == data.data.id()
                && used.data.index == data.index
                && used.axes == axes
        };
        if let Some(known) = self.used.iter().position(is_same) {
            return known;
        }
        self.used.push(UsedFace { data: data.clone(), axes });
        self.used.len() - 1
    }

    /// A hyphen in the type of the last letter. Answers its width. A reader of the file is told that
    /// the word goes on.
    fn add_hyphen(
        &mut self,
        draft: &Draft,
        line: Range<usize>,
        runs: &mut Vec<GlyphRun>,
        x: f32,
    ) -> f32 {
        let within = |(range, _): &&(Range<usize>, _)| range.start < line.end;
        let Some((_, kind)) = draft.spans.iter().rev().find(within) else { return 0.0 };
        let hyphen = self.set(&[("-", *kind)], None);
        let Some(drawn) = hyphen.lines.first() else { return 0.0 };
        let soft: Rc<str> = "\u{ad}".into();
        for run in &drawn.runs {
            let mut run = run.clone();
            run.x += x;
            run.text = soft.clone();
            run.glyphs.iter_mut().for_each(|glyph| glyph.range = 0..soft.len());
            runs.push(run);
        }
        drawn.width
    }
}

pub(super) fn width_of(line: &parley::Line<'_, Ink>) -> f32 {
    let metrics = line.metrics();
    (metrics.advance - metrics.hanging_advance).max(0.0)
}
