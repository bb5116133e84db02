//! Name, what the person is, and where to reach them.

use super::galley::{Galley, Row, lines, linked};
use super::{Mark, Picture, Role};
use crate::look::{Contacts, Ink, mm};
use crate::model::{Contact, Document};

/// Between a name and contacts beside it.
const SIDE_GAP: f32 = mm(6.0);
const PICTURE_GAP: f32 = mm(6.0);
const BETWEEN: &str = " · ";

impl Galley<'_> {
    pub(super) fn head(&mut self, document: &Document) {
        let contacts: Vec<Contact> = document
            .contacts
            .iter()
            .map(|it| Contact { text: self.lettering.drawable(&it.text), href: it.href.clone() })
            .filter(|contact| !contact.text.is_empty())
            .collect();
        // Beside a picture there is less room for words.
        let width = match &document.photo {
            Some(_) => self.width - self.measures.photo.0 - PICTURE_GAP,
            None => self.width,
        };
        let mut row = match self.measures.contacts {
            Contacts::Right => self.side_by_side(document, &contacts, width),
            Contacts::Dotted | Contacts::Spaced(_) => {
                let row = self.name_and_label(document, width);
                match contacts.is_empty() {
                    true => row,
                    false => {
                        let contacts = self.contacts(&contacts, width);
                        row.above_of(contacts, self.measures.contact_above)
                    }
                }
            }
        };
        if let Some(photo) = &document.photo {
            let size = self.measures.photo;
            let node = self.node(Role::Figure, None);
            let (x, photo) = (self.width - size.0, photo.clone());
            row.marks.push(Mark::Picture(Picture { photo, x, y: 0.0, size, node }));
            row.height = row.height.max(size.1);
        }
        if self.has_side_contacts() {
            row.height += mm(1.6);
            let (y, width) = (row.height, self.width);
            row.marks.push(Mark::Rule { x: 0.0, y, width, thickness: 1.0, ink: Ink::Soft });
            row.height += 1.0;
            row.holds_next = true;
        }
        self.push(row);
    }

    fn name_and_label(&mut self, document: &Document, width: f32) -> Row {
        let measures = self.measures;
        let mut row = Row::default();
        let name = self.lettering.drawable(&document.name);
        if !name.is_empty() {
            let node = self.node(Role::Heading(1), None);
            let text = self.lettering.set(&[(&name, measures.name)], Some(width));
            row.marks.extend(lines(&text, measures.name, 0.0, 0.0, node));
            row.height += measures.name.leading * text.lines.len() as f32;
        }
        let label = self.lettering.drawable(&document.label);
        if !label.is_empty() {
            let node = self.node(Role::Paragraph, None);
            let text = self.lettering.set(&[(&label, measures.label)], Some(width));
            row.height += if name.is_empty() { 0.0 } else { measures.label_above };
            row.marks.extend(lines(&text, measures.label, 0.0, row.height, node));
            row.height += measures.label.leading * text.lines.len() as f32;
        }
        row
    }

    /// In as few lines as there is room for, none of them parted.
    fn contacts(&mut self, contacts: &[Contact], width: f32) -> Row {
        let kind = self.measures.contact;
        let node = self.node(Role::Paragraph, None);
        let (between, gap) = match self.measures.contacts {
            Contacts::Spaced(gap) => ("", gap),
            Contacts::Dotted | Contacts::Right => (BETWEEN, self.lettering.width_of(BETWEEN, kind)),
        };
        // A blank at the end of a line is not counted as a part of its width, so it is measured
        // between two letters.
        let gap = match between {
            "" => gap,
            _ => {
                let (with, without) = (format!("x{between}x"), "xx");
                self.lettering.width_of(&with, kind) - self.lettering.width_of(without, kind)
            }
        }
        .max(gap);
        let mut row = Row::default();
        let mut x = 0.0;
        let mut line_start = 0;
        for contact in contacts {
            let mut text = self.lettering.set(&[(&contact.text, kind)], None);
            if text.width() > width {
                text = self.lettering.set(&[(&contact.text, kind)], Some(width));
            }
            if x > 0.0 && x + gap + text.width() > width {
                self.align_contacts(&mut row.marks[line_start..], x, width);
                line_start = row.marks.len();
                row.height += kind.leading;
                x = 0.0;
            }
            if x > 0.0 {
                if !between.is_empty() {
                    let dot = self.lettering.set(&[(between, kind)], None);
                    row.marks.extend(lines(&dot, kind, x, row.height, node));
                }
                x += gap;
            }
            let marks = lines(&text, kind, x, row.height, node);
            row.marks.extend(linked(marks, contact.href.as_deref()));
            row.height += kind.leading * (text.lines.len().max(1) - 1) as f32;
            x += text.width();
        }
        self.align_contacts(&mut row.marks[line_start..], x, width);
        row.height += kind.leading;
        row
    }

    /// Beside the name they end at the right edge.
    fn align_contacts(&self, marks: &mut [Mark], line: f32, width: f32) {
        if !self.has_side_contacts() {
            return;
        }
        for mark in marks {
            if let Mark::Text(text) = mark {
                text.x += (width - line).max(0.0);
            }
        }
    }

    fn side_by_side(&mut self, document: &Document, contacts: &[Contact], width: f32) -> Row {
        let side = self.side_width(contacts, width);
        let left = if side > 0.0 { width - side - SIDE_GAP } else { width };
        let mut row = self.name_and_label(document, left);
        if side > 0.0 {
            let beside = self.contacts(contacts, side);
            // Both end at the same line.
            let drop = (row.height - beside.height).max(0.0);
            for mut mark in beside.marks {
                if let Mark::Text(text) = &mut mark {
                    text.x += width - side;
                    text.y += drop;
                }
                row.marks.push(mark);
            }
            row.height = row.height.max(beside.height);
        }
        row
    }

    /// Wide enough for two lines, and never more than three fifths.
    fn side_width(&mut self, contacts: &[Contact], width: f32) -> f32 {
        let kind = self.measures.contact;
        let widths: Vec<f32> =
            contacts.iter().map(|it| self.lettering.width_of(&it.text, kind)).collect();
        let widest = widths.iter().copied().fold(0.0, f32::max);
        let all: f32 = widths.iter().map(|width| width + kind.size).sum();
        let half = if contacts.len() > 2 { all / 2.0 + widest / 4.0 } else { widest };
        widest.max(half).min(width * 0.6).ceil()
    }
}
