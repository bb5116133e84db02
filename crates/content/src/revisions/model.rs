use kernel::{Id, Patch, Slug, Timestamp};
use serde::{Deserialize, Serialize};

use crate::items::{Extra, Item, ItemInput};

/// Who made a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    pub user_id: String,
    /// What people call them, as it was then.
    pub name: String,
}

/// What an item said at a time. The body is a document of its own, as a list needs none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Revision {
    pub id: Id,
    pub item_id: Id,
    /// Counted for each item, from 1.
    pub number: i64,
    /// When the first of the changes was made that are folded into it.
    pub began_at: Timestamp,
    /// When the last of them was made.
    pub saved_at: Timestamp,
    /// Nobody knows any more of what was saved before there were revisions.
    pub saved_by: Option<Author>,
    /// In which editor it was written, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Of the body.
    pub words: usize,
    pub bytes: usize,
    pub said: Said,
}

/// All that readers see of an item but its body and its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    pub title: String,
    pub slug: Slug,
    pub summary: String,
    pub derives_summary: bool,
    pub image_url: Option<String>,
    pub derives_image: bool,
    pub image_alt: Option<String>,
    pub tags: Vec<String>,
    pub is_published: bool,
    pub published_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

/// The body of a revision, under the same id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RevisionBody {
    pub id: Id,
    pub html: String,
}

impl Said {
    pub(crate) fn by(item: &Item) -> Self {
        Self {
            title: item.title.clone(),
            slug: item.slug.clone(),
            summary: item.summary.clone(),
            derives_summary: item.derives_summary,
            image_url: item.image_url.clone(),
            derives_image: item.derives_image,
            image_alt: item.image_alt.clone(),
            tags: item.tags.clone(),
            is_published: item.is_published,
            published_at: item.published_at,
            extra: item.extra.clone(),
        }
    }

    /// The change that makes an item say this again. Its address, and whether and when it is
    /// published, stay as they are: who restores words does not want to move or publish anything.
    pub(super) fn restoring(&self, html: String) -> ItemInput {
        let extra = self.extra.clone();
        let given = |derives: bool, text: Option<String>| match text.filter(|_| !derives) {
            Some(text) => Patch::Value(text),
            None => Patch::Null,
        };
        ItemInput {
            title: Some(self.title.clone()),
            body: Some(html),
            summary: given(self.derives_summary, Some(self.summary.clone())),
            image_url: given(self.derives_image, self.image_url.clone()),
            image_alt: given(false, self.image_alt.clone()),
            tags: Some(self.tags.clone()),
            technologies: Some(extra.technologies),
            links: Some(extra.links),
            started_on: given(false, extra.started_on),
            ended_on: given(false, extra.ended_on),
            media_id: given(false, extra.media_id),
            caption: given(false, extra.caption),
            // Slug, section, publication and date stay absent on purpose: see above.
            ..ItemInput::default()
        }
    }
}
