use kernel::{FieldErrors, Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fields::{is_seen, set};
use crate::href::check_href;

/// An entry of the site's menu.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NavLink {
    pub id: Id,
    pub title: String,
    /// A site path beginning with `/`, or an http, https or mailto address.
    pub url: String,
    /// The name of an icon, or empty.
    pub icon: String,
    /// Links are shown in the order of this number.
    pub sort_order: f64,
    /// Whether the link opens in a tab of its own.
    pub new_tab: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// What a client may say about a link. A new one needs `title` and `url`; in a change, what is
/// absent stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct NavLinkInput {
    /// 1 to 100 characters on one line.
    #[schemars(length(max = 100), regex(pattern = kernel::pattern::FILLED_LINE))]
    pub title: Option<String>,
    #[schemars(length(max = 2048), regex(pattern = kernel::pattern::HREF))]
    pub url: Option<String>,
    /// Up to 100 characters.
    #[schemars(length(max = 100))]
    pub icon: Option<String>,
    /// A new link goes after the last one unless this is given.
    pub sort_order: Option<f64>,
    pub new_tab: Option<bool>,
}

impl NavLinkInput {
    /// Checks each value that was given.
    pub(crate) fn check(&self, errors: &mut FieldErrors) {
        if let Some(title) = &self.title {
            errors.keep("title", check_title(title));
        }
        if let Some(url) = &self.url {
            errors.keep("url", check_href(url));
        }
        if self.icon.as_ref().is_some_and(|icon| icon.chars().count() > 100) {
            errors.add("icon", "may have up to 100 characters");
        }
    }

    pub(super) fn check_complete(&self, errors: &mut FieldErrors) {
        for (field, given) in [("title", self.title.is_some()), ("url", self.url.is_some())] {
            if !given {
                errors.add(field, "is required");
            }
        }
    }

    pub(super) fn apply(self, link: &mut NavLink) {
        let Self { title, url, icon, sort_order, new_tab } = self;
        set(&mut link.title, title);
        set(&mut link.url, url);
        set(&mut link.icon, icon);
        set(&mut link.sort_order, sort_order);
        set(&mut link.new_tab, new_tab);
    }
}

fn check_title(title: &str) -> Result<(), &'static str> {
    match title.chars().count() {
        _ if !title.contains(is_seen) => Err("must not be empty"),
        101.. => Err("may have up to 100 characters"),
        _ if title.chars().any(char::is_control) => Err("must be a single line of text"),
        _ => Ok(()),
    }
}
