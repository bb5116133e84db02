use crate::tree::escape_text;

/// What a piece of code is, by its class on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Keyword,
    Text,
    Constant,
    Comment,
    /// The name of what is being defined.
    Name,
}

impl Ink {
    fn class(self) -> &'static str {
        match self {
            Self::Keyword => "k",
            Self::Text => "s",
            Self::Constant => "n",
            Self::Comment => "c",
            Self::Name => "f",
        }
    }
}

/// A text that is read from its start to its end and written out in colour on the way.
pub(super) struct Pieces<'text> {
    text: &'text str,
    position: usize,
    /// From where on nothing was written yet.
    pending: usize,
    html: String,
    /// Quotes that were found to have no end, and up to where that is known. Without this a line
    /// of nothing but quotes would be read once for each of them.
    endless: Vec<(&'static str, usize)>,
}

impl<'text> Pieces<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        let html = String::with_capacity(text.len() * 2);
        Self { text, position: 0, pending: 0, html, endless: Vec::new() }
    }

    pub(super) fn is_endless(&self, quote: &str) -> bool {
        self.endless.iter().any(|(known, until)| *known == quote && self.position < *until)
    }

    pub(super) fn note_endless(&mut self, quote: &'static str, length: usize) {
        let until = self.position + length;
        // One entry for each quote, so the list stays as short as the list of quotes.
        self.endless.retain(|(known, _)| *known != quote);
        self.endless.push((quote, until));
    }

    pub(super) fn rest(&self) -> &'text str {
        &self.text[self.position..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn before(&self) -> Option<char> {
        self.text[..self.position].chars().next_back()
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        self.before().is_none_or(|before| before == '\n')
    }

    /// The length of the rest of this line, without its end.
    pub(super) fn line_length(&self) -> usize {
        self.rest().find('\n').unwrap_or(self.rest().len())
    }

    pub(super) fn skip(&mut self, length: usize) {
        self.position += length;
    }

    pub(super) fn skip_char(&mut self) {
        self.position += self.peek().map_or(0, char::len_utf8);
    }

    pub(super) fn take(&mut self, length: usize, ink: Ink) {
        self.flush();
        let piece = &self.text[self.position..self.position + length];
        if !piece.is_empty() {
            self.html.push_str("<span class=\"");
            self.html.push_str(ink.class());
            self.html.push_str("\">");
            self.html.push_str(&escape_text(piece));
            self.html.push_str("</span>");
        }
        self.position += length;
        self.pending = self.position;
    }

    fn flush(&mut self) {
        self.html.push_str(&escape_text(&self.text[self.pending..self.position]));
        self.pending = self.position;
    }

    pub(super) fn finish(mut self) -> String {
        self.position = self.text.len();
        self.flush();
        self.html
    }
}
