//! A letter: the head of the resume, paragraphs, and entries of the resume between them.

use super::galley::Galley;
use super::{Pages, Role, paginated};
use crate::letter::Letter;
use crate::lettering::Lettering;
use crate::look::{Look, Measures, Paper, Type};

/// Between paragraphs, in lines.
const BETWEEN: f32 = 0.7;
const BELOW_HEAD: f32 = 2.0;
/// Where somebody signs.
const TO_SIGN: f32 = 2.4;

pub(crate) fn lay_out_letter(
    letter: &Letter,
    lettering: &mut Lettering,
    look: Look,
    paper: Paper,
) -> Pages {
    // A letter has no headings beside its text.
    let measures = Measures { indent: 0.0, ..*look.measures() };
    let (_, side, _) = measures.margins;
    let width = paper.size().0 - 2.0 * side;
    let head = letter.head();
    let mut galley = Galley::new(lettering, &measures, letter.language, width);
    galley.head(&head);
    galley.letter(letter);
    let (rows, nodes) = galley.finish();
    paginated(rows, nodes, &head, lettering, look, paper)
}

impl Galley<'_> {
    fn letter(&mut self, letter: &Letter) {
        let phrases = self.language.phrases();
        let body = self.measures.body;
        let line = body.leading;
        let mut above = BELOW_HEAD * line;
        let day = letter.day();
        if !day.is_empty() {
            self.block(&day, self.measures.dates, above);
            above = BETWEEN * 2.0 * line;
        }
        self.block(&letter.subject(), self.measures.title, above);
        self.hold();
        self.block(phrases.salutation, body, BETWEEN * 2.0 * line);
        self.hold();
        self.block(&letter.opening(), body, BETWEEN * line);
        self.block(&letter.summary, body, BETWEEN * line);
        if !letter.entries.is_empty() {
            self.block(phrases.from_resume, body, BETWEEN * line);
            self.hold();
            let first = self.row_count();
            let node = self.node(Role::Section, None);
            self.entries(&letter.told(), node);
            if let Some(row) = self.row_mut(first) {
                row.above = BETWEEN * line;
            }
        }
        self.block(phrases.request, body, 1.5 * BETWEEN * line);
        self.hold();
        self.block(phrases.closing, body, BETWEEN * line);
        self.hold();
        self.block(&letter.name, body, TO_SIGN * line);
    }

    fn block(&mut self, text: &str, kind: Type, above: f32) {
        let text = self.lettering.drawable(text);
        if !text.is_empty() {
            let node = self.node(Role::Paragraph, None);
            self.paragraph(&[(&text, kind)], 0.0, above, node);
        }
    }
}
