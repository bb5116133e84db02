use std::sync::Arc;

use kernel::{Id, Timestamp};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use store::{Revision, Stored, View};

use crate::reading::{Reader, Reading};
use crate::tree::{Changes, Tree};

/// How the titles of what visitors may not see begin.
pub const HIDDEN: &str = "Hidden";

const BEFORE: &str = "2020-01-01T00:00:00Z";
const AHEAD: &str = "2040-01-01T00:00:00Z";
const NOW: i64 = 1_800_000_000_000_000;

/// A site with something of everything that an address can lead to, as visitors see it: drafts and what is
/// below them, two things that claim one address, one whose time has not come, and redirects of each kind.
pub fn small_site() -> Reading {
    let sections = [
        section(1, None, "notes", "notes", "Notes"),
        section(2, Some(1), "kites", "notes/kites", "Kites"),
        draft(section(3, Some(1), "plans", "notes/plans", "Hidden plans")),
        section(4, Some(3), "secret", "notes/plans/secret", "Hidden below"),
        deleted(section(5, None, "gone", "gone", "Hidden, deleted")),
    ];
    let items = [
        item(11, "story", Some(2), "kite", "Kite"),
        item(12, "project", Some(2), "kite", "Kite, as a project"),
        item(13, "page", None, "about", "About"),
        item(14, "page", None, "notes", "A page where the section is"),
        draft(item(15, "story", Some(2), "draft", "Hidden draft")),
        item(16, "story", Some(4), "deep", "Hidden below a draft"),
        ahead(item(17, "story", Some(1), "later", "Hidden until its time")),
        deleted(item(18, "image", Some(1), "torn", "Hidden, deleted")),
    ];
    let redirects = [
        redirect(21, "old/kites", &json!({ "thing": { "section": id(2) } })),
        redirect(22, "old/kite", &json!({ "thing": { "item": ["story", id(11)] } })),
        redirect(23, "old/draft", &json!({ "thing": { "item": ["story", id(15)] } })),
        redirect(24, "old/secret", &json!({ "thing": { "section": id(4) } })),
        redirect(25, "old/nothing", &json!({ "path": "was/never/here" })),
        redirect(26, "old/away", &json!({ "elsewhere": "https://example.org/é" })),
    ];
    let now = Timestamp::from_micros(NOW);
    let changes = Changes {
        sections: sections.into_iter().map(stored).collect(),
        items: items.into_iter().map(stored).collect(),
        redirects: redirects.into_iter().map(stored).collect(),
    };
    let content = Tree::default().apply(changes, now);
    let view = View { revision: Revision::default(), content };
    Reading::new(Arc::new(view), Reader::Public, now)
}

fn stored<D: DeserializeOwned>(document: Value) -> Stored<D> {
    let document = serde_json::from_value(document).expect("a document as it is stored");
    Stored { version: 1, document }
}

fn id(number: u32) -> Id {
    format!("00000000-0000-7000-8000-{number:012}").parse().expect("digits make an id")
}

fn section(number: u32, parent: Option<u32>, slug: &str, path: &str, title: &str) -> Value {
    json!({
        "id": id(number), "parent_id": parent.map(id), "title": title, "slug": slug, "path": path,
        "icon": "", "description": null, "image_url": null, "display_type": "feed",
        "nav_visibility": "main", "is_published": true, "sort_order": number, "created_at": BEFORE,
        "updated_at": BEFORE, "deleted_at": null,
    })
}

fn item(number: u32, content_type: &str, section: Option<u32>, slug: &str, title: &str) -> Value {
    json!({
        "id": id(number), "content_type": content_type, "section_id": section.map(id), "title": title,
        "slug": slug, "summary": "", "image_url": null, "image_alt": null, "tags": [],
        "featured": false, "is_published": true, "published_at": BEFORE, "sort_order": number,
        "created_at": BEFORE, "updated_at": BEFORE, "deleted_at": null, "derives_summary": false,
        "derives_image": false,
    })
}

fn redirect(number: u32, old_path: &str, target: &Value) -> Value {
    json!({
        "id": id(number), "old_path": old_path, "target": target, "origin": "manual",
        "created_at": BEFORE, "expires_at": null, "removed": false,
    })
}

fn draft(document: Value) -> Value {
    with(document, "is_published", false)
}

fn ahead(document: Value) -> Value {
    with(document, "published_at", AHEAD)
}

fn deleted(document: Value) -> Value {
    with(document, "deleted_at", BEFORE)
}

fn with(mut document: Value, member: &str, value: impl Into<Value>) -> Value {
    document[member] = value.into();
    document
}
