use std::collections::HashSet;
use std::sync::LazyLock;
use std::time::Duration;

use edge::Workers;
use kernel::{ExpectedVersion, FieldErrors, Id, SitePath, Slug, Timestamp};
use serde::{Deserialize, Serialize};
use store::{Once, Stored};

use super::input::Checked;
use super::{Body, ContentType, Extra, Item, ItemInput};
use crate::content::{Change, Content};
use crate::error::ContentError;
use crate::moves::{ItemMove, RedirectChanges, WantedSlug, item_place, plan_item_move};
use crate::reader::Scope;
use crate::redirects::Thing;
use crate::revisions::{Author, Kept, record};
use crate::sections::suggested;
use crate::tree::{Card, Tree};

/// An item that was written, and how many redirects its old addresses got.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) stored: Stored<Item>,
    pub(crate) path: SitePath,
    pub(crate) html: String,
    pub(crate) redirects: usize,
}

/// Editors keep what was not saved for 90 days, with the key under which it was sent: whenever they
/// come back with it, it is known (`web/admin/content/drafts.ts`).
const KNOWN_AGAIN: Duration = Duration::from_secs(91 * 24 * 60 * 60);

/// What came of a request for a new item, for when it comes again.
#[derive(Serialize, Deserialize)]
struct Created {
    item: Item,
    path: SitePath,
    html: String,
}

impl Content {
    pub(crate) async fn create_item(
        &self,
        content_type: ContentType,
        input: ItemInput,
        (by, kept): (Author, Kept),
        once: Option<Once>,
    ) -> Result<Written, ContentError> {
        let mut errors = FieldErrors::default();
        input.check_new(content_type, &mut errors);
        let checked = check(input, &mut errors).await?;
        errors.finish()?;
        self.change(move |change| {
            if let Some(known) = change.transaction.outcome(once.as_ref())? {
                let Created { item, path, html } = known;
                let stored = Stored { version: 1, document: item };
                return Ok(Written { stored, path, html, redirects: 0 });
            }
            let input = &checked.input;
            let title = input.title.clone().unwrap_or_else(|| "Untitled".to_owned());
            let section_id = input.section_id.change().flatten();
            let wanted = match &checked.slug {
                Some(slug) => WantedSlug::Given(slug.clone()),
                None => WantedSlug::FromTitle(suggested(&title)),
            };
            let tree = change.tree.clone();
            let (slug, path) = item_place(&tree, content_type, section_id, wanted, None)?;
            let now = change.now();
            let mut item = blank(change.generate_id(), content_type, section_id, title, slug, now);
            let html = checked.body.clone().unwrap_or_default();
            checked.apply(&mut item, &html, now);
            let thing = Thing::Item(content_type, item.id);
            let mut redirect_changes =
                RedirectChanges::new(&tree, now, change.options.redirect_life, HashSet::new());
            redirect_changes.arrive(&path, thing);
            redirect_changes.save(change)?;
            let stored = change.transaction.insert(item)?;
            let (id, item_version) = (stored.document.id, stored.version);
            change.changed.items.push(id);
            change.transaction.insert(Body { id, item_version, html: html.clone() })?;
            record(change, None, (&stored.document, &html), (&by, &kept))?;
            change.transaction.remember_for(KNOWN_AGAIN, once.as_ref(), || Created {
                item: stored.document.clone(),
                path: path.clone(),
                html: html.clone(),
            })?;
            Ok(Written { stored, path, html, redirects: 0 })
        })
        .await
    }

    pub(crate) async fn update_item(
        &self,
        (content_type, id): (ContentType, Id),
        input: ItemInput,
        expected: ExpectedVersion,
        (by, kept): (Author, Kept),
    ) -> Result<Written, ContentError> {
        let mut errors = FieldErrors::default();
        let checked = check(input, &mut errors).await?;
        errors.finish()?;
        self.change(move |change| {
            let tree = change.tree.clone();
            let card = living(&tree, content_type, id)?;
            expected.check(card.version)?;
            // From the tree, not from the database: it is exactly up to date here
            // (`Content::change`), and saves a read.
            let mut stored = Stored::clone(card);
            let section_id = checked.input.section_id.change().unwrap_or(card.document.section_id);
            let slug = checked.slug.clone();
            let (path, redirects) = relocate(change, &mut stored, section_id, slug)?;
            let mut body = change.transaction.get::<Body>(id)?;
            // For the revision, which compares what was with what is.
            let before = body.document.html.clone();
            if let Some(html) = &checked.body {
                body.document.html.clone_from(html);
            }
            let now = change.now();
            checked.apply(&mut stored.document, &body.document.html, now);
            stored.document.updated_at = now;
            let (stored, html) = save(change, stored, body)?;
            let before = Some((&card.document, before.as_str()));
            record(change, before, (&stored.document, &html), (&by, &kept))?;
            Ok(Written { stored, path, html, redirects })
        })
        .await
    }

