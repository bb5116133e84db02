use askama::Template;

use super::{Day, Link, Marker, Picture, Row, Tile, Words};

/// The start page as an introduction: a statement, a featured thing, and a block for each main
/// section.
#[derive(Debug, Default, Template)]
#[template(path = "home.html")]
pub struct Home {
    pub words: &'static Words,
    pub statement: String,
    /// The owner, in a few words.
    pub biography: String,
    pub owner: String,
    pub portrait: Option<Picture>,
    pub featured: Option<Featured>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub struct Featured {
    pub href: String,
    pub title: String,
    pub summary: String,
    pub date: Option<Day>,
    /// "11 min", or nothing.
    pub minutes: String,
    pub picture: Option<Picture>,
    pub marker: Option<Marker>,
}

/// One section on the start page.
#[derive(Clone, Debug)]
pub struct Block {
    pub href: String,
    pub title: String,
    /// "All 38 stories".
    pub all: Option<Link>,
    pub body: BlockBody,
}

#[derive(Clone, Debug)]
pub enum BlockBody {
    Rows(Vec<Row>),
    Tiles(Vec<Tile>),
}
