use super::entry::{Entry, ItemRef};
use super::moment::Reading;
use crate::redirects::Thing;
use crate::tree::thing_of;

/// What comes before and after an item in the usual order of its section.
#[derive(Clone, Copy, Debug, Default)]
pub struct Neighbours<'r> {
    pub previous: Option<ItemRef<'r>>,
    pub next: Option<ItemRef<'r>>,
}

impl Reading {
    pub fn neighbours(&self, item: ItemRef<'_>) -> Neighbours<'_> {
        let (scope, list) = (self.scope(), self.tree().list(item.section_id));
        // Whoever has a preview link sees the item, but not its neighbours in a hidden section.
        if !self.tree().shows_inside(item.section_id, scope) {
            return Neighbours::default();
        }
        let Some(at) = list.iter().position(|card| card.document.id == item.id) else {
            return Neighbours::default();
        };
        let seen = |card: &&_| -> bool {
            let card: &crate::tree::Card = card;
            scope.includes(&card.document)
        };
        let previous = list[..at].iter().rev().find(seen);
        let next = list[at + 1..].iter().find(seen);
        let item = |card| ItemRef::new(self, card);
        Neighbours { previous: previous.map(item), next: next.map(item) }
    }

    /// The items that link to an entry in their text, newest first. A link to an address that
    /// redirects counts for what it leads to; a link of an item to itself does not count.
    pub fn mentions(&self, of: Entry<'_>) -> Vec<ItemRef<'_>> {
        let thing = match of {
            Entry::Section(section) => Thing::Section(section.id),
            Entry::Item(item) => thing_of(item.item()),
        };
        let (tree, scope) = (self.tree(), self.scope());
        let sources = tree.links_to(thing, scope, self.now()).into_iter();
        let seen =
            sources.filter(|card| card.document.id != of.id() && tree.shows(&card.document, scope));
        // Borrowed from the tree, as the table of links may be another one by then.
        seen.filter_map(|card| self.item(card.document.id)).collect()
    }
}
