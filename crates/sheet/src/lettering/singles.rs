//! Lines of words that have one letter each, such as `林 誠` or `R & D`. Programs that read a file know words by the
//! gaps between them. Where all words of a line are single letters, they take usual gaps for those between the
//! letters of one word.

use std::ops::Range;

use parley::Layout;
use unicode_segmentation::UnicodeSegmentation;

use super::{Draft, Lettering};
use crate::look::{Ink, Type};

/// As wide as blanks of such a line are, in sizes. From 0.4 on every program has them for blanks, and some pairs such
/// as `V W` move nearer.
const APART: f32 = 0.5;
/// Wider blanks move words, and other lines may then have single letters. A text that is not done after so many
/// turns is none.
const MOST_TURNS: usize = 6;

impl Lettering {
    pub(super) fn set_singles_apart(
        &mut self,
        draft: &mut Draft,
        layout: &mut Layout<Ink>,
        width: Option<f32>,
    ) {
        for _ in 0..MOST_TURNS {
            let lines = layout.lines().map(|line| line.text_range());
            let found: Vec<_> = lines.filter(|line| is_new(draft, line)).collect();
            if found.is_empty() {
                return;
            }
            for line in found {
                self.set_apart(draft, &line);
            }
            *layout = self.lay_out(draft, width);
        }
    }

    fn set_apart(&mut self, draft: &mut Draft, line: &Range<usize>) {
        for (span, kind) in &draft.spans {
            let range = span.start.max(line.start)..span.end.min(line.end);
            if !range.is_empty() {
                let more = kind.size * APART - self.blank_of(*kind);
                draft.wide.push((range, more.max(0.0)));
            }
        }
    }

    /// How wide a blank is.
    fn blank_of(&mut self, kind: Type) -> f32 {
        let set = self.set(&[(" ", kind)], None);
        let run = set.lines.first().and_then(|line| line.runs.first());
        run.and_then(|run| run.glyphs.first()).map_or(0.0, |blank| blank.advance)
    }
}

/// Whether a line has single letters alone, which are not apart yet.
fn is_new(draft: &Draft, line: &Range<usize>) -> bool {
    let Some(text) = draft.text.get(line.clone()) else { return false };
    let text = text.trim_end();
    let is_apart = |place: usize| draft.wide.iter().any(|(range, _)| range.contains(&place));
    let mut blanks = text.match_indices(char::is_whitespace);
    text.split_whitespace().all(is_single) && blanks.any(|(place, _)| !is_apart(line.start + place))
}

fn is_single(word: &str) -> bool {
    word.graphemes(true).nth(1).is_none()
}
