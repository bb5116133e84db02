//! The text of nodes, and how long it takes to read.

use unicode_segmentation::UnicodeSegmentation;

use crate::notes::is_note;
use crate::tree::{Node, unescape};

/// What people read in a minute: words of scripts that part them, signs of those that do not.
const WORDS_A_MINUTE: usize = 230;
const SIGNS_A_MINUTE: usize = 480;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) words: usize,
    /// Of the words, those that are one sign of a script without blanks.
    signs: usize,
}

impl Count {
    pub(crate) fn of(nodes: &[Node<'_>]) -> Self {
        let mut count = Self::default();
        count.add(nodes);
        count
    }

    fn add(&mut self, nodes: &[Node<'_>]) {
        for node in nodes {
            match node {
                Node::Text(text) => {
                    for word in unescape(text).unicode_words() {
                        self.words += 1;
                        self.signs += usize::from(word.chars().next().is_some_and(is_sign));
                    }
                }
                Node::Element(element) => self.add(&element.children),
            }
        }
    }

    pub(crate) fn minutes(self) -> usize {
        if self.words == 0 {
            return 0;
        }
        let signs = self.signs as f64 / SIGNS_A_MINUTE as f64;
        let words = (self.words - self.signs) as f64 / WORDS_A_MINUTE as f64;
        // What has words takes a minute, or a page would say that it takes none.
        ((signs + words).round() as usize).max(1)
    }
}

/// Hiragana, katakana and ideographs.
fn is_sign(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Plain text without notes, its words separated by single blanks.
pub(crate) fn text_of(nodes: &[Node<'_>]) -> String {
    let mut text = String::new();
    collect(nodes, &mut text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn collect(nodes: &[Node<'_>], text: &mut String) {
    for node in nodes {
        match node {
            Node::Text(escaped) => text.push_str(&unescape(escaped)),
            Node::Element(element) if is_note(element) => {}
            Node::Element(element) => {
                // Or the last word of a block would grow together with the first of the next.
                if element.name == "br" || !node.is_inline() {
                    text.push(' ');
                }
                collect(&element.children, text);
                if !node.is_inline() {
                    text.push(' ');
                }
            }
        }
    }
}

/// The letters of nodes as they stand, for code.
pub(crate) fn raw_text(nodes: &[Node<'_>]) -> Option<String> {
    let mut text = String::new();
    for node in nodes {
        match node {
            Node::Text(escaped) => text.push_str(&unescape(escaped)),
            // Only plain code is coloured. Markup inside of it would be lost.
            Node::Element(_) => return None,
        }
    }
    Some(text)
}
