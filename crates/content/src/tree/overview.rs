use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError};

use kernel::Timestamp;

use super::derived::{KnownSlug, Links, letters};
use super::find::Found;
use super::index::{Card, newest_first, thing_of};
use super::state::Tree;
use crate::items::ContentType;
use crate::reader::Scope;
use crate::redirects::{Target, Thing};

impl Tree {
    /// The items of each tag, newest first.
    pub(crate) fn by_tag(&self) -> &BTreeMap<Box<str>, Vec<Card>> {
        self.derived().by_tag.get_or_init(|| {
            let mut by_tag: BTreeMap<Box<str>, Vec<Card>> = BTreeMap::new();
            for card in self.existing() {
                for tag in &card.document.tags {
                    by_tag.entry(tag.as_str().into()).or_default().push(card.clone());
                }
            }
            for cards in by_tag.values_mut() {
                cards.sort_by(|a, b| newest_first(&a.document, &b.document));
            }
            by_tag
        })
    }

    /// The tags that differ from this one in letter case only, and itself, in the order of the alphabet.
    pub(crate) fn spellings_of(&self, tag: &str) -> &[Box<str>] {
        let spellings = self.derived().spellings.get_or_init(|| {
            let mut spellings: HashMap<String, Vec<Box<str>>> = HashMap::new();
            for tag in self.by_tag().keys() {
                spellings.entry(tag.to_lowercase()).or_default().push(tag.clone());
            }
            spellings
        });
        spellings.get(&tag.to_lowercase()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn slugs(&self) -> &[KnownSlug] {
        self.derived().slugs.get_or_init(|| {
            let known = |slug: &str, thing| {
                let (letters, length) = (letters(slug), slug.len());
                KnownSlug { letters, length, thing }
            };
            let living = self.sections().iter().filter(|node| node.alive);
            let sections = living.map(|node| node.section());
            let sections = sections.map(|it| known(it.slug.as_str(), Thing::Section(it.id)));
            let items = self
                .existing()
                .map(|card| &card.document)
                .map(|item| known(item.slug.as_str(), Thing::Item(item.content_type, item.id)));
            sections.chain(items).collect()
        })
    }

    /// Which items link to a thing, newest first. Addresses that redirect count for what they
    /// lead to. Whether the source may be seen is for the reader to ask. `now` decides which
    /// redirects still hold; one that ends later counts until the tree changes.
    pub(crate) fn links_to(&self, thing: Thing, scope: Scope, now: Timestamp) -> Vec<Card> {
        let links = match scope {
            Scope::Published(_) | Scope::Preview(..) => self.public_links(now),
            Scope::Drafts => {
                let work_out = || Arc::new(self.links(Scope::Drafts, now));
                self.derived().links.get_or_init(work_out).clone()
            }
        };
        links.get(&thing).cloned().unwrap_or_default()
    }

    /// Worked out again when an item has appeared: what is still to come must not take the links to its address
    /// from what is there until then.
    fn public_links(&self, now: Timestamp) -> Arc<Links> {
        let appeared = self.appeared(now);
        let mut kept = self.derived().public_links.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.as_ref() {
            Some((known, links)) if *known == appeared => links.clone(),
            _ => {
                let links = Arc::new(self.links(Scope::Published(now), now));
                *kept = Some((appeared, links.clone()));
                links
            }
        }
    }

    fn links(&self, scope: Scope, now: Timestamp) -> Links {
        let mut links = Links::new();
        for card in self.existing() {
            for path in card.document.linked_paths.iter().flatten() {
                let Some(thing) = self.thing_at(path.as_str(), scope, now) else { continue };
                let sources = links.entry(thing).or_default();
                // The links of an item come together, so a second one to the same thing
                // follows the first.
                let known = sources.last().is_some_and(|last| Arc::ptr_eq(last, card));
                if !known {
                    sources.push(card.clone());
                }
            }
        }
        for cards in links.values_mut() {
            cards.sort_by(|a, b| newest_first(&a.document, &b.document));
        }
        links
    }

    fn thing_at(&self, path: &str, scope: Scope, now: Timestamp) -> Option<Thing> {
        match self.find(path, scope, now) {
            Found::Section(node) => Some(Thing::Section(node.section().id)),
            Found::Item(card) => Some(thing_of(&card.document)),
            Found::Moved(redirect) => match redirect.document.target {
                Target::Thing(thing) => Some(thing),
                Target::Path(_) | Target::Elsewhere(_) => None,
            },
            Found::Nothing => None,
        }
    }

    fn existing(&self) -> impl Iterator<Item = &Card> {
        ContentType::ALL.into_iter().flat_map(|each| self.of_type(each).seen(Scope::Drafts))
    }
}
