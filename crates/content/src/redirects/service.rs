use std::borrow::Cow;

use kernel::{FieldErrors, Id, Page, Patch, SitePath, Slice, Timestamp};
use percent_encoding::percent_decode_str;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{Filter, Once, Query, Stored};

use super::{Hits, Origin, Redirect, RedirectView, Target, Thing, path_key};
use crate::content::Content;
use crate::error::ContentError;
use crate::misses::Miss;
use crate::moves::{FEEDS, LONGEST_PATH, RESERVED, is_file_of_ours, led_on, remove};
use crate::reader::Scope;
use crate::spelling::is_plain;
use crate::tree::{BY_ID, Found, Tree, has_expired};

/// A redirect made by hand.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct RedirectInput {
    /// The address that visitors come to; nothing may be there.
    #[schemars(
        length(max = 1000),
        regex(
            pattern = r"^/?[^\s\\/?#:\u0000-\u001f\u007f-\u009f]+(/[^\s\\/?#:\u0000-\u001f\u007f-\u009f]+)*/?$"
        )
    )]
    pub old_path: Option<String>,
    /// A path of this site, or an absolute https address.
    #[schemars(
        length(max = 1000),
        regex(
            pattern = r"^(/?[^\s\\/?#:\u0000-\u001f\u007f-\u009f]+(/[^\s\\/?#:\u0000-\u001f\u007f-\u009f]+)*/?|https://([A-Za-z0-9]+(-[A-Za-z0-9]+)*\.)*[A-Za-z][A-Za-z0-9]*([/?#][^\s\\\u0000-\u001f\u007f-\u009f]*)?)$"
        )
    )]
    pub new_path: Option<String>,
    /// When it ends. Absent: after the configured time; null: never.
    pub expires_at: Patch<Timestamp>,
}

impl Content {
    pub(crate) async fn create_redirect(
        &self,
        input: RedirectInput,
        once: Option<Once>,
    ) -> Result<RedirectView, ContentError> {
        let mut errors = FieldErrors::default();
        let old_path = check_path(&mut errors, "old_path", input.old_path.as_deref());
        if old_path.as_ref().is_some_and(|path| is_reserved(path) || is_file_of_ours(path)) {
            errors.add("old_path", "begins with a name that the service uses itself");
        }
        let now = self.0.store.clock().now();
        if input.expires_at.change().flatten().is_some_and(|end| end <= now) {
            errors.add("expires_at", "must be in the future");
        }
        let goal = check_goal(&mut errors, input.new_path.as_deref());
        errors.finish()?;
        let (Some(old_path), Some(goal)) = (old_path, goal) else {
            return Err(ContentError::Missing);
        };
        // `change` may run its closure more than once, so it cannot be given the path away.
        let missed = old_path.clone();
        let created = self
            .change(move |change| {
                if let Some(known) = change.transaction.outcome::<Redirect>(once.as_ref())? {
                    return Ok(known);
                }
                let tree = change.tree.clone();
                let now = change.now();
                // Drafts count too. Otherwise publishing one later would silently switch the
                // redirect off.
                if tree.is_occupied(old_path.as_str(), |_| false)
                    || is_answered(&tree, old_path.as_str())
                {
                    return Err(ContentError::Occupied { path: old_path.to_string() });
                }
                let known = tree.redirect(old_path.as_str());
                if known.is_some_and(|known| !has_expired(&known.document, now)) {
                    return Err(ContentError::RedirectTaken { path: old_path.to_string() });
                }
                // Resolved once, now: a redirect to a thing follows it, and one to a path that
                // redirects leads to the end at once.
                let target = settle(&tree, goal.clone(), now);
                if target == Target::Path(old_path.clone()) {
                    return Err(ContentError::Loop);
                }
                // It would be in no list and lead nowhere.
                if where_now(&tree, &target).is_none() {
                    return Err(ContentError::LeadsToDeleted);
                }
                // What led here leads on to the new target, so that no chain comes about.
                let leading_here = led_on(&tree, &old_path, &target, now);
                let loops = leading_here
                    .iter()
                    .any(|stored| target == Target::Path(stored.document.old_path.clone()));
                if loops {
                    return Err(ContentError::Loop);
                }
                change.transaction.replace_all(leading_here)?;
                let life = change.options.redirect_life.map(|life| now.plus(life));
                let redirect = Redirect {
                    id: change.generate_id(),
                    old_path: old_path.clone(),
                    target,
                    origin: Origin::Manual,
                    created_at: now,
                    expires_at: input.expires_at.change().unwrap_or(life),
                    removed: false,
                };
                // The list of missed addresses is there to be worked off. This one is done, on disk
                // and in memory.
                let is_missed = [Filter::equal("path", path_key(old_path.as_str()))];
                change.transaction.delete_where::<Miss>(&is_missed)?;
                change.transaction.remember(once.as_ref(), || redirect.clone())?;
                Ok(change.transaction.insert(redirect)?.document)
            })
            .await?;
        self.0.misses.forget(&missed);
        // Sent again, it may lead to what was deleted since: to where that would be.
        let new_path = self.read(|tree| {
            where_now(tree, &created.target).or_else(|| where_last(tree, &created.target))
        });
        new_path.map(|path| view(&created, path, None)).ok_or(ContentError::Missing)
    }

