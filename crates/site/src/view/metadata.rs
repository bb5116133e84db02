use serde_json::Value;

use super::Day;

/// What a page tells machines about itself, and what it needs beside its markup.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// Without the site's name; empty for the start page.
    pub title: String,
    pub description: String,
    /// The path of the page's one address.
    pub canonical: Option<String>,
    pub noindex: bool,
    pub feeds: Vec<FeedLink>,
    pub alternates: Vec<Alternate>,
    pub newer: Option<String>,
    pub older: Option<String>,
    /// `article`, `profile` or `website`; empty for pages that nobody shares.
    pub kind: &'static str,
    /// The path of the card to show with a link, and what is on it.
    pub card: Option<Card>,
    pub published: Option<Day>,
    pub modified: Option<Day>,
    pub tags: Vec<String>,
    pub json_ld: Vec<Value>,
    /// The owner's places elsewhere.
    pub me: Vec<String>,
    /// Origins of players that a reader can start.
    pub frames: Vec<String>,
}

/// A feed that belongs to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedLink {
    pub href: String,
    pub title: String,
    pub media_type: &'static str,
}

impl FeedLink {
    /// Both forms of the feed below a path.
    pub fn below(path: &str, title: &str) -> Vec<Self> {
        let path = path.trim_end_matches('/');
        let feed = |(file, media_type)| Self {
            href: format!("{path}/{file}"),
            title: title.to_owned(),
            media_type,
        };
        [("feed.xml", "application/atom+xml"), ("feed.json", "application/feed+json")]
            .map(feed)
            .into()
    }
}

/// The same thing in another form, such as a resume as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    pub href: String,
    pub media_type: &'static str,
}

/// The picture that goes with a link to the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub href: String,
    pub alt: String,
    pub size: (u32, u32),
}
