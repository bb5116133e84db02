use std::sync::Arc;

use kernel::{Id, Timestamp};
use store::Stored;

use super::index::Card;
use super::node::Node;
use super::state::Tree;
use crate::items::Item;
use crate::reader::Scope;
use crate::redirects::{Redirect, Target, Thing};

/// What the last part of an address begins with when it names an item by its id. No slug has it.
pub(crate) const BY_ID: char = '~';

/// What an address means to a reader.
#[derive(Debug)]
pub(crate) enum Found<'a> {
    Section(&'a Arc<Node>),
    Item(&'a Card),
    /// It is elsewhere now, and the reader may see where.
    Moved(&'a Arc<Stored<Redirect>>),
    Nothing,
}

impl Tree {
    /// The path must be in the form of [`kernel::SitePath`].
    pub(crate) fn find(&self, path: &str, scope: Scope, now: Timestamp) -> Found<'_> {
        // The order of these three is the order of claims that the API documents: a section, an
        // item, a redirect. A redirect can only be reached at an address that nothing else has.
        if let Some(node) = self.sections.at(path).filter(|node| node.shows(scope)) {
            return Found::Section(node);
        }
        if let Some(card) = self.find_item(path, scope) {
            return Found::Item(card);
        }
        let redirect = self.redirect(path).filter(|stored| !has_expired(&stored.document, now));
        // A redirect must not tell that something hidden exists, or where.
        match redirect.filter(|stored| self.target(&stored.document, scope).is_some()) {
            Some(stored) => Found::Moved(stored),
            None => Found::Nothing,
        }
    }

    fn find_item(&self, path: &str, scope: Scope) -> Option<&Card> {
        match path.rsplit('/').next().and_then(|last| last.strip_prefix(BY_ID)) {
            // The id alone decides; the path before it is there for people to read.
            Some(id) => {
                let card = self.item(id.parse::<Id>().ok()?)?;
                self.shows(&card.document, scope).then_some(card)
            }
            None => self.visible_at(path, scope).next(),
        }
    }

    /// The items at a path that a reader may see, in the order in which they have a claim to it.
    pub(crate) fn visible_at(&self, path: &str, scope: Scope) -> impl Iterator<Item = &Card> {
        let (parent, slug) = match path.rsplit_once('/') {
            Some((parent, slug)) => (Some(parent), slug),
            None => (None, path),
        };
        let place = match parent.map(|parent| self.sections.at(parent)) {
            // No parent: the place is the top of the site, which everybody sees.
            None => Some(None),
            Some(node) => node.filter(|node| node.shows(scope)).map(|node| Some(node.section().id)),
        };
        let slots = place.and_then(|section_id| self.items_at(section_id, slug));
        slots.into_iter().flatten().flatten().filter(move |card| scope.includes(&card.document))
    }

    /// Whether a reader who asks for the path of an item that they may see finds something else
    /// there: a section, or an item of a type that comes first.
    pub(crate) fn is_shadowed(&self, item: &Item, path: &str, scope: Scope) -> bool {
        self.sections.at(path).is_some_and(|node| node.shows(scope))
            || self.visible_at(path, scope).next().is_none_or(|card| card.document.id != item.id)
    }

    /// Where a redirect leads for this reader; nowhere when what it leads to is not to be seen.
    pub(crate) fn target(&self, redirect: &Redirect, scope: Scope) -> Option<String> {
        self.goal(&redirect.target, scope)
    }

    pub(crate) fn goal(&self, target: &Target, scope: Scope) -> Option<String> {
        match target {
            Target::Thing(thing) => self.path_of_thing(*thing, scope),
            Target::Path(path) => Some(path.to_string()),
            Target::Elsewhere(address) => Some(address.clone()),
        }
    }

    pub(crate) fn path_of_thing(&self, thing: Thing, scope: Scope) -> Option<String> {
        match thing {
            Thing::Section(id) => {
                let node = self.section(id).filter(|node| node.shows(scope))?;
                Some(node.section().path.to_string())
            }
            Thing::Item(_, id) => {
                let card = self.item(id).filter(|card| self.shows(&card.document, scope))?;
                Some(self.path_of(&card.document).to_string())
            }
        }
    }

    /// Whether anything that exists, draft or not, is at an address. `except` names things that
    /// are about to leave it.
    pub(crate) fn is_occupied(&self, path: &str, except: impl Fn(Thing) -> bool) -> bool {
        let section = self.sections.at(path);
        if section.is_some_and(|node| !except(Thing::Section(node.section().id))) {
            return true;
        }
        let (parent, slug) = match path.rsplit_once('/') {
            Some((parent, slug)) => (self.sections.at(parent), slug),
            None => (None, path),
        };
        // The section above does not exist, so nothing can be below it. Without this the last part
        // would be looked up at the top.
        if parent.is_none() && path.contains('/') {
            return false;
        }
        let slots = self.items_at(parent.map(|node| node.section().id), slug);
        slots.into_iter().flatten().flatten().any(|card| {
            let item = &card.document;
            !except(Thing::Item(item.content_type, item.id))
        })
    }
}

pub(crate) fn has_expired(redirect: &Redirect, now: Timestamp) -> bool {
    redirect.expires_at.is_some_and(|expires_at| expires_at <= now)
}
