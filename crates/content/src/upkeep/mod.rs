//! What must hold of the content as it is stored: of each document by itself, by the very rules that a
//! request is held to, and of all of them together. `folia check` and `folia import` both go by it.
//!
//! Each fault has a name that never changes and the id of its document. Where there is one right
//! answer, it comes along with the fault; what only the owner can decide (two sections that are above
//! each other, a title that is too long) is named and left alone.
//!
//! A document that cannot be read is there. Nothing that belongs to it is removed or changed, and where
//! it may matter what it says, nothing is judged.
//!
//! What this does not do: decide anything about what a request may also bring about. That is told as a
//! note at most, or an archive of a site could not come back into it.

mod bodies;
mod living;
mod places;
mod redirects;
mod revisions;
mod settings;
mod values;

use std::collections::HashMap;

use kernel::{Id, SitePath, Slug};
use store::{Fault, Findings, Present, StoreError, Transaction};

use crate::items::{Body, ContentType, Item};
use crate::media_uses::uploads_in;
use crate::misses::Miss;
use crate::navlinks::NavLink;
use crate::sections::Section;

/// Looks through everything, and tells which items there are. `uploads` are those there are.
pub fn inspect(
    transaction: &mut Transaction<'_>,
    uploads: &Present,
    findings: &mut Findings,
) -> Result<Present, StoreError> {
    let (mut sections, mut items) = (HashMap::new(), HashMap::new());
    let all_sections = transaction.scan::<Section>(|stored| {
        let section = stored.document;
        values::check_section(&section, findings);
        check_section_picture(&section, uploads, findings);
        sections.insert(section.id, Branch::of(section));
    })?;
    let all_items = transaction.scan::<Item>(|stored| {
        let (version, item) = (stored.version, stored.document);
        values::check_item(&item, findings);
        check_item_pictures(&item, uploads, findings);
        items.insert(item.id, Leaf::of(item, version));
    })?;
    let stock = Stock { sections, items, all_sections, all_items };
    let paths = places::check_sections(&stock, findings);
    places::check_items(&stock, &paths, findings);
    let living = living::Living::of(&stock, &paths);
    redirects::check(transaction, &stock, &living, findings)?;
    bodies::check(transaction, &stock, findings)?;
    revisions::check(transaction, &stock, findings)?;
    settings::check(transaction, &stock, uploads, findings)?;
    transaction.scan::<NavLink>(|stored| values::check_navlink(&stored.document, findings))?;
    transaction.scan::<Miss>(|stored| values::check_miss(&stored.document, findings))?;
    Ok(stock.all_items)
}

/// What of the sections and items the rules about all of them need.
#[derive(Debug)]
struct Stock {
    /// Those that can be read.
    sections: HashMap<Id, Branch>,
    items: HashMap<Id, Leaf>,
    /// Those that are there.
    all_sections: Present,
    all_items: Present,
}

impl Stock {
    /// Whether it is known what is at each address.
    fn is_known(&self) -> bool {
        self.all_sections.is_known() && self.all_items.is_known()
    }
}

#[derive(Debug)]
struct Branch {
    parent_id: Option<Id>,
    slug: Slug,
    path: SitePath,
    is_deleted: bool,
}

#[derive(Debug)]
struct Leaf {
    content_type: ContentType,
    section_id: Option<Id>,
    slug: Slug,
    is_deleted: bool,
    version: i64,
    linked_paths: Vec<SitePath>,
    derived: Derived,
}

/// What of an item was taken from its body; none of what was not.
#[derive(Debug)]
struct Derived {
    summary: Option<String>,
    image_url: Option<Option<String>>,
    minutes: Option<u32>,
}

impl Branch {
    fn of(section: Section) -> Self {
        let Section { parent_id, slug, path, deleted_at, .. } = section;
        Self { parent_id, slug, path, is_deleted: deleted_at.is_some() }
    }
}

impl Leaf {
    fn of(item: Item, version: i64) -> Self {
        let Item { content_type, section_id, slug, deleted_at, .. } = item;
        let linked_paths = item.linked_paths.unwrap_or_default();
        let is_deleted = deleted_at.is_some();
        let derived = Derived {
            summary: item.derives_summary.then_some(item.summary),
            image_url: item.derives_image.then_some(item.image_url),
            minutes: item.minutes,
        };
        Self { content_type, section_id, slug, is_deleted, version, linked_paths, derived }
    }
}

/// A request may name a picture that is not there, so it is a note.
fn check_section_picture(section: &Section, uploads: &Present, findings: &mut Findings) {
    let id = section.id;
    if let Some(gone) = missing_upload(section.image_url.as_deref(), uploads) {
        let fault = Fault::new("sections.picture", id, format!("shows {gone}, which is not there"));
        findings.add_note_with_mend(fault, "it shows no picture", move |transaction| {
            let mut stored = transaction.get::<Section>(id)?;
            stored.document.image_url = None;
            transaction.replace(stored).map(drop)
        });
    }
}

fn check_item_pictures(item: &Item, uploads: &Present, findings: &mut Findings) {
    let id = item.id;
    // One that was taken from the body is the body's business.
    let chosen = item.image_url.as_deref().filter(|_| !item.derives_image);
    if let Some(gone) = missing_upload(chosen, uploads) {
        let fault = Fault::new("items.picture", id, format!("shows {gone}, which is not there"));
        findings.add_note_with_mend(fault, "it shows the first picture of its body", move |all| {
            change_item(all, id, |item, html| {
                item.derives_image = true;
                item.image_url = crate::html::lead_image(html);
            })
        });
    }
    let media_id = item.extra.media_id.as_deref().and_then(|id| id.parse::<Id>().ok());
    if let Some(gone) = media_id.filter(|id| !uploads.has(*id)) {
        let fault = Fault::new("items.media", id, format!("is {gone}, which is not there"));
        findings.add_note_with_mend(fault, "it names no upload", move |transaction| {
            change_item(transaction, id, |item, _| item.extra.media_id = None)
        });
    }
}

fn missing_upload(address: Option<&str>, uploads: &Present) -> Option<Id> {
    uploads_in(address?).into_iter().find(|id| !uploads.has(*id))
}

/// Changes an item and its body together: a body says which version of its item it belongs to.
fn change_item(
    transaction: &mut Transaction<'_>,
    id: Id,
    change: impl FnOnce(&mut Item, &mut String),
) -> Result<(), StoreError> {
    let mut item = transaction.get::<Item>(id)?;
    let body = transaction.find::<Body>(id)?;
    let mut html = body.as_ref().map(|body| body.document.html.clone()).unwrap_or_default();
    change(&mut item.document, &mut html);
    let item_version = transaction.replace(item)?.version;
    if let Some(mut body) = body {
        body.document = Body { id, item_version, html };
        transaction.replace(body)?;
    }
    Ok(())
}
