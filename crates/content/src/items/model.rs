use kernel::{Id, SitePath, Slug, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::listings::EntryKind;

/// What a content item is. The order is the order in which an address is looked up.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum ContentType {
    Story,
    Project,
    Page,
    Image,
}

impl ContentType {
    pub const ALL: [Self; 4] = [Self::Story, Self::Project, Self::Page, Self::Image];

    pub fn name(self) -> &'static str {
        match self {
            Self::Story => "story",
            Self::Project => "project",
            Self::Page => "page",
            Self::Image => "image",
        }
    }

    pub(crate) fn position(self) -> usize {
        self as usize
    }
}

/// A link of a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProjectLink {
    #[schemars(length(max = 200), regex(pattern = kernel::pattern::FILLED_LINE))]
    pub title: String,
    /// An http, https or mailto address, or a site path.
    #[schemars(length(max = 2048), regex(pattern = kernel::pattern::HREF))]
    pub url: String,
}

/// Everything about a content item but its body, which is a document of its own: lists and paths
/// need all cards and no bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    pub id: Id,
    pub content_type: ContentType,
    pub section_id: Option<Id>,
    pub title: String,
    pub slug: Slug,
    pub summary: String,
    pub image_url: Option<String>,
    pub image_alt: Option<String>,
    pub tags: Vec<String>,
    pub featured: bool,
    pub is_published: bool,
    pub published_at: Option<Timestamp>,
    pub sort_order: f64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
    /// Whether the summary was made from the body and is to be made again with it.
    pub derives_summary: bool,
    pub derives_image: bool,
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
    /// The paths of this site that the body links to, each once. Absent until they have been read
    /// from the body, as in items from before there was this list.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "without_nul")]
    pub linked_paths: Option<Vec<SitePath>>,
    /// How long the body takes to read. Absent as the paths are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
}

/// Items from before 2026-11-18 may list what a link with `%00` leads to, which is nothing.
fn without_nul<'de, R: Deserializer<'de>>(reader: R) -> Result<Option<Vec<SitePath>>, R::Error> {
    let mut paths = Option::<Vec<SitePath>>::deserialize(reader)?;
    if let Some(paths) = &mut paths {
        paths.retain(|path| !path.as_str().contains('\0'));
    }
    Ok(paths)
}

/// What only some types of content have.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Extra {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub technologies: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<ProjectLink>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
}

impl Extra {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The body of an item: sanitised HTML, with the version of the item it belongs to. A reader that
/// holds the card of another version must not show it: in between the item may have become a draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    pub id: Id,
    pub item_version: i64,
    pub html: String,
}

/// A content item as clients see it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ContentItem")]
pub struct ItemView<'a> {
    pub id: Id,
    pub content_type: ContentType,
    pub section_id: Option<Id>,
    pub title: &'a str,
    pub slug: &'a str,
    /// Where the item is: its section's path and its slug.
    pub path: String,
    /// Sanitised HTML.
    pub body: &'a str,
    /// Plain text of at most 280 characters, from the body unless given.
    pub summary: &'a str,
    /// The first image of the body unless given.
    pub image_url: Option<&'a str>,
    pub image_alt: Option<&'a str>,
    pub tags: &'a [String],
    pub featured: bool,
    pub is_published: bool,
    pub published_at: Option<Timestamp>,
    pub sort_order: f64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Of a project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technologies: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<&'a [ProjectLink]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_on: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_on: Option<Option<&'a str>>,
    /// Of an image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_id: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<Option<&'a str>>,
    /// Only for administrators, and only while the item is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Only for administrators, and only while something else is found at its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shadowed_by: Option<Shadow<'a>>,
}

/// What is found at the path of an item instead of it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Shadow<'a> {
    pub kind: EntryKind,
    pub id: Id,
    pub title: &'a str,
    /// Whether visitors see it. What they do not see is in nobody's way until it is published.
    pub is_published: bool,
    /// The path at which the item itself is found as long as visitors find this at its own.
    pub item_address: String,
}

impl Item {
    /// The date lists go by.
    pub fn date(&self) -> Timestamp {
        self.published_at.unwrap_or(self.created_at)
    }

    pub fn view<'a>(&'a self, path: SitePath, body: &'a str) -> ItemView<'a> {
        let project = self.content_type == ContentType::Project;
        let image = self.content_type == ContentType::Image;
        let extra = &self.extra;
        ItemView {
            id: self.id,
            content_type: self.content_type,
            section_id: self.section_id,
            title: &self.title,
            slug: self.slug.as_str(),
            path: path.to_string(),
            body,
            summary: &self.summary,
            image_url: self.image_url.as_deref(),
            image_alt: self.image_alt.as_deref(),
            tags: &self.tags,
            featured: self.featured,
            is_published: self.is_published,
            published_at: self.published_at,
            sort_order: self.sort_order,
            created_at: self.created_at,
            updated_at: self.updated_at,
            technologies: project.then_some(&extra.technologies),
            links: project.then_some(&extra.links),
            started_on: project.then_some(extra.started_on.as_deref()),
            ended_on: project.then_some(extra.ended_on.as_deref()),
            media_id: image.then_some(extra.media_id.as_deref()),
            caption: image.then_some(extra.caption.as_deref()),
            deleted_at: None,
            shadowed_by: None,
        }
    }
}
