//! Short things: skills, languages, interests.

use super::galley::{Galley, Row, TOGETHER, lines};
use super::{Role, bracketed};
use crate::look::{Terms, mm};
use crate::model::{Entry, Part, Section};

/// What is longer than this does not stand in brackets.
const LONGEST_IN_BRACKETS: usize = 48;
const COLUMN_GAP: f32 = mm(3.0);
/// A text of more lines may be parted.
const WHOLE: usize = 6;

impl Galley<'_> {
    pub(super) fn terms(&mut self, section: &Section, parent: usize) {
        let entries: Vec<(String, String)> = section
            .entries
            .iter()
            .map(|Entry { title, text, .. }| {
                (self.lettering.drawable(title), self.lettering.drawable(text))
            })
            .filter(|(name, told)| !name.is_empty() || !told.is_empty())
            .collect();
        let indent = self.measures.indent;
        if is_run(section.kind, &entries) {
            let all: Vec<String> =
                entries.iter().map(|(name, told)| bracketed(self.language, name, told)).collect();
            let text = all.join(self.language.words().comma);
            let node = self.node(Role::Paragraph, Some(parent));
            self.paragraph(&[(&text, self.measures.body)], indent, 0.0, node);
            return;
        }
        for (number, (name, told)) in entries.iter().enumerate() {
            let above = if number == 0 { 0.0 } else { self.measures.term_above };
            let node = self.node(Role::Paragraph, Some(parent));
            self.term(name, told, above, node);
        }
    }

    fn term(&mut self, name: &str, told: &str, above: f32, node: usize) {
        let (indent, body, term) = (self.measures.indent, self.measures.body, self.measures.term);
        match (self.measures.terms, name, told) {
            (_, "", told) => self.paragraph(&[(told, body)], indent, above, node),
            (_, name, "") => self.paragraph(&[(name, body)], indent, above, node),
            (Terms::RunIn, name, told) => self.run_in(name, told, above, node),
            (Terms::Column(width), name, told) => {
                let words = name;
                let name = self.lettering.set(&[(name, term)], Some(width - COLUMN_GAP));
                if name.lines.len() > WHOLE {
                    // A name of many lines is a text of its own, and no column holds it.
                    return self.run_in(words, told, above, node);
                }
                let x = indent + width;
                let told = self.lettering.set(&[(told, body)], Some(self.width - x));
                let mut marks = lines(&name, term, indent, 0.0, node);
                let height = term.leading * name.lines.len() as f32;
                // A long text may be parted, but not within the lines that its name stands beside.
                let count = told.lines.len();
                let beside = match count > WHOLE {
                    true => ((height / body.leading).ceil() as usize).clamp(TOGETHER, count),
                    false => count,
                };
                marks.extend(lines(&told, body, x, 0.0, node).into_iter().take(beside));
                let height = height.max(body.leading * beside as f32);
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

/// Whether entries are told one behind the other, as one text.
fn is_run(kind: Part, entries: &[(String, String)]) -> bool {
    let is_short = |(_, told): &(String, String)| told.chars().count() <= LONGEST_IN_BRACKETS;
    match kind {
        Part::Languages | Part::Interests => entries.iter().all(is_short),
        _ => entries.len() > 1 && entries.iter().all(|(_, told)| told.is_empty()),
    }
}
