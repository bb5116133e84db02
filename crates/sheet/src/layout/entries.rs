//! What was done: entries with a head, a text and points.

use super::galley::{Galley, Row, TOGETHER, lines, linked};
use super::{Mark, Role};
use crate::look::mm;
use crate::model::{Entry, Part, Section};

/// Between a title and the dates at its right.
const DATES_GAP: f32 = mm(5.0);
/// Dates that are wider than this part of the column stand in a line of their own.
const WIDEST_DATES: f32 = 0.42;
/// So many points stay with the head of their entry.
const KEPT_POINTS: usize = 3;
const BULLET: &str = "•";

impl Galley<'_> {
    pub(super) fn entries(&mut self, section: &Section, parent: usize) {
        let mut after_line = false;
        let (entries, kind) = (&section.entries, section.kind);
        let is_line = |number: usize| entries.get(number).is_some_and(|it| is_listed(kind, it));
        for (number, entry) in section.entries.iter().enumerate() {
            let above = match number {
                0 => 0.0,
                // One below the other, as in a list.
                _ if is_line(number) && after_line => self.measures.point_above,
                _ => self.measures.entry_above,
            };
            self.entry(entry, above, parent, is_line(number));
            after_line = is_line(number);
            // As with the lines of a text, none stands alone at either side of a break.
            let is_outer = number == 0 || number + TOGETHER == entries.len();
            if after_line && is_line(number + 1) && is_outer {
                self.hold();
            }
        }
    }

    fn entry(&mut self, entry: &Entry, above: f32, parent: usize, is_line: bool) {
        let (indent, body) = (self.measures.indent, self.measures.body);
        let head = self.entry_head(entry, parent, is_line);
        let has_head = !head.marks.is_empty();
        let text = self.lettering.drawable(&entry.text);
        let points: Vec<String> = entry
            .points
            .iter()
            .map(|point| self.lettering.drawable(point))
            .filter(|point| !point.is_empty())
            .collect();
        if has_head {
            let holds_next = !text.is_empty() || !points.is_empty();
            self.push(Row { above, holds_next, ..head });
        }
        let told_above = if has_head { self.measures.told_above } else { above };
        if !text.is_empty() {
            let node = self.node(Role::Paragraph, Some(parent));
            // Without points, a text follows its head closely, as a place does.
            let above = if has_head && points.is_empty() { 0.0 } else { told_above };
            self.paragraph(&[(&text, body)], indent, above, node);
            if !points.is_empty() {
                self.hold();
            }
        }
        if points.is_empty() {
            return;
        }
        let list = self.node(Role::List, Some(parent));
        for (number, point) in points.iter().enumerate() {
            let first = number == 0 && text.is_empty();
            let above = if first { told_above } else { self.measures.point_above };
            self.point(point, above, list);
            if number + 1 < KEPT_POINTS.min(points.len()) {
                self.hold();
            }
        }
    }

    /// Title, dates, place: never parted.
    fn entry_head(&mut self, entry: &Entry, parent: usize, is_line: bool) -> Row {
        let measures = self.measures;
        let (x, width) = (measures.indent, self.width - measures.indent);
        let (title, place) =
            (self.lettering.drawable(&entry.title), self.lettering.drawable(&entry.place));
        let dates = self.lettering.drawable(&entry.period.told(self.language));
        let mut row = Row::default();
        // Without a title the place is what the entry is called.
        let (title, place) = match (title.is_empty(), place.is_empty()) {
            (true, false) => (place, String::new()),
            _ => (title, place),
        };
        let dates_width = self.lettering.width_of(&dates, measures.dates);
        let beside = !dates.is_empty() && !title.is_empty() && dates_width <= width * WIDEST_DATES;
        let title_width = if beside { width - dates_width - DATES_GAP } else { width };
        let tail = format!("{}{place}", self.language.words().aside);
        let pieces = [(title.as_str(), measures.title), (tail.as_str(), measures.place)];
        let in_line = !place.is_empty()
            && (measures.place_in_line
                || is_line && self.lettering.set(&pieces, None).width() <= title_width);
        let mut title_end = x;
        if !title.is_empty() {
            let node = self.node(Role::Heading(3), Some(parent));
            let pieces = if in_line { &pieces[..] } else { &pieces[..1] };
            let text = self.lettering.set(pieces, Some(title_width));
            title_end += text.lines.last().map_or(0.0, |line| line.width);
            let marks = lines(&text, measures.title, x, 0.0, node);
            row.marks.extend(linked(marks, entry.href.as_deref()));
            row.height += measures.title.leading * text.lines.len() as f32;
        }
        if !dates.is_empty() {
            let node = self.node(Role::Paragraph, Some(parent));
            if beside {
                let text = self.lettering.set(&[(&dates, measures.dates)], None);
                let at = x + width - dates_width;
                // On the last line of the title, which is read whole before them.
                let y = row.height - measures.title.leading;
                row.marks.extend(self.blank(measures.title, (title_end, at), y, node));
                // On its very line, whatever the sizes are.
                let drop = y + measures.title.baseline() - measures.dates.baseline();
                row.marks.extend(lines(&text, measures.dates, at, drop, node));
            } else {
                let text = self.lettering.set(&[(&dates, measures.dates)], Some(width));
                row.marks.extend(lines(&text, measures.dates, x, row.height, node));
                row.height += measures.dates.leading * text.lines.len() as f32;
            }
        }
        if !place.is_empty() && !in_line {
            let node = self.node(Role::Paragraph, Some(parent));
            let text = self.lettering.set(&[(&place, measures.place)], Some(width));
            row.marks.extend(lines(&text, measures.place, x, row.height, node));
            row.height += measures.place.leading * text.lines.len() as f32;
        }
        row
    }

    fn point(&mut self, point: &str, above: f32, list: usize) {
        let measures = self.measures;
        let (x, hang) = (measures.indent, measures.hang);
        let item = self.node(Role::Item, Some(list));
        let (label, body) = (self.node(Role::Label, Some(item)), self.node(Role::Body, Some(item)));
        let width = self.width - x - hang;
        let text = self.lettering.set(&[(point, measures.body)], Some(width));
        let bullet = measures.body.ink(measures.bullet);
        let sign = self.lettering.set(&[(BULLET, bullet)], None);
        let first = self.row_count();
        self.rows_of(&text, measures.body, x + hang, above, body);
        let mark = lines(&sign, bullet, x, 0.0, label);
        self.prepend(first, mark);
    }

    /// Marks that are read before what the row has already.
    fn prepend(&mut self, row: usize, marks: Vec<Mark>) {
        if let Some(row) = self.row_mut(row) {
            row.marks.splice(0..0, marks);
        }
    }
}

/// What is told in one line, where there is room for it: a certificate, a prize, a paper.
fn is_listed(kind: Part, entry: &Entry) -> bool {
    let is_short = entry.text.is_empty() && entry.points.is_empty();
    is_short && matches!(kind, Part::Certificates | Part::Awards | Part::Publications)
}