    pub(crate) async fn delete_redirect(&self, id: Id) -> Result<(), ContentError> {
        self.change(move |change| {
            let now = change.now();
            let tree = change.tree.clone();
            let known = tree
                .redirect_by_id(id)
                .filter(|known| !has_expired(&known.document, now))
                .ok_or(ContentError::Missing)?;
            // Kept as removed rather than deleted: other nodes hear only of what was written, not
            // of what is no longer there.
            let mut stored = Stored::clone(known);
            remove(&mut stored.document, now);
            change.transaction.replace(stored)?;
            Ok(())
        })
        .await
    }

    pub(crate) async fn get_redirect(&self, id: Id) -> Result<RedirectView, ContentError> {
        let hits = self.0.store.find::<Hits>(id).await?.map(|stored| stored.document);
        let now = self.0.store.clock().now();
        let mut found = self.read(|tree| {
            let known = tree.redirect_by_id(id)?;
            if has_expired(&known.document, now) {
                return None;
            }
            Some(view(&known.document, where_now(tree, &known.document.target)?, hits))
        });
        if let Some(view) = &mut found {
            self.add_waiting(view);
        }
        found.ok_or(ContentError::Missing)
    }

    /// Newest first. Redirects to what is deleted lead nowhere until it is restored, and are not
    /// shown until then.
    pub(crate) async fn list_redirects(
        &self,
        page: Page,
    ) -> Result<Slice<RedirectView>, ContentError> {
        let now = self.0.store.clock().now();
        let (mut items, total) = self.read(|tree| {
            let all: Vec<_> = tree
                .redirects()
                .rev()
                .filter(|known| !has_expired(&known.document, now))
                .filter_map(|known| {
                    Some(view(&known.document, where_now(tree, &known.document.target)?, None))
                })
                .collect();
            (page.cut(&all).to_vec(), all.len() as u64)
        });
        let ids = items.iter().map(|item| item.id.into()).collect();
        let query = Query::all().filter(Filter::OneOf("id", ids));
        let hits = self.0.store.list::<Hits>(query).await?;
        for item in &mut items {
            if let Some(hits) = hits.iter().find(|hits| hits.document.id == item.id) {
                item.hits = hits.document.count;
                item.last_hit_at = Some(hits.document.last);
            }
            self.add_waiting(item);
        }
        Ok(Slice { items, total, limit: page.limit, offset: page.offset })
    }

    fn add_waiting(&self, view: &mut RedirectView) {
        if let Some((count, last)) = self.0.hits.waiting(view.id) {
            view.hits += count;
            view.last_hit_at = Some(last);
        }
    }
}

fn view(redirect: &Redirect, new_path: String, hits: Option<Hits>) -> RedirectView {
    RedirectView {
        id: redirect.id,
        old_path: redirect.old_path.to_string(),
        new_path,
        origin: redirect.origin,
        created_at: redirect.created_at,
        expires_at: redirect.expires_at,
        hits: hits.as_ref().map_or(0, |hits| hits.count),
        last_hit_at: hits.map(|hits| hits.last),
    }
}

/// Where it leads, as an administrator sees it, who alone lists redirects: nowhere if that is deleted.
fn where_now(tree: &Tree, target: &Target) -> Option<String> {
    tree.goal(target, Scope::Drafts)
}

