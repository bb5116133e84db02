use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use kernel::Timestamp;

use super::derived::{KnownSlug, letters};
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
    pub(crate) fn links_to(&self, thing: Thing, scope: Scope, now: Timestamp) -> &[Card] {
        let (kept, scope) = match scope {
            Scope::Published(_) | Scope::Preview(..) => {
                (&self.derived().links[0], Scope::ever_published())
            }
            Scope::Drafts => (&self.derived().links[1], scope),
        };
        let links = kept.get_or_init(|| {
            let mut links: HashMap<Thing, Vec<Card>> = HashMap::new();
            for card in self.existing() {
                for path in card.document.linked_paths.iter().flatten() {
                    // Links are kept for what the public will ever see, not for one moment:
                    // otherwise the table would have to be built again whenever an item appears.
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
        });
        links.get(&thing).map_or(&[], Vec::as_slice)
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
