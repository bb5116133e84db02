use std::sync::Arc;

use kernel::Timestamp;
use store::Stored;

use super::{Card, Node, Sight, Tree};
use crate::redirects::{Redirect, Target, Thing};

/// What an address means to a reader.
#[derive(Debug)]
pub(crate) enum Found<'a> {
    Section(&'a Arc<Node>),
    Item(&'a Card),
    /// It is elsewhere now: the redirect, and the path or address it leads to.
    Moved(&'a Arc<Stored<Redirect>>, String),
    Nothing,
}

impl Tree {
    /// The path must be in the form of [`kernel::SitePath`].
    pub(crate) fn find(&self, path: &str, sight: Sight, now: Timestamp) -> Found<'_> {
        if let Some(node) = self.sections.at(path).filter(|node| node.shows(sight)) {
            return Found::Section(node);
        }
        if let Some(card) = self.find_item(path, sight) {
            return Found::Item(card);
        }
        let redirect = self.redirect(path).filter(|stored| !has_expired(&stored.document, now));
        match redirect.and_then(|stored| Some((stored, self.target(&stored.document, sight)?))) {
            Some((stored, target)) => Found::Moved(stored, target),
            None => Found::Nothing,
        }
    }

    fn find_item(&self, path: &str, sight: Sight) -> Option<&Card> {
        let (parent, slug) = match path.rsplit_once('/') {
            Some((parent, slug)) => (Some(parent), slug),
            None => (None, path),
        };
        let node = match parent {
            Some(parent) => Some(self.sections.at(parent).filter(|node| node.shows(sight))?),
            None => None,
        };
        let slots = self.items_at(node.map(|node| node.section().id), slug)?;
        slots.iter().flatten().find(|card| self.shows(&card.document, sight))
    }

    /// Where a redirect leads for this reader; nowhere when what it leads to is not to be seen.
    pub(crate) fn target(&self, redirect: &Redirect, sight: Sight) -> Option<String> {
        match &redirect.target {
            Target::Thing(thing) => self.path_of_thing(*thing, sight),
            Target::Path(path) => Some(path.to_string()),
            Target::Elsewhere(address) => Some(address.clone()),
        }
    }

    pub(crate) fn path_of_thing(&self, thing: Thing, sight: Sight) -> Option<String> {
        match thing {
            Thing::Section(id) => {
                let node = self.section(id).filter(|node| node.shows(sight))?;
                Some(node.section().path.to_string())
            }
            Thing::Item(_, id) => {
                let card = self.item(id).filter(|card| self.shows(&card.document, sight))?;
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
