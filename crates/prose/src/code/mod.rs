//! Code on a page: `<pre><code class="language-rust">`, alone or in a `figure` of class `code`
//! whose caption names the file. Coloured here and not in the browser, by class and never by
//! style.
//!
//! The colours come from a small reader of our own (decision 0087): four inks need the words,
//! quotes and comments of a language. It walks each text once, so it cannot be made slow; a body
//! with very much code shows what is beyond the limit in plain ink.

mod languages;
mod markup;
mod pairs;
mod pieces;
mod program;

use std::borrow::Cow;

use crate::said::BodyWords;
use crate::tree::{Element, Node};
use crate::words::{raw_text, text_of};
use languages::{Shape, Vocabulary};
use pieces::Pieces;

/// Of all code in a body, in bytes.
const MOST_COLOURED: usize = 256 * 1024;

#[derive(Debug)]
pub(crate) struct Colours {
    left: usize,
}

impl Default for Colours {
    fn default() -> Self {
        Self { left: MOST_COLOURED }
    }
}

impl Colours {
    /// A figure with what stands in `pre`, and the caption where there is one.
    pub(crate) fn figure<'a>(
        &mut self,
        mut pre: Element<'a>,
        caption: Option<Element<'a>>,
        said: BodyWords<'_>,
    ) -> Element<'a> {
        without_first_breaks(&mut pre);
        for child in &mut pre.children {
            if let Node::Element(code) = child
                && code.name == "code"
            {
                self.colour(code);
            }
        }
        let file = caption.as_ref().map(|caption| text_of(&caption.children));
        let name = match file.filter(|file| !file.is_empty()) {
            Some(file) => format!("{}: {file}", said.code),
            None => said.code.to_owned(),
        };
        // Code that is wider than its box is scrolled, also by keyboard.
        let pre = pre.with("tabindex", "0").with("role", "group").with("aria-label", &name);
        let children = caption.into_iter().chain([pre]).map(Node::from).collect();
        Element::new("figure", children).with("class", "code")
    }

    fn colour(&mut self, code: &mut Element<'_>) {
        let language = code.attribute("class").map(Cow::into_owned).unwrap_or_default();
        let language = language.strip_prefix("language-").unwrap_or_default();
        let Some(vocabulary) = Vocabulary::of(language) else { return };
        // Somebody has marked up the code by hand, so its inks are theirs.
        let Some(text) = raw_text(&code.children) else { return };
        // The whole piece or nothing: half of it in colour would look like a mistake.
        if text.len() > self.left {
            return;
        }
        self.left -= text.len();
        // Already escaped, spans included.
        code.children = vec![Node::Text(Cow::Owned(coloured(&text, vocabulary)))];
    }
}

/// A reader of HTML passes over a line break at the start of `pre`. One that comes to stand there, because
/// what was before it is gone, would be there for some readers and not for others.
fn without_first_breaks(pre: &mut Element<'_>) {
    while let Some(Node::Text(text)) = pre.children.first_mut() {
        let rest = text.trim_start_matches(['\n', '\r']);
        if rest.is_empty() {
            pre.children.remove(0);
        } else {
            *text = Cow::Owned(rest.to_owned());
            return;
        }
    }
}

fn coloured(text: &str, vocabulary: &Vocabulary) -> String {
    let mut pieces = Pieces::new(text);
    match vocabulary.language.shape {
        Shape::Program => program::read(&mut pieces, vocabulary),
        Shape::Pairs => pairs::read(&mut pieces, vocabulary),
        Shape::Markup => markup::read_markup(&mut pieces),
        Shape::Markdown => markup::read_markdown(&mut pieces),
        Shape::Diff => markup::read_diff(&mut pieces),
    }
    pieces.finish()
}

#[cfg(test)]
mod tests;
