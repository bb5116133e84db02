//! Text laid out in lines, with shaping and both directions of writing.

use std::borrow::Cow;

use faces::{has, is_joiner, is_private};
use parley::{
    Alignment, AlignmentOptions, FontContext, FontFamily, FontFamilyName, FontWeight, Layout,
    LayoutContext, LineHeight, OverflowWrap, StyleProperty,
};

/// Of a text; no card could show more.
const MOST_CHARACTERS: usize = 400;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Writing {
    pub(crate) size: f32,
    /// In sizes.
    pub(crate) line_height: f32,
    pub(crate) most_lines: usize,
}

/// The faces for the texts of one card.
pub(crate) struct Lettering {
    fonts: FontContext,
    layouts: LayoutContext<()>,
    families: Vec<String>,
    /// Characters that the faces have, by face.
    known: Vec<Vec<(u32, u32)>>,
}

pub(crate) struct Lines {
    pub(crate) layout: Layout<()>,
    /// How much narrower than their room the lines were broken.
    narrowed: f32,
}

impl Lettering {
    pub(crate) fn new(
        fonts: FontContext,
        families: Vec<String>,
        known: Vec<Vec<(u32, u32)>>,
    ) -> Self {
        Self { fonts, layouts: LayoutContext::new(), families, known }
    }

    /// The text without what no face can draw, its words separated by single blanks.
    pub(crate) fn drawable(&self, text: &str) -> String {
        let kept: String = text
            .chars()
            .take(MOST_CHARACTERS)
            .map(|character| if character.is_whitespace() { ' ' } else { character })
            .filter(|character| {
                let is_drawn = !is_private(*character) && has(&self.known, *character);
                *character == ' ' || is_joiner(*character) || is_drawn
            })
            .collect();
        kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// In the first of these sizes in which the text fits; in the last one it ends in an ellipsis.
    /// Lines are about as long as each other.
    pub(crate) fn fit(
        &mut self,
        text: &str,
        sizes: &[f32],
        line_height: f32,
        most_lines: usize,
        width: f32,
    ) -> Lines {
        let (last, larger) = sizes.split_last().expect("there is a size to write in");
        for size in larger {
            let writing = Writing { size: *size, line_height, most_lines };
            let mut lines = self.lay_out(text, writing, width);
            // A word that is cut in two looks worse than a smaller one.
            let is_whole = lines.layout.calculate_content_widths().min <= width;
            if lines.layout.len() <= most_lines && is_whole {
                lines.balance(width);
                return lines;
            }
        }
        let writing = Writing { size: *last, line_height, most_lines };
        let mut lines = self.write(text, writing, width);
        lines.balance(width);
        lines
    }

    /// At most so many lines; what does not fit ends in an ellipsis.
    pub(crate) fn write(&mut self, text: &str, writing: Writing, width: f32) -> Lines {
        let mut lines = self.lay_out(text, writing, width);
        let mut shorter = text.to_owned();
        while lines.layout.len() > writing.most_lines {
            let end = lines.layout.get(writing.most_lines - 1).map(|line| line.text_range().end);
            // One byte less each time at the least, so that this always comes to an end.
            let most = end.unwrap_or_default().min(shorter.len().saturating_sub(1));
            shorter = shortened(&shorter, most);
            lines = self.lay_out(&shorter, writing, width);
        }
        lines
    }

    fn lay_out(&mut self, text: &str, writing: Writing, width: f32) -> Lines {
        let names: Vec<_> =
            self.families.iter().map(|name| FontFamilyName::Named(Cow::Borrowed(name))).collect();
        let mut builder = self.layouts.ranged_builder(&mut self.fonts, text, 1.0, true);
        builder.push_default(StyleProperty::FontFamily(FontFamily::List(Cow::Owned(names))));
        builder.push_default(StyleProperty::FontSize(writing.size));
        builder.push_default(StyleProperty::FontWeight(FontWeight::SEMI_BOLD));
        builder.push_default(StyleProperty::LineHeight(LineHeight::FontSizeRelative(
            writing.line_height,
        )));
        builder.push_default(StyleProperty::LetterSpacing(writing.size * -0.01));
        // Only for a word that is wider than the card, such as a long address.
        builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::BreakWord));
        let mut layout = builder.build(text);
        layout.break_all_lines(Some(width));
        layout.align(Alignment::Start, AlignmentOptions::default());
        Lines { layout, narrowed: 0.0 }
    }
}

/// The text up to there, at the end of a word where one is near, and an ellipsis.
fn shortened(text: &str, most: usize) -> String {
    let text = text.strip_suffix('…').unwrap_or(text);
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    // One character less, so that this always comes to an end.
    let cut = text[..end].trim_end();
    let cut = &cut[..cut.char_indices().next_back().map_or(0, |(last, _)| last)];
    let word = cut.rfind(' ').filter(|blank| cut.len() - blank < 24).unwrap_or(cut.len());
    format!("{}…", cut[..word].trim_end_matches([' ', ',', '.', ':', ';', '-', '–', '—']))
}

impl Lines {
    /// Breaks the lines again, as narrow as they can be without becoming more.
    fn balance(&mut self, width: f32) {
        let count = self.layout.len();
        let words = self.layout.calculate_content_widths();
        // A single line has nothing to balance.
        if count < 2 || words.min > width {
            return;
        }
        let (mut least, mut most) = (words.min.max(width / 2.0), width);
        while most - least > 4.0 {
            let middle = f32::midpoint(least, most);
            self.layout.break_all_lines(Some(middle));
            if self.layout.len() > count { least = middle } else { most = middle }
        }
        self.layout.break_all_lines(Some(most));
        self.layout.align(Alignment::Start, AlignmentOptions::default());
        self.narrowed = width - most;
    }

    /// Where the lines begin in a room that begins at `from`.
    pub(crate) fn left(&self, from: f32) -> f32 {
        if self.is_rtl() { from + self.narrowed } else { from }
    }

    pub(crate) fn is_rtl(&self) -> bool {
        self.layout.is_rtl()
    }

    pub(crate) fn height(&self) -> f32 {
        self.layout.height()
    }

    /// Where a single line begins, when it is to stand at the end of its room or not whatever its
    /// own direction is.
    pub(crate) fn start(&self, from: f32, room: f32, at_end: bool) -> f32 {
        let free = (room - self.layout.width()).max(0.0);
        // A line of right-to-left text has been moved to the end of its room already.
        let moved = if self.is_rtl() { free } else { 0.0 };
        from + if at_end { free } else { 0.0 } - moved
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn what_is_shortened_gets_shorter_and_ends_in_whole_words() {
        assert_eq!(shortened("one two three", 11), "one two…");
        assert_eq!(shortened("one two…", 9), "one…");
        assert_eq!(shortened(&"x".repeat(50), 40), format!("{}…", "x".repeat(39)));
        assert_eq!(shortened("x…", 1), "…");
        assert_eq!(shortened("漢字漢字", 7), "漢…");
    }
}