    pub(crate) async fn delete_item(
        &self,
        content_type: ContentType,
        id: Id,
        expected: ExpectedVersion,
    ) -> Result<(), ContentError> {
        self.change(move |change| {
            let tree = change.tree.clone();
            let card = living(&tree, content_type, id)?;
            expected.check(card.version)?;
            let mut stored = Stored::clone(card);
            stored.document.deleted_at = Some(change.now());
            stored.document.updated_at = change.now();
            let body = change.transaction.get::<Body>(id)?;
            // The body is written with the item although it stays the same: it must name the item's
            // new version.
            save(change, stored, body)?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn restore_item(
        &self,
        content_type: ContentType,
        id: Id,
    ) -> Result<Written, ContentError> {
        self.change(move |change| {
            let tree = change.tree.clone();
            let card = tree
                .item(id)
                .filter(|card| card.document.content_type == content_type)
                .filter(|card| card.document.deleted_at.is_some())
                .ok_or(ContentError::Missing)?;
            let mut stored = Stored::clone(card);
            let item = &mut stored.document;
            item.deleted_at = None;
            item.updated_at = change.now();
            let wanted = WantedSlug::Given(item.slug.clone());
            // The place may have been given to another item in the meantime. Then restoring is
            // refused with that name.
            let (_, path) = item_place(&tree, content_type, item.section_id, wanted, Some(id))?;
            let mut redirect_changes = RedirectChanges::new(
                &tree,
                change.now(),
                change.options.redirect_life,
                HashSet::new(),
            );
            redirect_changes.arrive(&path, Thing::Item(content_type, id));
            redirect_changes.save(change)?;
            let body = change.transaction.get::<Body>(id)?;
            let (stored, html) = save(change, stored, body)?;
            Ok(Written { stored, path, html, redirects: 0 })
        })
        .await
    }

    /// A change of place and nothing else.
    pub(crate) async fn move_item(
        &self,
        content_type: ContentType,
        id: Id,
        section_id: Option<Id>,
        slug: Option<Slug>,
        (expected, by): (ExpectedVersion, Author),
    ) -> Result<Written, ContentError> {
        self.change(move |change| {
            let tree = change.tree.clone();
            let card = living(&tree, content_type, id)?;
            expected.check(card.version)?;
            let mut stored = Stored::clone(card);
            let (path, redirects) = relocate(change, &mut stored, section_id, slug.clone())?;
            stored.document.updated_at = change.now();
            let body = change.transaction.get::<Body>(id)?;
            let (stored, html) = save(change, stored, body)?;
            let before = Some((&card.document, html.as_str()));
            record(change, before, (&stored.document, &html), (&by, &Kept::Apart))?;
            Ok(Written { stored, path, html, redirects })
        })
        .await
    }
}

static WORKERS: LazyLock<Workers> = LazyLock::new(Workers::of_this_machine);

/// Sanitising a long body takes a while; it is not done on a thread that others wait for.
async fn check(input: ItemInput, errors: &mut FieldErrors) -> Result<Checked, ContentError> {
    // The list of mistakes goes to the other thread and comes back.
    let mut found = std::mem::take(errors);
    let checking = WORKERS.work(move || {
        let checked = input.check(&mut found);
        (checked, found)
    });
    let (checked, found) = checking.await?;
    *errors = found;
    Ok(checked)
}

pub(crate) fn living(
    tree: &Tree,
    content_type: ContentType,
    id: Id,
) -> Result<&Card, ContentError> {
    tree.item(id)
        .filter(|card| card.document.content_type == content_type)
        .filter(|card| tree.shows(&card.document, Scope::Drafts))
        .ok_or(ContentError::Missing)
}

/// Puts an item at a place, with the redirects that brings along.
fn relocate(
    change: &mut Change<'_, '_>,
    stored: &mut Stored<Item>,
    section_id: Option<Id>,
    slug: Option<Slug>,
) -> Result<(SitePath, usize), ContentError> {
    let tree = change.tree.clone();
    let (now, life) = (change.now(), change.options.redirect_life);
    let ItemMove { slug, to, moved } =
        plan_item_move(&tree, &stored.document, section_id, slug, now)?;
    stored.document.section_id = section_id;
    stored.document.slug = slug;
    let Some(moved) = moved else { return Ok((to, 0)) };
    let redirects = RedirectChanges::of_move(&tree, now, life, &[moved]).save(change)?;
    Ok((to, redirects))
}

/// Item and body are always written together, so that a body tells which version it belongs to.
fn save(
    change: &mut Change<'_, '_>,
    stored: Stored<Item>,
    mut body: Stored<Body>,
) -> Result<(Stored<Item>, String), ContentError> {
    let stored = change.transaction.replace(stored)?;
    change.changed.items.push(stored.document.id);
    body.document.item_version = stored.version;
    let body = change.transaction.replace(body)?;
    Ok((stored, body.document.html))
}

fn blank(
    id: Id,
    content_type: ContentType,
    section_id: Option<Id>,
    title: String,
    slug: Slug,
    now: Timestamp,
) -> Item {
    Item {
        id,
        content_type,
        section_id,
        title,
        slug,
        summary: String::new(),
        image_url: None,
        image_alt: None,
        tags: Vec::new(),
        featured: false,
        is_published: false,
        published_at: None,
        sort_order: 0.0,
        created_at: now,
        updated_at: now,
        deleted_at: None,
        derives_summary: true,
        derives_image: true,
        extra: Extra::default(),
        linked_paths: None,
        minutes: None,
    }
}
