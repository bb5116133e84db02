//! Name, what the person is, and where to reach them.

use super::galley::{Galley, Row, lines, linked};
use super::pages::shifted;
use super::{Mark, Picture, Role};
use crate::look::{Contacts, Ink, mm};
use crate::model::{Contact, Document};

/// Between a name and contacts beside it.
const SIDE_GAP: f32 = mm(6.0);
const PICTURE_GAP: f32 = mm(6.0);
const BETWEEN: &str = "·";

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
        let mut row = match self.side_width(document, &contacts, width) {
            Some(side) => self.side_by_side(document, &contacts, width, side),
            None => {
                let row = self.name_and_label(document, width);
                match contacts.is_empty() {
                    true => row,
                    false => {
                        let (contacts, _) = self.contacts(&contacts, width);
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

    /// In as few lines as there is room for, none of them parted. Answers also how long the line is that
    /// each mark stands in.
    fn contacts(&mut self, contacts: &[Contact], width: f32) -> (Row, Vec<f32>) {
        let kind = self.measures.contact;
        let node = self.node(Role::Paragraph, None);
        let gap = self.contact_gap();
        let mut row = Row::default();
        let mut x = 0.0;
        let mut lengths = Vec::new();
        for contact in contacts {
            let mut text = self.lettering.set(&[(&contact.text, kind)], None);
            if text.width() > width {
                text = self.lettering.set(&[(&contact.text, kind)], Some(width));
            }
            if x > 0.0 && x + gap + text.width() > width {
                lengths.resize(row.marks.len(), x);
                row.height += kind.leading;
                x = 0.0;
            }
            if x > 0.0 {
                if let Contacts::Spaced(_) = self.measures.contacts {
                    row.marks.extend(self.blank(kind, (x, x + gap), row.height, node));
                } else {
                    let dot = self.lettering.sign(BETWEEN, kind);
                    let middle = x + (gap - dot.width()) / 2.0;
                    row.marks.extend(lines(&dot, kind, middle, row.height, node));
                }
                x += gap;
            }
            let marks = lines(&text, kind, x, row.height, node);
            row.marks.extend(linked(marks, contact.href.as_deref()));
            row.height += kind.leading * (text.lines.len().max(1) - 1) as f32;
            x += text.width();
        }
        lengths.resize(row.marks.len(), x);
        row.height += kind.leading;
        (row, lengths)
    }

    fn contact_gap(&mut self) -> f32 {
        let kind = self.measures.contact;
        match self.measures.contacts {
            Contacts::Spaced(gap) => gap,
            // Blanks are measured between letters: at the end of a line they are no part of its width.
            Contacts::Dotted | Contacts::Right => {
                let (with, without) = (format!("x {BETWEEN} x"), "xx");
                self.lettering.width_of(&with, kind) - self.lettering.width_of(without, kind)
            }
        }
    }

    fn side_by_side(
        &mut self,
        document: &Document,
        contacts: &[Contact],
        width: f32,
        side: f32,
    ) -> Row {
        let mut row = self.name_and_label(document, width - side - SIDE_GAP);
        let (beside, lengths) = self.contacts(contacts, side);
        // Both end at the same line, and contacts at the edge.
        let drop = (row.height - beside.height).max(0.0);
        for (mark, length) in beside.marks.into_iter().zip(lengths) {
            row.marks.push(shifted(mark, width - length.min(side), drop));
        }
        row.height = row.height.max(beside.height);
        row
    }

    /// How wide contacts beside the name are: enough for two lines, never more than three fifths. None where
    /// the name needs that room, and they stand below it.
    fn side_width(&mut self, document: &Document, contacts: &[Contact], width: f32) -> Option<f32> {
        if !self.has_side_contacts() || contacts.is_empty() {
            return None;
        }
        let kind = self.measures.contact;
        let widths: Vec<f32> =
            contacts.iter().map(|it| self.lettering.width_of(&it.text, kind)).collect();
        let gap = self.contact_gap();
        let length =
            |line: &[f32]| line.iter().sum::<f32>() + gap * line.len().saturating_sub(1) as f32;
        let in_two = (1..=widths.len()).map(|count| {
            let (first, second) = widths.split_at(count);
            length(first).max(length(second))
        });
        let most = width * 0.6;
        let usual = (in_two.fold(f32::INFINITY, f32::min) + 1.0).min(most).ceil();
        let name = self.lettering.drawable(&document.name);
        let left = width - SIDE_GAP - self.lettering.width_of(&name, self.measures.name).ceil();
        (usual <= left).then_some(usual)
    }
}
