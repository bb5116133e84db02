use std::ops::Range;
use std::rc::Rc;

use parley::Layout;

use super::{Draft, Lettering, UsedFace};
use crate::look::{Ink, Type};

/// A last line shorter than this part of the width looks forgotten.
const SHORT: f32 = 0.12;

/// A text in lines.
#[derive(Clone, Debug)]
pub(crate) struct Paragraph {
    pub(crate) lines: Vec<Line>,
}

#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Where its letters begin: before the edge of the column where blanks stand there.
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
    /// Upwards.
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
            let mut layout = self.lay_out(&draft, None);
            self.set_singles_apart(&mut draft, &mut layout, None);
            return self.finish(&draft, &layout);
        };
        self.part_long_words(&mut draft, width);
        draft.whole = self.hyphens_of_name(&draft, width);
        // A hyphen at the end of a line needs room, too.
        let hyphen = draft.spans.first().filter(|_| draft.text.contains('\u{ad}'));
        let hyphen = hyphen.map_or(0.0, |(_, kind)| self.width_of("-", *kind));
        let width = (width - hyphen).max(width / 2.0);
        let mut layout = self.lay_out(&draft, Some(width));
        self.part_words(&mut draft, &mut layout, width);
        let width = self.lengthen_last_line(&draft, &mut layout, width);
        self.set_singles_apart(&mut draft, &mut layout, Some(width));
        self.finish(&draft, &layout)
    }

    /// Breaks a little earlier where a single short word would stand in the last line, if that costs
    /// no line. Answers the width that lines have now.
    fn lengthen_last_line(&mut self, draft: &Draft, layout: &mut Layout<Ink>, width: f32) -> f32 {
        let count = layout.len();
        let last = |layout: &Layout<Ink>| layout.lines().last().map_or(0.0, |line| width_of(&line));
        if count < 2 || last(layout) >= SHORT * width {
            return width;
        }
        for part in [0.97, 0.94, 0.91, 0.88] {
            let narrower = self.lay_out(draft, Some(width * part));
            if narrower.len() != count {
                return width;
            }
            if last(&narrower) >= SHORT * width {
                *layout = narrower;
                return width * part;
            }
        }
        width
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
            } else {
                runs = with_own_hyphen(runs);
            }
            lines.push(Line { left: line.metrics().offset, width, runs });
        }
        Paragraph { lines }
    }

    fn runs_of(&mut self, line: &parley::Line<'_, Ink>, text: &Rc<str>) -> Vec<GlyphRun> {
        let mut runs: Vec<GlyphRun> = Vec::new();
        let mut x = 0.0;
        for run in line.runs() {
            let face = self.face_of(&run);
            let bolder = run.synthesis().embolden();
            let mut ink = None;
            // From the right, what goes on with a letter stands before it.
            let mut goes_on: Option<Range<usize>> = None;
            for cluster in run.visual_clusters() {
                let range = cluster.text_range();
                if cluster.is_ligature_continuation() && cluster.is_rtl() {
                    goes_on = Some(goes_on.map_or(range.clone(), |known| joined(&known, &range)));
                    continue;
                }
                if cluster.is_ligature_continuation()
                    && let Some(glyph) = runs.last_mut().and_then(|run| run.glyphs.last_mut())
                {
                    glyph.range = joined(&glyph.range, &range);
                    continue;
                }
                let range = goes_on.take().map_or(range.clone(), |rest| joined(&range, &rest));
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
                        // Upwards from here on: the layout counts downwards.
                        y: -glyph.y,
                        range: range.clone(),
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

/// Two, as programs that read the file forget a single one, and with it how far it reaches.
const BLANKS: &str = "  ";
/// What stands between two texts of a line from the right says that it is from there: programs that read the file
/// would take two Latin ones for one text, and read them from the left.
const FROM_THE_RIGHT: &str = "\u{200f}";

impl Lettering {
    /// Nothing to be seen between two texts, as wide as that; none where it would be narrower than what it is made of.
    pub(crate) fn blank(&mut self, kind: Type, width: f32) -> Option<Rc<Paragraph>> {
        let set = self.set(&[(" ", kind)], None);
        let run = set.lines.first()?.runs.first()?;
        let sign = run.glyphs.first()?;
        let rest = width - sign.advance;
        if rest < sign.advance {
            return None;
        }
        let text = self.between(BLANKS);
        let wide = |advance: f32| Glyph { advance, range: 0..text.len(), ..sign.clone() };
        let glyphs = vec![wide(rest), wide(sign.advance)];
        let run = GlyphRun { x: 0.0, glyphs, text: text.clone(), ..run.clone() };
        Some(Rc::new(Paragraph { lines: vec![Line { left: 0.0, width, runs: vec![run] }] }))
    }

    /// A sign between two texts.
    pub(crate) fn sign(&mut self, sign: &str, kind: Type) -> Rc<Paragraph> {
        let mut paragraph = Paragraph::clone(&self.set(&[(sign, kind)], None));
        let text = self.between(sign);
        for run in paragraph.lines.iter_mut().flat_map(|line| &mut line.runs) {
            run.text = text.clone();
            run.glyphs.iter_mut().for_each(|glyph| glyph.range = 0..text.len());
        }
        Rc::new(paragraph)
    }

    fn between(&self, text: &str) -> Rc<str> {
        match self.from_right {
            true => format!("{FROM_THE_RIGHT}{text}{FROM_THE_RIGHT}").into(),
            false => text.into(),
        }
    }
}

/// A hyphen of the word itself at the right end of a line says that a blank comes after it: programs that
/// read the file take it for one that parts a word, and leave it out.
fn with_own_hyphen(mut runs: Vec<GlyphRun>) -> Vec<GlyphRun> {
    let said = |run: &GlyphRun, glyph: &Glyph| run.text.get(glyph.range.clone()).map(str::to_owned);
    let ends = runs.iter().enumerate().rev().flat_map(|(number, run)| {
        run.glyphs.iter().enumerate().rev().map(move |(place, glyph)| (number, place, run, glyph))
    });
    let last = ends
        .filter_map(|(number, place, run, glyph)| Some((number, place, said(run, glyph)?)))
        .find(|(_, _, text)| !text.trim().is_empty());
    let Some((number, place, text)) = last.filter(|(_, _, text)| text.ends_with('-')) else {
        return runs;
    };
    let before = &runs[number];
    let text: Rc<str> = format!("{text} ").into();
    let x = |place: usize| {
        before.x + before.glyphs[..place].iter().map(|glyph| glyph.advance).sum::<f32>()
    };
    let part = |from: usize, to: usize| GlyphRun {
        x: x(from),
        glyphs: before.glyphs[from..to].to_vec(),
        ..before.clone()
    };
    let mut hyphen = GlyphRun { text: text.clone(), ..part(place, place + 1) };
    hyphen.glyphs[0].range = 0..text.len();
    let parts = [part(0, place), hyphen, part(place + 1, before.glyphs.len())];
    runs.splice(number..=number, parts.into_iter().filter(|run| !run.glyphs.is_empty()));
    runs
}

fn joined(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    one.start.min(other.start)..one.end.max(other.end)
}

pub(super) fn width_of(line: &parley::Line<'_, Ink>) -> f32 {
    let metrics = line.metrics();
    (metrics.advance - metrics.hanging_advance).max(0.0)
}
