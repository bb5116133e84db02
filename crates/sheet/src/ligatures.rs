//! Letters from the right as programs read them in a file. They take the letters of each glyph from the left, and
//! then turn the whole word round: of `لا` in one glyph they would make `ال`. And they take a point above a letter,
//! which has a place of its own, for the end of a word.

use std::ops::Range;

use crate::lettering::{Glyph, GlyphRun};

/// A run as it is written into a file.
#[derive(Debug)]
pub(crate) struct Readable {
    pub(crate) text: String,
    /// Letters, whose ranges are in the text.
    pub(crate) glyphs: Vec<Glyph>,
    /// Points of letters, which are drawn as shapes: their text is that of their letter.
    pub(crate) points: Vec<Point>,
}

/// A shape beside its letter, from the beginning of the run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) glyph: u32,
    pub(crate) x: f32,
    /// Upwards.
    pub(crate) y: f32,
}

/// Whoever reads a line from the left takes a point at its left end for no part of the word, unless this stands
/// there. Nobody sees it.
const FROM_THE_RIGHT: char = '\u{200f}';

pub(crate) fn readable(run: &GlyphRun) -> Readable {
    let (mut glyphs, points) = apart(run);
    let mut ranges: Vec<_> = glyphs.iter().map(|glyph| glyph.range.clone()).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    ranges.dedup();
    let mut text = String::new();
    let mut placed: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut rest = ranges.as_slice();
    while let Some(first) = rest.first() {
        // Letters that two glyphs share in part stay in their order: places within them would move.
        let mut end = first.end;
        let count = rest.iter().take_while(|range| {
            let belongs = range.start < end || **range == *first;
            end = if belongs { end.max(range.end) } else { end };
            belongs
        });
        let (shared, behind) = rest.split_at(count.count());
        rest = behind;
        let letters = run.text.get(first.start..end).unwrap_or_default();
        let begin = text.len();
        if shared.len() == 1 {
            text.push_str(&turned(letters, run.text.get(end..).unwrap_or_default()));
            placed.push((first.clone(), begin..text.len()));
        } else {
            text.push_str(letters);
            let moved = |place: usize| begin + place - first.start;
            placed.extend(shared.iter().map(|it| (it.clone(), moved(it.start)..moved(it.end))));
        }
    }
    for glyph in &mut glyphs {
        if let Some((_, now)) = placed.iter().find(|(before, _)| *before == glyph.range) {
            glyph.range = now.clone();
        }
    }
    Readable { text, glyphs, points }
}

/// Letters and their points. Where a point would stand between letters its room is kept.
fn apart(run: &GlyphRun) -> (Vec<Glyph>, Vec<Point>) {
    let mut glyphs = Vec::with_capacity(run.glyphs.len());
    let mut points = Vec::new();
    let mut x = 0.0;
    for cluster in run.glyphs.chunk_by(|one, other| one.range == other.range) {
        let letters = run.text.get(cluster[0].range.clone()).unwrap_or_default();
        let widest = cluster.iter().map(|glyph| glyph.advance).fold(0.0, f32::max);
        let is_pointed =
            cluster.len() > 1 && widest > 0.0 && letters.chars().any(is_from_the_right);
        for glyph in cluster {
            match is_pointed && glyph.advance.abs() < f32::EPSILON {
                true => points.push(Point { glyph: glyph.id, x: x + glyph.x, y: glyph.y }),
                false => glyphs.push(glyph.clone()),
            }
            x += glyph.advance;
        }
    }
    (glyphs, points)
}

/// The letters of a glyph as they stand on the page, from the left.
fn turned(letters: &str, behind: &str) -> String {
    let is_shared = letters.chars().any(is_from_the_right) && letters.chars().nth(1).is_some();
    if !is_shared {
        return letters.to_owned();
    }
    let ends = !behind.starts_with(is_from_the_right) && letters.ends_with(is_point);
    let mark = ends.then_some(FROM_THE_RIGHT);
    mark.into_iter().chain(letters.chars().rev()).collect()
}

/// Hebrew, Arabic and what is written like them.
pub(crate) fn is_from_the_right(letter: char) -> bool {
    matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
}

/// What stands above or below a letter.
fn is_point(sign: char) -> bool {
    matches!(sign,
        '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}' | '\u{6e7}' | '\u{6e8}' | '\u{6ea}'..='\u{6ed}' | '\u{8d3}'..='\u{8ff}')
}
