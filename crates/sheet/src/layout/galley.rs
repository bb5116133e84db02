use std::rc::Rc;

use super::pages::shifted;
use super::{Mark, Node, Role, Text};
use crate::language::Language;
use crate::lettering::{Lettering, Paragraph, Piece};
use crate::look::{Contacts, Headings, Ink, Measures, Type};

/// Rows one below the other, as if paper had no end.
pub(crate) struct Galley<'a> {
    pub(super) lettering: &'a mut Lettering,
    pub(super) measures: &'a Measures,
    pub(super) language: Language,
    pub(super) width: f32,
    rows: Vec<Row>,
    nodes: Vec<Node>,
}

/// What is never parted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// Room above it; none at the top of a page.
    pub(crate) above: f32,
    pub(crate) height: f32,
    pub(crate) marks: Vec<Mark>,
    /// Whether the next row has to be on the same page.
    pub(crate) holds_next: bool,
}

impl Row {
    /// This row and another one below it, as one.
    pub(super) fn above_of(mut self, below: Self, gap: f32) -> Self {
        let gap = if self.marks.is_empty() { 0.0 } else { gap };
        let down = self.height + gap;
        self.marks.extend(below.marks.into_iter().map(|mark| shifted(mark, 0.0, down)));
        self.height = down + below.height;
        self
    }

    /// The same in parts that are no taller than so much, cut between lines: what is never parted is
    /// parted all the same before any of it is lost.
    pub(super) fn parted(self, tallest: f32) -> Vec<Self> {
        if self.height <= tallest {
            return vec![self];
        }
        let Self { above, holds_next, .. } = self;
        let (mut parts, mut rest) = (Vec::new(), self.marks);
        while !rest.is_empty() {
            let overflows = rest.iter().filter(|mark| extent(mark).1 > tallest);
            let cut = overflows.map(|mark| extent(mark).0).fold(f32::INFINITY, f32::min);
            let (mut here, mut below): (Vec<Mark>, Vec<Mark>) =
                rest.into_iter().partition(|mark| extent(mark).0 < cut);
            if here.is_empty() {
                // Something that is taller than a page by itself.
                here.push(below.remove(0));
            }
            let height = here.iter().map(|mark| extent(mark).1).fold(0.0, f32::max);
            let top = below.iter().map(|mark| extent(mark).0).fold(f32::INFINITY, f32::min);
            rest = below.into_iter().map(|mark| shifted(mark, 0.0, -top)).collect();
            let above = if parts.is_empty() { above } else { 0.0 };
            parts.push(Self { above, height, marks: here, holds_next: false });
        }
        if let Some(last) = parts.last_mut() {
            last.holds_next = holds_next;
        }
        parts
    }

    /// The same with only a part of the room above it.
    pub(super) fn with_room(&self, part: f32) -> Self {
        Self { above: self.above * part, ..self.clone() }
    }
}

/// Where something begins and ends, from the top of its row.
fn extent(mark: &Mark) -> (f32, f32) {
    match mark {
        Mark::Text(text) => (text.y, text.y + text.leading),
        Mark::Rule { y, thickness, .. } => (*y, y + thickness),
        Mark::Picture(picture) => (picture.y, picture.y + picture.size.1),
    }
}

/// Lines that belong together at either side of a break.
pub(super) const TOGETHER: usize = 2;
/// Between words, in sizes: as much as makes two of them.
const APART: f32 = 0.15;
/// A text of up to so many lines stays whole.
const WHOLE: usize = 3;

impl<'a> Galley<'a> {
    pub(super) fn new(
        lettering: &'a mut Lettering,
        measures: &'a Measures,
        language: Language,
        width: f32,
    ) -> Self {
        Self { lettering, measures, language, width, rows: Vec::new(), nodes: Vec::new() }
    }

    /// Everything above is written as if pages were read from the left.
    pub(super) fn finish(self) -> (Vec<Row>, Vec<Node>) {
        let Self { lettering, width, mut rows, nodes, .. } = self;
        if lettering.is_from_right() {
            for mark in rows.iter_mut().flat_map(|row| &mut row.marks) {
                mark.mirror(width);
            }
        }
        (rows, nodes)
    }

    /// A blank from one text of a line to the next. Programs that read the file go by places: what
    /// stands beyond a gap is another column to them, read behind all of this one.
    pub(super) fn blank(
        &mut self,
        kind: Type,
        (from, to): (f32, f32),
        y: f32,
        node: usize,
    ) -> Option<Mark> {
        let apart = kind.size * APART;
        let blank = self.lettering.blank(kind, to - from - 2.0 * apart)?;
        lines(&blank, kind, from + apart, y, node).pop()
    }

    pub(super) fn node(&mut self, role: Role, parent: Option<usize>) -> usize {
        self.nodes.push(Node { role, parent });
        self.nodes.len() - 1
    }

