use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use kernel::Timestamp;

use super::find::Found;
use super::index::Card;
use super::state::Tree;
use crate::items::{ContentType, Item};
use crate::reader::Scope;
use crate::redirects::{Target, Thing};

/// What follows from a whole tree and is wanted by some readers only: worked out when the first
/// of them asks, and kept as long as the tree is.
///
/// It holds what exists, whoever may see it. Readers pick out of it what they may see.
#[derive(Debug, Default)]
pub(crate) struct Derived {
    by_tag: OnceLock<BTreeMap<Box<str>, Vec<Card>>>,
    slugs: OnceLock<Vec<KnownSlug>>,
    links: [OnceLock<HashMap<Thing, Vec<Card>>>; 2],
}

/// The last part of an address in use, with what makes it cheap to see that it is another word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownSlug {
    pub(crate) letters: u64,
    pub(crate) length: usize,
    pub(crate) thing: Thing,
}

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
            Scope::Published(_) => (&self.derived().links[0], ever_published()),
            Scope::Drafts => (&self.derived().links[1], scope),
        };
        let links = kept.get_or_init(|| {
            let mut links: HashMap<Thing, Vec<Card>> = HashMap::new();
            for card in self.existing() {
                for path in card.document.links.iter().flatten() {
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

pub(crate) fn thing_of(item: &Item) -> Thing {
    Thing::Item(item.content_type, item.id)
}

/// What the public sees now or will see without another change.
pub(super) fn ever_published() -> Scope {
    Scope::Published(Timestamp::from_micros(i64::MAX))
}

pub(crate) fn newest_first(a: &Item, b: &Item) -> std::cmp::Ordering {
    b.date().cmp(&a.date()).then_with(|| b.id.cmp(&a.id))
}

/// The set of characters of a slug, which has letters, digits and hyphens.
pub(crate) fn letters(slug: &str) -> u64 {
    slug.bytes().fold(0, |set, byte| {
        set | match byte {
            b'a'..=b'z' => 1 << (byte - b'a'),
            b'0'..=b'9' => 1 << (26 + byte - b'0'),
            _ => 1 << 36,
        }
    })
}
