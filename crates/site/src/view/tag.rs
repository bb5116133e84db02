use askama::Template;

use super::{Pager, Pill, Row, Words};

/// Everything under one tag, by year.
#[derive(Debug, Template)]
#[template(path = "tag.html")]
pub struct TagPage {
    pub words: &'static Words,
    pub tag: String,
    /// "6 entries from Writing, Projects and Photographs."
    pub sentence: String,
    pub kinds: Vec<Pill>,
    pub years: Vec<Year>,
    pub near: Vec<Pill>,
    pub pager: Pager,
}

#[derive(Clone, Debug)]
pub struct Year {
    pub year: String,
    pub rows: Vec<Row>,
}

/// All tags.
#[derive(Debug, Template)]
#[template(path = "tags.html")]
pub struct TagList {
    pub words: &'static Words,
    pub tags: Vec<Pill>,
}