    pub(super) fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    pub(super) fn row_count(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn row_mut(&mut self, number: usize) -> Option<&mut Row> {
        self.rows.get_mut(number)
    }

    /// What comes next belongs to the last row.
    pub(super) fn hold(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.holds_next = true;
        }
    }

    pub(super) fn has_side_contacts(&self) -> bool {
        self.measures.contacts == Contacts::Right
    }

    /// A heading that stays with what follows it. Answers the node of its section.
    pub(super) fn heading(&mut self, title: &str) -> usize {
        let section = self.node(Role::Section, None);
        let node = self.node(Role::Heading(2), Some(section));
        let kind = self.measures.heading;
        let text = self.lettering.set(&[(title, kind)], Some(self.width));
        let height = kind.leading * text.lines.len() as f32;
        let rule =
            |y: f32, ink: Ink, width: f32| Mark::Rule { x: 0.0, y, width, thickness: 0.5, ink };
        let mut row = Row { holds_next: true, ..Row::default() };
        match self.measures.headings {
            Headings::RuleBelow { above, rule: gap, below } => {
                row.above = above;
                row.height = height + gap + below;
                row.marks = lines(&text, kind, 0.0, 0.0, node);
                row.marks.push(rule(height + gap, Ink::Edge, self.width));
            }
            Headings::RuleAbove { above, rule: gap } => {
                row.above = above;
                row.height = gap + height;
                row.marks = vec![rule(0.0, Ink::Line, self.width)];
                row.marks.extend(lines(&text, kind, 0.0, gap, node));
                // It stands above all of its section, and not only beside it.
                let end = text.lines.last().map_or(0.0, |line| line.width);
                row.marks.extend(self.blank(
                    kind,
                    (end, self.width),
                    row.height - kind.leading,
                    node,
                ));
            }
        }
        self.push(row);
        section
    }

    /// A text of its own, line by line.
    pub(super) fn paragraph(&mut self, pieces: &[Piece<'_>], x: f32, above: f32, node: usize) {
        let Some((_, kind)) = pieces.first() else { return };
        let text = self.lettering.set(pieces, Some(self.width - x));
        self.rows_of(&text, *kind, x, above, node);
    }

    pub(super) fn rows_of(
        &mut self,
        text: &Rc<Paragraph>,
        kind: Type,
        x: f32,
        above: f32,
        node: usize,
    ) {
        self.rows_from(0, text, kind, x, above, node);
    }

    /// The lines of a text from one on, each a row.
    pub(super) fn rows_from(
        &mut self,
        first: usize,
        text: &Rc<Paragraph>,
        kind: Type,
        x: f32,
        above: f32,
        node: usize,
    ) {
        let count = text.lines.len();
        for (number, mark) in lines(text, kind, x, 0.0, node).into_iter().enumerate().skip(first) {
            let mut mark = mark;
            if let Mark::Text(text) = &mut mark {
                text.y = 0.0;
            }
            self.push(Row {
                above: if number == 0 { above } else { 0.0 },
                height: kind.leading,
                marks: vec![mark],
                holds_next: holds_next_line(number, count),
            });
        }
    }
}

/// Whether a line of a text may not be the last on its page.
fn holds_next_line(number: usize, count: usize) -> bool {
    let last = number + 1 == count;
    let is_first = number + 1 < TOGETHER;
    let before_last = number + TOGETHER >= count;
    !last && (count <= WHOLE || is_first || before_last)
}

/// The lines of a text at a place of a row.
pub(super) fn lines(text: &Rc<Paragraph>, kind: Type, x: f32, y: f32, node: usize) -> Vec<Mark> {
    let mark = |line: usize| {
        Mark::Text(Text {
            paragraph: text.clone(),
            line,
            x,
            y: y + kind.leading * line as f32,
            baseline: kind.baseline(),
            leading: kind.leading,
            node: Some(node),
            href: None,
        })
    };
    (0..text.lines.len()).map(mark).collect()
}

/// The same marks, leading somewhere.
pub(super) fn linked(mut marks: Vec<Mark>, href: Option<&str>) -> Vec<Mark> {
    if let Some(href) = href {
        let href: Rc<str> = href.into();
        for mark in &mut marks {
            if let Mark::Text(text) = mark {
                text.href = Some(href.clone());
            }
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::holds_next_line;

    #[test]
    fn short_texts_stay_whole_and_long_ones_keep_two_lines_at_each_side() {
        let breaks = |count: usize| -> Vec<usize> {
            (0..count).filter(|line| !holds_next_line(*line, count)).map(|line| line + 1).collect()
        };
        assert_eq!(breaks(1), [1]);
        assert_eq!(breaks(3), [3]);
        assert_eq!(breaks(4), [2, 4]);
        assert_eq!(breaks(6), [2, 3, 4, 6]);
    }
}
