use askama::Template;

use super::{Card, Crumb, Entry, FactValue, Marker, Pager, Pill, Prose, Row, Tile, Words};

/// What stands above the list of every section.
#[derive(Clone, Debug, Default)]
pub struct SectionHead {
    pub title: String,
    pub description: String,
    pub crumbs: Vec<Crumb>,
    pub pills: Vec<Pill>,
    pub marker: Option<Marker>,
}

#[derive(Debug, Template)]
#[template(path = "feed.html")]
pub struct Feed {
    pub words: &'static Words,
    pub head: SectionHead,
    pub entries: Vec<Entry>,
    pub pager: Pager,
}

#[derive(Debug, Template)]
#[template(path = "card-grid.html")]
pub struct CardGrid {
    pub words: &'static Words,
    pub head: SectionHead,
    pub cards: Vec<Card>,
    pub pager: Pager,
}

#[derive(Debug, Template)]
#[template(path = "gallery.html")]
pub struct Gallery {
    pub words: &'static Words,
    pub head: SectionHead,
    pub tiles: Vec<Tile>,
    pub pager: Pager,
}

/// A section that is one page: the text of its first page, and what else is in it.
#[derive(Debug, Template)]
#[template(path = "static-page.html")]
pub struct StaticPage {
    pub words: &'static Words,
    pub head: SectionHead,
    pub facts: Vec<super::Fact>,
    pub prose: Prose,
    pub rows: Vec<Row>,
    pub pager: Pager,
}
