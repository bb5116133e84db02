use kernel::{Id, SitePath, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::items::{ContentType, Item};
use crate::reading::Entry;
use crate::sections::{DisplayType, Section};

/// Whether an entry is a section or content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListingKind {
    Section,
    Content,
}

/// What an entry is, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    Section,
    Story,
    Project,
    Page,
    Image,
}

impl From<Option<ContentType>> for EntryKind {
    fn from(content_type: Option<ContentType>) -> Self {
        match content_type {
            None => Self::Section,
            Some(ContentType::Story) => Self::Story,
            Some(ContentType::Project) => Self::Project,
            Some(ContentType::Page) => Self::Page,
            Some(ContentType::Image) => Self::Image,
        }
    }
}

/// An entry by its name: enough to choose it and to lead there.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NamedEntry")]
pub struct NamedEntry<'a> {
    pub kind: EntryKind,
    pub id: Id,
    pub title: &'a str,
    /// Where it is found.
    pub path: String,
    /// Whether visitors see it now.
    pub is_published: bool,
}

impl<'a> NamedEntry<'a> {
    /// `seen` is the same entry as visitors see it, if they do.
    pub(crate) fn of(entry: &Entry<'a>, seen: Option<&Entry<'_>>) -> Self {
        Self {
            kind: entry.content_type().into(),
            id: entry.id(),
            title: entry.title(),
            path: seen.map_or_else(|| entry.address(), Entry::address).to_string(),
            is_published: seen.is_some(),
        }
    }
}

/// Anything that can stand in a list, in the shape they share.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ListingItem")]
pub struct ListingItem<'a> {
    pub kind: ListingKind,
    pub id: Id,
    /// Null for a section.
    pub content_type: Option<ContentType>,
    pub title: &'a str,
    pub slug: &'a str,
    pub path: String,
    pub summary: &'a str,
    pub image_url: Option<&'a str>,
    pub image_alt: Option<&'a str>,
    pub featured: bool,
    pub is_published: bool,
    pub sort_order: f64,
    /// The section it is in; of a section, its parent.
    pub section_id: Option<Id>,
    /// Null for content.
    pub display_type: Option<DisplayType>,
    pub tags: &'a [String],
    pub published_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl<'a> ListingItem<'a> {
    pub(crate) fn of_section(section: &'a Section) -> Self {
        Self {
            kind: ListingKind::Section,
            id: section.id,
            content_type: None,
            title: &section.title,
            slug: section.slug.as_str(),
            path: section.path.to_string(),
            summary: section.description.as_deref().unwrap_or_default(),
            image_url: section.image_url.as_deref(),
            image_alt: None,
            featured: false,
            is_published: section.is_published,
            sort_order: section.sort_order,
            section_id: section.parent_id,
            display_type: Some(section.display_type),
            tags: &[],
            published_at: None,
            created_at: section.created_at,
            updated_at: section.updated_at,
        }
    }

    pub(crate) fn of_item(item: &'a Item, path: &SitePath) -> Self {
        Self {
            kind: ListingKind::Content,
            id: item.id,
            content_type: Some(item.content_type),
            title: &item.title,
            slug: item.slug.as_str(),
            path: path.to_string(),
            summary: &item.summary,
            image_url: item.image_url.as_deref(),
            image_alt: item.image_alt.as_deref(),
            featured: item.featured,
            is_published: item.is_published,
            sort_order: item.sort_order,
            section_id: item.section_id,
            display_type: None,
            tags: &item.tags,
            published_at: item.published_at,
            created_at: item.created_at,
            updated_at: item.updated_at,
        }
    }
}
