use askama::Template;

use super::{Link, Pager, Picture, Pill, Row, Words};

#[derive(Debug, Template)]
#[template(path = "search.html")]
pub struct SearchPage {
    pub words: &'static Words,
    /// "Search for tides"
    pub title: String,
    pub query: String,
    pub kinds: Vec<Pill>,
    pub hits: Vec<Hit>,
    /// "3 results"
    pub count: String,
    pub pager: Pager,
    /// A spelling that has hits.
    pub nearest: Option<Nearest>,
    /// What is often read, for those who found nothing.
    pub often: Vec<Row>,
    pub ways: Vec<Link>,
    /// The search itself failed; the page says so instead of "nothing".
    pub failed: bool,
}

#[derive(Clone, Debug)]
pub struct Hit {
    pub href: String,
    pub title: Vec<Piece>,
    /// "Writing / Darkroom · 12 November 2026"
    pub place: String,
    pub passage: Vec<Piece>,
    pub picture: Option<Picture>,
}

/// A link in a sentence.
#[derive(Clone, Debug)]
pub struct Nearest {
    pub before: String,
    pub link: Link,
    pub after: String,
}

/// Text, marked where it holds a word that was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    pub marked: bool,
}
