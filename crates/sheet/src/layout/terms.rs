//! Short things: skills, languages, interests.

use super::Role;
use super::galley::{Galley, Row, TOGETHER, lines};
use crate::listing::{Listing, Row as Told};
use crate::look::{Terms, mm};

const COLUMN_GAP: f32 = mm(3.0);
/// Of a column of names, as a part of its usual width.
const WIDEST_COLUMN: f32 = 1.6;
/// A text of more lines may be parted.
const WHOLE: usize = 6;

impl Galley<'_> {
    pub(super) fn terms(&mut self, listing: Listing, parent: usize) {
        let rows = match listing {
            Listing::Run(text) => {
                let node = self.node(Role::Paragraph, Some(parent));
                let (indent, body) = (self.measures.indent, self.measures.body);
                return self.paragraph(&[(&text, body)], indent, 0.0, node);
            }
            Listing::Rows(rows) => rows,
        };
        let column = self.column(&rows);
        for (number, Told { name, told }) in rows.iter().enumerate() {
            let above = if number == 0 { 0.0 } else { self.measures.term_above };
            let node = self.node(Role::Paragraph, Some(parent));
            self.term(name, told, column, above, node);
            // As with the lines of a text, none stands alone at either side of a break.
            let is_outer = number == 0 || number + TOGETHER == rows.len();
            if is_outer && number + 1 < rows.len() {
                self.hold();
            }
        }
    }

    /// How wide the column of names is: wider than usual where that spares a name its second line.
    fn column(&mut self, rows: &[Told]) -> f32 {
        let Terms::Column(usual) = self.measures.terms else { return 0.0 };
        let beside = rows.iter().filter(|row| !row.told.is_empty());
        let widths = beside.map(|row| self.lettering.width_of(&row.name, self.measures.term));
        let widest = widths.fold(0.0, f32::max).ceil();
        (widest + COLUMN_GAP).clamp(usual, usual * WIDEST_COLUMN)
    }

    fn term(&mut self, name: &str, told: &str, width: f32, above: f32, node: usize) {
        let (indent, body, term) = (self.measures.indent, self.measures.body, self.measures.term);
        match (self.measures.terms, name, told) {
            (_, "", told) => self.paragraph(&[(told, body)], indent, above, node),
            (_, name, "") => self.paragraph(&[(name, body)], indent, above, node),
            (Terms::RunIn, name, told) => self.run_in(name, told, above, node),
            (Terms::Column(_), name, told) => {
                let words = name;
                let name = self.lettering.set(&[(name, term)], Some(width - COLUMN_GAP));
                if name.lines.len() > WHOLE {
                    // A name of many lines is a text of its own, and no column holds it.
                    return self.run_in(words, told, above, node);
                }
                let x = indent + width;
                let told = self.lettering.set(&[(told, body)], Some(self.width - x));
                let mut marks = lines(&name, term, indent, 0.0, node);
                // On the last line of its name, which is read whole before it.
                let above_told = term.leading * (name.lines.len().max(1) - 1) as f32;
                let name_end = indent + name.lines.last().map_or(0.0, |line| line.width);
                marks.extend(self.blank(term, (name_end, x), above_told, node));
                // A long text may be parted, but not at once behind its name.
                let count = told.lines.len();
                let beside = if count > WHOLE { TOGETHER } else { count };
                let drop = above_told + term.baseline() - body.baseline();
                marks.extend(lines(&told, body, x, drop, node).into_iter().take(beside));
                let height = drop.max(0.0) + term.leading.max(body.leading * beside as f32);
                let holds_next = beside < count && beside + TOGETHER > count;
                self.push(Row { above, height, marks, holds_next });
                self.rows_from(beside, &told, body, x, 0.0, node);
            }
        }
    }

    fn run_in(&mut self, name: &str, told: &str, above: f32, node: usize) {
        let (indent, body, term) = (self.measures.indent, self.measures.body, self.measures.term);
        let name = format!("{name}{}", self.language.words().colon);
        self.paragraph(&[(&name, term), (told, body)], indent, above, node);
    }
}
