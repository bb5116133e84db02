use kernel::{FieldErrors, Id, Invalid, Patch, Slug, Timestamp};
use schemars::JsonSchema;
use serde::Deserialize;

use super::links::linked_paths;
use super::{ContentType, Item, ProjectLink};
use crate::fields::{
    check_date, check_image_url, check_length, check_line, check_title, check_words, set,
    tidy_words,
};
use crate::href::check_href;
use crate::html;
use crate::sections::check_slug;

/// `2026`, `2026-03` or `2026-03-01`; a leap day is accepted, too.
const DATE_OR_EMPTY: &str = concat!(
    r"^([0-9]{4}(-(0[1-9]|1[0-2]))?|[0-9]{4}-(02-(0[1-9]|1[0-9]|2[0-8])",
    r"|(04|06|09|11)-(0[1-9]|[12][0-9]|30)|(01|03|05|07|08|10|12)-(0[1-9]|[12][0-9]|3[01])))?$"
);

/// What a client may say about an item. A new one needs a `title` (an image a `title` or a
/// `media_id`); in a change, what is absent stays as it is, and a change of `slug` or `section_id`
/// is a move.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ItemInput {
    /// 1 to 300 characters on one line.
    #[schemars(length(max = 300), regex(pattern = kernel::pattern::FILLED_LINE))]
    pub title: Option<String>,
    /// Made from the title when a new item has none.
    #[schemars(length(max = 80), regex(pattern = kernel::pattern::SLUG_OR_EMPTY))]
    pub slug: Option<String>,
    /// Null is the top of the site.
    pub section_id: Patch<Id>,
    /// HTML; it is sanitised, and what is stored is what is answered.
    pub body: Option<String>,
    /// Up to 280 characters. Null or empty: made from the body.
    #[schemars(length(max = 280))]
    pub summary: Patch<String>,
    /// Null or empty: the first image of the body.
    #[schemars(length(max = 2048), regex(pattern = kernel::pattern::IMAGE_OR_EMPTY))]
    pub image_url: Patch<String>,
    #[schemars(length(max = 1000))]
    pub image_alt: Patch<String>,
    #[schemars(length(max = 50), inner(length(max = 60), regex(pattern = kernel::pattern::FILLED_LINE)))]
    pub tags: Option<Vec<String>>,
    pub featured: Option<bool>,
    pub is_published: Option<bool>,
    /// Set when the item is published for the first time, unless given.
    pub published_at: Patch<Timestamp>,
    pub sort_order: Option<f64>,
    #[schemars(length(max = 50), inner(length(max = 60), regex(pattern = kernel::pattern::FILLED_LINE)))]
    pub technologies: Option<Vec<String>>,
    #[schemars(length(max = 50))]
    pub links: Option<Vec<ProjectLink>>,
    /// `2026`, `2026-03` or `2026-03-01`.
    #[schemars(regex(pattern = DATE_OR_EMPTY))]
    pub started_on: Patch<String>,
    #[schemars(regex(pattern = DATE_OR_EMPTY))]
    pub ended_on: Patch<String>,
    #[schemars(length(max = 100), regex(pattern = kernel::pattern::LINE))]
    pub media_id: Patch<String>,
    #[schemars(length(max = 5000))]
    pub caption: Patch<String>,
}

/// An input whose values have been checked, its body sanitised.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(super) input: ItemInput,
    pub(super) slug: Option<Slug>,
    pub(super) body: Option<String>,
}

impl ItemInput {
    pub(super) fn check_new(&self, content_type: ContentType, errors: &mut FieldErrors) {
        let has_media = matches!(self.media_id, Patch::Value(_));
        if self.title.is_none() && !(content_type == ContentType::Image && has_media) {
            errors.add("title", "is required");
        }
    }

