//! What a page says, as plain values: no I/O, no HTTP, nothing that is looked up while it is
//! written out. Each page is a template in `templates/` and the struct it is made from, so that a
//! page can be looked at with made-up values (`examples/looks`) and tested without a site.
//!
//! A string here is text. The templates escape it wherever it lands; only [`Prose`] is markup, and
//! it comes from the sanitised body.

mod day;
mod document;
mod first_run;
mod home;
mod item;
mod listing;
mod metadata;
mod missing;
mod phrases;
mod picture;
mod resume;
mod search;
mod section;
mod tag;
mod words;

pub use day::{Day, Span, year_of};
pub use document::{Chrome, Document, Link, MenuLink, NavEntry, Theme};
pub use first_run::{FirstRun, NothingYet, Step};
pub use home::{Block, BlockBody, Featured, Home};
pub use item::{
    Contents, ContentsEntry, Crumb, Fact, FactValue, ImageNeighbour, ImagePage, ItemPage, Neighbour,
};
pub use listing::{Card, Entry, Marker, Pager, Pill, Row, Tile};
pub use metadata::{Alternate, Card as ShareCard, FeedLink, Metadata};
pub use missing::{Failure, Missing};
pub use phrases::phrases_of;
pub use picture::{Focus, Loading, Picture, Placeholder, SIZES};
pub use resume::{ResumeEntry, ResumePage, ResumeSection};
pub use search::{Hit, Nearest, Piece, SearchPage};
pub use section::{CardGrid, Feed, Gallery, SectionHead, StaticPage};
pub use tag::{TagList, TagPage, Year};
pub use words::{DateWords, Noun, Nouns, Words, capital, filled};

/// Markup that is already safe: a sanitised body, as `prose` shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose(String);

impl Prose {
    /// The caller vouches for it: it has been through the sanitiser.
    pub fn from_sanitised(html: String) -> Self {
        Self(html)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }
}
