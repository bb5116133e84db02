use kernel::{FieldErrors, Id, Invalid, Patch, Slug};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{DisplayType, NavVisibility, Section};
use crate::fields::{check_image_url, check_length, check_line, check_title, set};

/// A new section. Only `title` is required.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SectionInput {
    /// 1 to 300 characters on one line.
    #[schemars(length(max = 300), regex(pattern = kernel::pattern::FILLED_LINE))]
    pub title: Option<String>,
    /// Made from the title when absent.
    #[schemars(length(max = 80), regex(pattern = kernel::pattern::SLUG_OR_EMPTY))]
    pub slug: Option<String>,
    /// The section above; absent or null for the top level.
    pub parent_id: Option<Id>,
    #[schemars(length(max = 100), regex(pattern = kernel::pattern::LINE))]
    pub icon: Option<String>,
    #[schemars(length(max = 5000))]
    pub description: Option<String>,
    #[schemars(length(max = 2048), regex(pattern = kernel::pattern::HREF))]
    pub image_url: Option<String>,
    pub display_type: Option<DisplayType>,
    pub nav_visibility: Option<NavVisibility>,
    pub is_published: Option<bool>,
    /// After the last sibling when absent.
    pub sort_order: Option<f64>,
}

/// A change of a section: what is absent stays as it is. A change of `slug` or `parent_id` is a
/// move.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct SectionChange {
    #[schemars(length(max = 300), regex(pattern = kernel::pattern::FILLED_LINE))]
    pub title: Option<String>,
    #[schemars(length(max = 80), regex(pattern = kernel::pattern::SLUG_OR_EMPTY))]
    pub slug: Option<String>,
    /// Null moves the section to the top level.
    pub parent_id: Patch<Id>,
    #[schemars(length(max = 100), regex(pattern = kernel::pattern::LINE))]
    pub icon: Option<String>,
    #[schemars(length(max = 5000))]
    pub description: Patch<String>,
    #[schemars(length(max = 2048), regex(pattern = kernel::pattern::HREF))]
    pub image_url: Patch<String>,
    pub display_type: Option<DisplayType>,
    pub nav_visibility: Option<NavVisibility>,
    pub is_published: Option<bool>,
    pub sort_order: Option<f64>,
}

impl SectionInput {
    pub(crate) fn check(&self, errors: &mut FieldErrors) -> Option<Slug> {
        match &self.title {
            // The same limits as in the description above. `schemars` does not check, it only
            // tells.
            Some(title) => _ = errors.keep("title", check_title(title, 300)),
            None => errors.add("title", "is required"),
        }
        check_texts(
            errors,
            self.icon.as_deref(),
            self.description.as_deref(),
            self.image_url.as_deref(),
        );
        check_slug(errors, self.slug.as_deref())
    }
}

impl SectionChange {
    pub(super) fn check(&self, errors: &mut FieldErrors) -> Option<Slug> {
        if let Some(title) = &self.title {
            errors.keep("title", check_title(title, 300));
        }
        let (description, image_url) = (value(&self.description), value(&self.image_url));
        check_texts(errors, self.icon.as_deref(), description, image_url);
        check_slug(errors, self.slug.as_deref())
    }

    /// Everything but the place.
    pub(super) fn apply(&self, section: &mut Section) {
        let change = self.clone();
        set(&mut section.title, change.title);
        set(&mut section.icon, change.icon);
        set(&mut section.description, change.description.change());
        set(&mut section.image_url, change.image_url.change());
        set(&mut section.display_type, change.display_type);
        set(&mut section.nav_visibility, change.nav_visibility);
        set(&mut section.is_published, change.is_published);
        set(&mut section.sort_order, change.sort_order);
    }
}

/// Whether a request for a new section would be taken, but for its place.
pub fn check_new_section(input: &SectionInput) -> Result<(), Invalid> {
    let mut errors = FieldErrors::default();
    input.check(&mut errors);
    errors.finish()
}

fn value(patch: &Patch<String>) -> Option<&str> {
    match patch {
        Patch::Value(text) => Some(text),
        Patch::Absent | Patch::Null => None,
    }
}

fn check_texts(
    errors: &mut FieldErrors,
    icon: Option<&str>,
    description: Option<&str>,
    image_url: Option<&str>,
) {
    if let Some(icon) = icon {
        errors.keep("icon", check_line(icon, 100));
    }
    if let Some(description) = description {
        errors.keep("description", check_length(description, 5000));
    }
    if let Some(image_url) = image_url {
        errors.keep("image_url", check_image_url(image_url));
    }
}

/// An empty slug is one that was not given, as forms send it.
pub(crate) fn check_slug(errors: &mut FieldErrors, slug: Option<&str>) -> Option<Slug> {
    let slug = slug.filter(|slug| !slug.is_empty())?;
    errors.keep("slug", slug.parse())
}
