//! What programs read: feeds in two forms, the map of the site, what robots may do. Text made from
//! values; nothing here looks anything up.

mod atom;
mod json_feed;
mod robots;
mod sitemap;
mod xml;

use kernel::{Id, Timestamp};

pub(crate) use atom::atom;
pub(crate) use json_feed::json_feed;
pub(crate) use robots::robots;
pub(crate) use sitemap::{MOST, Place, map_at, maps, sitemap, sitemap_index};

/// The newest things of the site, of a section or under a tag.
#[derive(Clone, Debug)]
pub(crate) struct Feed {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    pub(crate) language: String,
    /// The full address of the page that it follows.
    pub(crate) page: String,
    /// The full address of the feed itself.
    pub(crate) address: String,
    pub(crate) updated: Timestamp,
    pub(crate) author: String,
    pub(crate) author_page: String,
    pub(crate) entries: Vec<FeedEntry>,
}

/// One thing, whole.
#[derive(Clone, Debug)]
pub(crate) struct FeedEntry {
    pub(crate) id: Id,
    pub(crate) title: String,
    pub(crate) address: String,
    pub(crate) published: Timestamp,
    pub(crate) updated: Timestamp,
    pub(crate) summary: String,
    /// The full text with full addresses.
    pub(crate) html: String,
    pub(crate) tags: Vec<String>,
    pub(crate) image: Option<String>,
}

impl FeedEntry {
    /// Stays the same when the address changes.
    fn name(&self) -> String {
        format!("urn:uuid:{}", self.id)
    }
}

#[cfg(test)]
mod tests;