/// Where something deleted was.
fn where_last(tree: &Tree, target: &Target) -> Option<String> {
    match target {
        Target::Thing(Thing::Section(id)) => {
            tree.section(*id).map(|node| node.section().path.to_string())
        }
        Target::Thing(Thing::Item(_, id)) => {
            tree.item(*id).map(|card| tree.path_of(&card.document).to_string())
        }
        Target::Path(_) | Target::Elsewhere(_) => None,
    }
}

/// What a wished target really is: the thing that is there, or what the address leads on to.
fn settle(tree: &Tree, goal: Target, now: Timestamp) -> Target {
    let Target::Path(path) = &goal else { return goal };
    match tree.find(path.as_str(), Scope::Drafts, now) {
        Found::Section(node) => Target::Thing(Thing::Section(node.section().id)),
        Found::Item(card) => {
            Target::Thing(Thing::Item(card.document.content_type, card.document.id))
        }
        Found::Moved(redirect) => redirect.document.target.clone(),
        // A redirect that leads to something deleted is not found, and still is one: when that comes
        // back, this one would lead to it in two steps.
        Found::Nothing => match tree.redirect(path.as_str()) {
            Some(known) if !has_expired(&known.document, now) => known.document.target.clone(),
            _ => goal,
        },
    }
}

/// Whether no request for the path would ever come here, or should.
pub(crate) fn is_reserved(path: &SitePath) -> bool {
    let first = path.as_str().split('/').next().unwrap_or_default();
    RESERVED.contains(&first)
}

/// Whether something is answered there that has another address, or none in the tree: the feed of a section, an item
/// by its id.
fn is_answered(tree: &Tree, path: &str) -> bool {
    let section = FEEDS.iter().find_map(|feed| path.strip_suffix(feed));
    let id = path.rsplit('/').next().and_then(|last| last.strip_prefix(BY_ID));
    let item = id.and_then(|id| tree.item(id.parse().ok()?));
    section.is_some_and(|section| tree.section_at(section).is_some()) || item.is_some()
}

fn check_path(errors: &mut FieldErrors, field: &str, text: Option<&str>) -> Option<SitePath> {
    let Some(text) = text else {
        errors.add(field, "is required");
        return None;
    };
    // To a browser this is the name of another site.
    if text.starts_with("//") {
        errors.add(field, "must begin with one slash at most");
        return None;
    }
    check_decoded(errors, field, &decoded(text))
}

/// The same for a path as it is stored, in which a percent sign is one.
pub(crate) fn check_decoded(
    errors: &mut FieldErrors,
    field: &str,
    decoded: &str,
) -> Option<SitePath> {
    let path = SitePath::new(decoded);
    // Encoded or not, these end the path of an address or are read as a slash by some browsers.
    let strange = |character: char| character.is_control() || "?#\\".contains(character);
    let message = match path.as_str() {
        "" => "must be a path",
        _ if !is_plain(decoded) => "must not hold letters that pass for plain ones",
        _ if decoded.contains("://") => "must be a path of this site",
        text if text.split('/').any(|part| part.trim().is_empty()) => "must not have blank parts",
        text if text.len() > LONGEST_PATH => "may have up to 4096 characters",
        text if text.contains(strange) || text.contains("//") => {
            "must be a path without query, fragment or control characters"
        }
        _ => return Some(path),
    };
    errors.add(field, message);
    None
}

/// A path as it is asked for: copied from the bar of a browser it has percent signs for blanks and
/// foreign letters, and requests are compared without them. What is no such writing is meant as it
/// stands.
fn decoded(text: &str) -> Cow<'_, str> {
    let is_hex = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
    let is_written = text.match_indices('%').all(|(at, _)| is_hex(at + 1) && is_hex(at + 2));
    match percent_decode_str(text).decode_utf8() {
        Ok(decoded) if is_written => decoded,
        _ => text.into(),
    }
}

pub(crate) fn check_goal(errors: &mut FieldErrors, text: Option<&str>) -> Option<Target> {
    match text {
        Some(text) if text.to_ascii_lowercase().starts_with("https://") => {
            errors.keep("new_path", crate::href::check_href(text))?;
            let authority = text["https://".len()..].split(['/', '?', '#']).next();
            if authority.is_some_and(|authority| authority.contains('@')) {
                errors.add("new_path", "must not hold a name or password");
                return None;
            }
            Some(Target::Elsewhere(text.to_owned()))
        }
        Some(text) if text.contains(':') => {
            errors.add("new_path", "must be a path of this site or an https address");
            None
        }
        text => check_path(errors, "new_path", text).map(Target::Path),
    }
}
