//! The words of a body: for summaries, search and mails. Reads sanitised HTML only, where no
//! element has content that is not text; what comes out is text and has to be escaped again
//! wherever it is shown.

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// What a summary may have, the ellipsis included.
const LONGEST_SUMMARY: usize = 280;

/// Elements that may stand in the middle of a word. All others separate words.
const INLINE: &str = "\
    a abbr b bdi bdo cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong \
    sub sup time u var wbr";

/// The text without tags and without notes, its words separated by single blanks.
pub(crate) fn plain_text(html: &str) -> String {
    let text = RefCell::new(String::with_capacity(html.len()));
    let notes = RefCell::new(Notes::default());
    each_token(html, |token| match token {
        Token::CharacterTokens(characters) if !notes.borrow().are_around() => {
            text.borrow_mut().push_str(&characters);
        }
        Token::TagToken(tag) if !is_inline(&tag) => text.borrow_mut().push(' '),
        Token::TagToken(tag) => _ = notes.borrow_mut().pass(&tag),
        _ => {}
    });
    text.into_inner().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many words the text has, notes aside.
pub(crate) fn words(html: &str) -> usize {
    match plain_text(html) {
        text if text.is_empty() => 0,
        text => text.split(' ').count(),
    }
}

/// The beginning of the text in whole words, ending in an ellipsis when there is more.
pub(crate) fn summary(html: &str) -> String {
    shorten(&plain_text(html), LONGEST_SUMMARY)
}

/// Takes text whose words are separated by single blanks. A word that no summary could hold whole
/// is cut where the room ends.
pub(super) fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let room = longest - 1;
    let mut kept = String::new();
    let mut length = 0;
    for word in text.split(' ') {
        let separator = usize::from(length > 0);
        let word_length = word.chars().count();
        let free = room.saturating_sub(length + separator);
        if word_length > free && (word_length <= room || free == 0) {
            break;
        }
        if separator == 1 {
            kept.push(' ');
        }
        kept.extend(word.chars().take(free));
        length += separator + word_length.min(free);
    }
    kept.push('…');
    kept
}

pub(super) fn is_inline(tag: &Tag) -> bool {
    INLINE.split(' ').any(|name| *name == *tag.name)
}

/// Where in a body notes begin and end. Their words stand where their number will, in the middle
/// of a sentence that is read without them.
#[derive(Default)]
pub(super) struct Notes {
    /// For each span that is open, whether it is a note.
    spans: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoteEdge {
    Begins,
    Ends,
}

impl Notes {
    pub(super) fn are_around(&self) -> bool {
        self.spans.contains(&true)
    }

    pub(super) fn pass(&mut self, tag: &Tag) -> Option<NoteEdge> {
        if &*tag.name != "span" {
            return None;
        }
        if tag.kind == TagKind::EndTag {
            return (self.spans.pop() == Some(true)).then_some(NoteEdge::Ends);
        }
        let is_note = tag.attrs.iter().any(|attribute| {
            &*attribute.name.local == "class" && matches!(&*attribute.value, "note" | "footnote")
        });
        self.spans.push(is_note);
        is_note.then_some(NoteEdge::Begins)
    }
}

/// Calls `visit` with every tag in the order of the text.
pub(super) fn each_tag(html: &str, visit: impl Fn(Tag)) {
    each_token(html, |token| {
        if let Token::TagToken(tag) = token {
            visit(tag);
        }
    });
}

pub(super) fn each_token(html: &str, visit: impl Fn(Token)) {
    let tokenizer = Tokenizer::new(Visitor(visit), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // It pauses for scripts only, and a visitor never asks for one.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
}

struct Visitor<Visit>(Visit);

impl<Visit: Fn(Token)> TokenSink for Visitor<Visit> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        (self.0)(token);
        TokenSinkResult::Continue
    }
}