    pub(crate) fn check(self, errors: &mut FieldErrors) -> Checked {
        if let Some(title) = &self.title {
            errors.keep("title", check_title(title, 300));
        }
        let texts = [
            ("summary", &self.summary, 280),
            ("image_alt", &self.image_alt, 1000),
            ("caption", &self.caption, 5000),
        ];
        for (field, patch, longest) in texts {
            if let Patch::Value(text) = patch {
                errors.keep(field, check_length(text, longest));
            }
        }
        if let Patch::Value(media_id) = &self.media_id {
            errors.keep("media_id", check_line(media_id, 100));
        }
        if let Some(url) = given(&self.image_url) {
            errors.keep("image_url", check_image_url(url));
        }
        for (field, patch) in [("started_on", &self.started_on), ("ended_on", &self.ended_on)] {
            if let Some(date) = given(patch) {
                errors.keep(field, check_date(date));
            }
        }
        check_words("tags", self.tags.as_deref().unwrap_or_default(), errors);
        check_words("technologies", self.technologies.as_deref().unwrap_or_default(), errors);
        check_links(self.links.as_deref().unwrap_or_default(), errors);
        let slug = check_slug(errors, self.slug.as_deref());
        // Even when another value is wrong: a client is told all its mistakes at once.
        let body = self.body.as_deref().and_then(|body| errors.keep("body", html::sanitise(body)));
        Checked { input: self, slug, body }
    }
}

/// Whether a request for a new item would be taken, but for its place.
pub fn check_new_item(content_type: ContentType, input: ItemInput) -> Result<(), Invalid> {
    let mut errors = FieldErrors::default();
    input.check_new(content_type, &mut errors);
    input.check(&mut errors);
    errors.finish()
}

fn check_links(links: &[ProjectLink], errors: &mut FieldErrors) {
    if links.len() > 50 {
        errors.add("links", "may have up to 50 entries");
    }
    for (index, link) in links.iter().enumerate() {
        errors.keep(&format!("links[{index}].title"), check_title(&link.title, 200));
        errors.keep(&format!("links[{index}].url"), check_href(&link.url));
    }
}

fn given(patch: &Patch<String>) -> Option<&str> {
    match patch {
        Patch::Value(text) if !text.is_empty() => Some(text),
        _ => None,
    }
}

impl Checked {
    /// Everything but the place and the body. `html` is the body as it will be stored.
    pub(super) fn apply(&self, item: &mut Item, html: &str, now: Timestamp) {
        let input = self.input.clone();
        set(&mut item.title, input.title);
        set(&mut item.image_alt, input.image_alt.change());
        set(&mut item.tags, input.tags.map(tidy_words));
        set(&mut item.featured, input.featured);
        set(&mut item.is_published, input.is_published);
        set(&mut item.published_at, input.published_at.change());
        set(&mut item.sort_order, input.sort_order);
        set(&mut item.extra.technologies, input.technologies.map(tidy_words));
        set(&mut item.extra.links, input.links);
        set(&mut item.extra.started_on, input.started_on.change().map(filled));
        set(&mut item.extra.ended_on, input.ended_on.change().map(filled));
        set(&mut item.extra.media_id, input.media_id.change().map(filled));
        set(&mut item.extra.caption, input.caption.change());
        if let Some(summary) = input.summary.change().map(filled) {
            item.derives_summary = summary.is_none();
            item.summary = summary.unwrap_or_default();
        }
        if let Some(image_url) = input.image_url.change().map(filled) {
            item.derives_image = image_url.is_none();
            item.image_url = image_url;
        }
        // Read from the body only when that is new, or was written before links were kept.
        if self.body.is_some() || item.linked_paths.is_none() {
            item.linked_paths = Some(linked_paths(html));
        }
        if self.body.is_some() || item.minutes.is_none() {
            item.minutes = Some(prose::minutes(html));
        }
        // After the body, as both are made from it. An author who has written a summary keeps it.
        if item.derives_summary {
            item.summary = html::summary(html);
        }
        if item.derives_image {
            item.image_url = html::lead_image(html);
        }
        // The first publication sets the date. Later ones keep it, so that a story does not jump to
        // the top for a corrected word.
        if item.is_published && item.published_at.is_none() {
            item.published_at = Some(now);
        }
    }
}

/// Forms send an empty text for what was left empty.
fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}
