//! The written answers about an item: what is at its path, and within it the item itself.

use std::borrow::Cow;
use std::ops::Range;

use bytes::Bytes;
use kernel::SitePath;
use serde::Deserialize;

use super::Item;
use crate::reading::ItemRef;
use crate::tree::{Breadcrumb, json};
use crate::validator::Validator;

/// An item as it is answered, with what it was written from. Handing it out copies nothing, and
/// the body is in it once.
#[derive(Clone, Debug)]
pub(crate) struct Rendered {
    pub(crate) version: i64,
    /// The state of its section, which is part of its path.
    pub(crate) state: u64,
    /// What is at its path.
    pub(crate) resolved: Bytes,
    /// For that answer.
    pub(crate) validator: Validator,
    /// Where in that the item itself stands.
    item: Range<usize>,
    /// Where its HTML begins, as a JSON text.
    html: usize,
}

impl Rendered {
    pub(crate) fn write(item: ItemRef<'_>, html: &str) -> Self {
        let path = item.path();
        let section = item.section().map(|section| section.node().clone());
        let (within, above) = match section.as_deref().map(|node| node.fragments()) {
            Some(fragments) => (fragments.section.as_str(), format!("{},", fragments.breadcrumbs)),
            None => ("null", String::new()),
        };
        let head = format!(
            r#"{{"type":"content","path":{},"section":{within},"content_item":"#,
            json(&path)
        );
        // Written by hand around serialised parts, because the section's part is already written
        // and the body should be copied once.
        let whole = json(&item.item().view(path.clone(), html));
        let tail = format!(r#","breadcrumbs":[{above}{}]}}"#, breadcrumb(item.item(), &path));
        // Quotes inside of texts are escaped, so this can only be the name of the field.
        let field = r#","body":"#;
        let body = whole.find(field).expect("an item has a body") + field.len();
        let (item_start, item_end) = (head.len(), head.len() + whole.len());
        let (html, resolved) = (item_start + body, Bytes::from([head, whole, tail].concat()));
        Self {
            version: item.version(),
            state: section.map_or(0, |node| node.state),
            html,
            item: item_start..item_end,
            validator: Validator::of_bytes(&resolved),
            resolved,
        }
    }

    pub(crate) fn item(&self) -> Bytes {
        self.resolved.slice(self.item.clone())
    }

    /// Read back from the answer: a second copy of every body would cost more than that.
    pub(crate) fn html(&self) -> Cow<'_, str> {
        let mut json = serde_json::Deserializer::from_slice(&self.resolved[self.html..]);
        Cow::deserialize(&mut json).expect("it was written as a text")
    }
}

fn breadcrumb(item: &Item, path: &SitePath) -> String {
    json(&Breadcrumb {
        id: item.id,
        title: &item.title,
        slug: item.slug.as_str(),
        path: path.as_str(),
        kind: "content",
    })
}
