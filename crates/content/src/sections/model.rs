use kernel::{Id, SitePath, Slug, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a section shows what is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DisplayType {
    #[default]
    Feed,
    CardGrid,
    StaticPage,
    Gallery,
}

/// Where a section appears in the navigation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NavVisibility {
    Main,
    Secondary,
    #[default]
    Hidden,
}

/// A section as it is stored. `path` follows from the slugs of its ancestors and is kept in step
/// with them in the same transaction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    pub id: Id,
    pub parent_id: Option<Id>,
    pub title: String,
    pub slug: Slug,
    pub path: SitePath,
    pub icon: String,
    pub description: Option<String>,
    pub image_url: Option<String>,
    pub display_type: DisplayType,
    pub nav_visibility: NavVisibility,
    pub is_published: bool,
    pub sort_order: f64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub deleted_at: Option<Timestamp>,
}

/// A section as clients see it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Section")]
pub struct SectionView<'a> {
    pub id: Id,
    pub title: &'a str,
    pub icon: &'a str,
    pub slug: &'a str,
    /// The slugs from the top down to this section, joined by slashes.
    pub path: &'a str,
    pub description: Option<&'a str>,
    pub image_url: Option<&'a str>,
    pub display_type: DisplayType,
    pub nav_visibility: NavVisibility,
    pub is_published: bool,
    /// Siblings are ordered by it.
    pub sort_order: f64,
    pub parent_id: Option<Id>,
    /// 0 for a top-level section.
    pub depth: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Only for administrators, and only while the section is deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
}

impl Section {
    pub fn depth(&self) -> u32 {
        u32::try_from(self.path.as_str().matches('/').count()).unwrap_or(u32::MAX)
    }

    /// As anybody may see it who may see it at all.
    pub fn view(&self) -> SectionView<'_> {
        SectionView {
            id: self.id,
            title: &self.title,
            icon: &self.icon,
            slug: self.slug.as_str(),
            path: self.path.as_str(),
            description: self.description.as_deref(),
            image_url: self.image_url.as_deref(),
            display_type: self.display_type,
            nav_visibility: self.nav_visibility,
            is_published: self.is_published,
            sort_order: self.sort_order,
            parent_id: self.parent_id,
            depth: self.depth(),
            created_at: self.created_at,
            updated_at: self.updated_at,
            deleted_at: None,
        }
    }

    /// As an administrator sees it.
    pub fn view_for_admin(&self) -> SectionView<'_> {
        SectionView { deleted_at: self.deleted_at, ..self.view() }
    }
}
