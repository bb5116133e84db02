//! What is on the site already, so that a second run leaves it alone.

use std::collections::{HashMap, HashSet};

use content::items::ContentType;
use serde_json::Value;

use super::error::TransferError;
use crate::client::Client;

#[derive(Debug, Default)]
pub(super) struct Existing {
    /// Ids of sections by path.
    pub(super) sections: HashMap<String, Value>,
    items: HashSet<(ContentType, String)>,
    /// Old paths, each with where it leads.
    redirects: HashMap<String, String>,
    /// Titles and addresses of the menu.
    links: HashSet<(String, String)>,
}

impl Existing {
    pub(super) async fn read(client: &Client) -> Result<Self, TransferError> {
        let mut existing = Self::default();
        for section in client.list("/sections?include_unpublished=true&").await? {
            existing.sections.insert(text(&section["path"]), section["id"].clone());
        }
        for content_type in ContentType::ALL {
            let list = format!("/content/{}?include_unpublished=true&", content_type.name());
            for item in client.list(&list).await? {
                existing.items.insert((content_type, text(&item["path"])));
            }
        }
        for redirect in client.list("/redirects?").await? {
            existing.redirects.insert(text(&redirect["old_path"]), text(&redirect["new_path"]));
        }
        for link in client.list("/navlinks?").await? {
            existing.links.insert((text(&link["title"]), text(&link["url"])));
        }
        Ok(existing)
    }

    pub(super) fn has_link(&self, title: &str, url: &str) -> bool {
        self.links.contains(&(title.to_owned(), url.to_owned()))
    }

    pub(super) fn has_item(&self, content_type: ContentType, path: &str) -> bool {
        self.items.contains(&(content_type, path.to_owned()))
    }

    pub(super) fn has_redirect(&self, path: &str) -> bool {
        self.redirects.contains_key(path)
    }

    /// Whether something is found at a path, so that a redirect there would never be followed.
    pub(super) fn is_taken(&self, path: &str) -> bool {
        let of_type = |content_type| self.items.contains(&(content_type, path.to_owned()));
        self.sections.contains_key(path) || ContentType::ALL.into_iter().any(of_type)
    }

    /// What else is at the path of an item of this type, or of a section.
    pub(super) fn beside(&self, made: Option<ContentType>, path: &str) -> Option<&'static str> {
        if made.is_some() && self.sections.contains_key(path) {
            return Some("section");
        }
        let mut others = ContentType::ALL.into_iter().filter(|it| Some(*it) != made);
        others.find(|it| self.has_item(*it, path)).map(ContentType::name)
    }

    pub(super) fn add_section(&mut self, path: &str, id: Value) {
        self.sections.insert(path.to_owned(), id);
    }

    pub(super) fn add_item(&mut self, content_type: ContentType, path: &str) {
        self.items.insert((content_type, path.to_owned()));
    }

    pub(super) fn add_redirect(&mut self, from: &str, to: &str) {
        self.redirects.insert(from.to_owned(), to.to_owned());
    }

    /// Whether who is led to a path is led from there to another, and so on, to where it began.
    pub(super) fn leads_back(&self, from: &str, to: &str) -> bool {
        let mut at = to;
        // No way is longer than there are redirects.
        for _ in 0..=self.redirects.len() {
            if at == from {
                return true;
            }
            let Some(next) = self.redirects.get(at) else { return false };
            at = next.trim_start_matches('/');
        }
        true
    }
}

/// Nothing for what is no text.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
