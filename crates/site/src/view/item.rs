use askama::Template;

use super::{Day, Link, Marker, Picture, Prose, Words};

/// A place above the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    pub href: String,
    pub title: String,
}

/// Something that is known about a thing, beside it in the margin.
#[derive(Clone, Debug)]
pub struct Fact {
    pub term: &'static str,
    pub values: Vec<FactValue>,
}

#[derive(Clone, Debug)]
pub enum FactValue {
    Text(String),
    Day { class: &'static str, day: Day },
    Link(Link),
}

#[derive(Clone, Debug, Default)]
pub struct Contents {
    pub entries: Vec<ContentsEntry>,
}

#[derive(Clone, Debug)]
pub struct ContentsEntry {
    pub anchor: String,
    pub title: String,
    /// Belongs to the entry above it.
    pub nested: bool,
}

/// The thing before or after this one.
#[derive(Clone, Debug)]
pub struct Neighbour {
    pub href: String,
    pub title: String,
    pub word: &'static str,
}

/// A story, a project or a page.
#[derive(Debug, Template)]
#[template(path = "item.html")]
pub struct ItemPage {
    pub words: &'static Words,
    pub crumbs: Vec<Crumb>,
    pub title: String,
    pub marker: Option<Marker>,
    /// The standfirst: only what the owner wrote, never the beginning of the text once more.
    pub lede: String,
    pub url: String,
    pub author: Link,
    pub picture: Option<Picture>,
    pub caption: String,
    pub facts: Vec<Fact>,
    /// The same facts in one line, for narrow windows.
    pub meta: String,
    pub contents: Contents,
    pub prose: Prose,
    pub tags: Vec<Link>,
    /// "Started 3 September 2026", or nothing.
    pub started: String,
    pub mentioned_in: Vec<Link>,
    pub related: Vec<super::Row>,
    pub older: Option<Neighbour>,
    pub newer: Option<Neighbour>,
}

#[derive(Clone, Debug)]
pub struct ImageNeighbour {
    pub href: String,
    pub title: String,
    pub picture: Option<Picture>,
}

/// One picture on a page of its own.
#[derive(Debug, Template)]
#[template(path = "image.html")]
pub struct ImagePage {
    pub words: &'static Words,
    pub crumbs: Vec<Crumb>,
    pub title: String,
    pub marker: Option<Marker>,
    pub url: String,
    pub author: Link,
    pub picture: Option<Picture>,
    pub caption: String,
    pub facts: Vec<Fact>,
    pub prose: Prose,
    pub tags: Vec<Link>,
    pub mentioned_in: Vec<Link>,
    pub previous: Option<ImageNeighbour>,
    pub next: Option<ImageNeighbour>,
    /// "12 of 31": the place in its series, or nothing.
    pub place: String,
}
