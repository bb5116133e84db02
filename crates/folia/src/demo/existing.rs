//! What a run that was stopped halfway has left, so that the next one goes on from there.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::DemoError;
use crate::client::Client;

/// Known by what the sample says of them; everything in it is said once.
#[derive(Debug, Default)]
pub(super) struct Existing {
    /// By description.
    pub(super) uploads: HashMap<String, Value>,
    /// By the section above and title.
    sections: HashMap<(String, String), Value>,
    /// By section, type and title.
    items: HashSet<(String, String, String)>,
    pub(super) navlinks: HashSet<String>,
    pub(super) opinions: HashSet<String>,
    pub(super) resume: Option<Value>,
}

const TYPES: [&str; 4] = ["story", "project", "page", "image"];

impl Existing {
    pub(super) async fn read(client: &Client) -> Result<Self, DemoError> {
        let mut existing = Self::default();
        for upload in client.list("/uploads?").await? {
            existing.uploads.insert(text(&upload["alt"]), upload);
        }
        for section in client.list("/sections?include_unpublished=true&").await? {
            let key = (text(&section["parent_id"]), text(&section["title"]));
            existing.sections.insert(key, section);
        }
        for kind in TYPES {
            let path = format!("/content/{kind}?include_unpublished=true&");
            for item in client.list(&path).await? {
                // The same title may be there twice, in two sections or as two types.
                let section = text(&item["section_id"]);
                existing.items.insert((section, kind.to_owned(), text(&item["title"])));
            }
        }
        let links = client.list("/navlinks?").await?;
        existing.navlinks = links.iter().map(|link| text(&link["url"])).collect();
        let opinions = client.list("/content/chunks?source=opinion&").await?;
        existing.opinions = opinions.iter().map(|chunk| text(&chunk["text"])).collect();
        existing.resume = client.list("/resumes?").await?.into_iter().next();
        Ok(existing)
    }

    pub(super) fn section(&self, parent_id: &Value, title: &Value) -> Option<Value> {
        self.sections.get(&(text(parent_id), text(title))).cloned()
    }

    pub(super) fn has_item(&self, section_id: &Value, kind: &str, title: &Value) -> bool {
        self.items.contains(&(text(section_id), kind.to_owned(), text(title)))
    }
}

/// Nothing for what is no text.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
