//! A body as headings and paragraphs, for those who read it instead of showing it. Sanitised HTML
//! only, like `text`.

use std::cell::RefCell;

use html5ever::tokenizer::{TagKind, Token};

use super::text::{NoteEdge, Notes, each_token, is_inline};

/// A part of a body, in reading order; plain text, its words separated by single blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Heading(String),
    Paragraph(String),
}

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    text: String,
    in_heading: bool,
    notes: Notes,
}

pub(crate) fn blocks(html: &str) -> Vec<Block> {
    let reader = RefCell::new(Reader::default());
    each_token(html, |token| match token {
        Token::CharacterTokens(characters) => reader.borrow_mut().text.push_str(&characters),
        Token::TagToken(tag) if !is_inline(&tag) => {
            let mut reader = reader.borrow_mut();
            let heading = HEADINGS.contains(&&*tag.name);
            // A cell or a line break parts words, not paragraphs.
            match heading || parts_paragraphs(&tag.name) {
                true => reader.end_block(),
                false => reader.text.push(' '),
            }
            if heading {
                reader.in_heading = tag.kind == TagKind::StartTag;
            }
        }
        // A note is part of what is said, beside the sentence it stands in.
        Token::TagToken(tag) => {
            let mut reader = reader.borrow_mut();
            match reader.notes.pass(&tag) {
                Some(NoteEdge::Begins) => reader.text.push_str(" ("),
                Some(NoteEdge::Ends) => reader.text.push(')'),
                None => {}
            }
        }
        _ => {}
    });
    let mut reader = reader.into_inner();
    reader.end_block();
    reader.blocks
}

fn parts_paragraphs(name: &str) -> bool {
    !matches!(
        name,
        "br" | "td" | "th" | "img" | "picture" | "source" | "caption" | "colgroup" | "col"
    )
}

impl Reader {
    fn end_block(&mut self) {
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.text.clear();
        if !text.is_empty() {
            self.blocks.push(match self.in_heading {
                true => Block::Heading(text),
                false => Block::Paragraph(text),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_paragraphs_come_in_reading_order() {
        let html = "lead<h2>One <em>two</em></h2><p>a<b>b</b> c<br>d</p><ul><li>x</li><li>y</li>\
                    </ul><h3></h3><table><tr><td>1</td><td>2 &amp; 3</td></tr></table>";
        let paragraph = |text: &str| Block::Paragraph(text.to_owned());
        assert_eq!(
            blocks(html),
            [
                paragraph("lead"),
                Block::Heading("One two".to_owned()),
                paragraph("ab c d"),
                paragraph("x"),
                paragraph("y"),
                paragraph("1 2 & 3"),
            ]
        );
        assert!(blocks("").is_empty());
        let note = "<p>Glass<span class=\"note\">wet <span>plates</span></span> broke.</p>";
        assert_eq!(blocks(note), [paragraph("Glass (wet plates) broke.")]);
    }
}
