//! What programs read: feeds in two forms, the map of the site, what robots may do. Text made from
//! values; nothing here looks anything up.

mod atom;
mod json_feed;
mod robots;
mod sitemap;
mod xml;

use kernel::{Id, Timestamp};

pub use atom::atom;
pub use json_feed::json_feed;
pub use robots::robots;
pub use sitemap::{Place, sitemap};

/// The newest things of the site, of a section or under a tag.
#[derive(Clone, Debug)]
pub struct Feed {
    pub title: String,
    pub subtitle: String,
    pub language: String,
    /// The full address of the page that it follows.
    pub page: String,
    /// The full address of the feed itself.
    pub address: String,
    pub updated: Timestamp,
    pub author: String,
    pub author_page: String,
    pub entries: Vec<FeedEntry>,
}

/// One thing, whole.
#[derive(Clone, Debug)]
pub struct FeedEntry {
    pub id: Id,
    pub title: String,
    pub address: String,
    pub published: Timestamp,
    pub updated: Timestamp,
    pub summary: String,
    /// The full text with full addresses.
    pub html: String,
    pub tags: Vec<String>,
    pub image: Option<String>,
}

impl FeedEntry {
    /// Stays the same when the address changes.
    fn name(&self) -> String {
        format!("urn:uuid:{}", self.id)
    }
}

#[cfg(test)]
mod tests;
