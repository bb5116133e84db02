use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use kernel::{Id, Timestamp};
use store::Stored;

use super::derived::Derived;
use super::index::Card;
use super::state::{Place, Tree};
use crate::items::Item;
use crate::reader::Scope;
use crate::redirects::{Redirect, Target};
use crate::sections::Section;

/// Documents that are new or have changed.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) sections: Vec<Stored<Section>>,
    pub(crate) items: Vec<Stored<Item>>,
    pub(crate) redirects: Vec<Stored<Redirect>>,
}

/// Up to this many changes of a list are made one by one; beyond, the list is sorted again.
const FEW: usize = 16;

impl Tree {
    /// The tree after these changes, at this moment.
    pub(crate) fn apply(&self, changes: Changes, now: Timestamp) -> Self {
        let mut next = self.clone();
        // The clone still shares what was derived from the old tree, so it gets a box of its own.
        next.derived = Arc::new(Derived::default());
        if !changes.sections.is_empty() {
            next.sections = Arc::new(self.sections.changed(changes.sections));
        }
        let cards: Vec<Card> = changes.items.into_iter().map(Arc::new).collect();
        // In this order: the lists find in `self.items` what an item was before, the indexes use
        // the new lists, and `change_item` replaces the old cards.
        next.change_lists(&cards);
        next.change_indexes(self, &cards);
        for card in cards {
            next.change_item(card);
        }
        for redirect in changes.redirects {
            next.change_redirect(redirect);
        }
        // Read from the indexes after they have changed. `Tree::appeared` counts in this list, and
        // pages are kept under that count.
        let mut upcoming: Vec<Timestamp> =
            next.types.iter().flat_map(|index| index.upcoming(now)).collect();
        upcoming.sort_unstable();
        next.upcoming = upcoming.into();
        next
    }

    fn change_lists(&mut self, cards: &[Card]) {
        #[derive(Default)]
        struct Edit {
            gone: Vec<Card>,
            come: Vec<Card>,
        }
        let mut edits: HashMap<Option<Id>, Edit> = HashMap::new();
        for card in cards {
            // The card before the change tells which list the item stood in: a move is a removal
            // here and an insertion there.
            if let Some(before) = self.items.get(&card.document.id) {
                let edit = edits.entry(before.document.section_id).or_default();
                edit.gone.push(before.clone());
            }
            if card.document.deleted_at.is_none() {
                edits.entry(card.document.section_id).or_default().come.push(card.clone());
            }
        }
        for (section_id, Edit { gone, come }) in edits {
            let known = self.lists.get(&section_id).map_or(&[][..], |list| list.as_slice());
            let mut list = known.to_vec();
            // Each insertion moves the rest of the list. For a whole import that would be a square
            // of its length.
            if gone.len() + come.len() <= FEW {
                for card in gone {
                    if let Ok(at) = list.binary_search_by(|known| order(known, &card)) {
                        list.remove(at);
                    }
                }
                for card in come {
                    let at = list.partition_point(|known| order(known, &card).is_lt());
                    list.insert(at, card);
                }
            } else {
                let gone: HashSet<Id> = gone.iter().map(|card| card.document.id).collect();
                list.retain(|card| !gone.contains(&card.document.id));
                list.extend(come);
                list.sort_by(order);
            }
            self.lists.insert(section_id, Arc::new(list));
        }
    }

    /// Brings the lists by type in step: with the changed items, and with items whose section is
    /// seen by others than before.
    fn change_indexes(&mut self, before: &Tree, cards: &[Card]) {
        let changed: HashSet<Id> = cards.iter().map(|card| card.document.id).collect();
        let mut affected: Vec<Card> = cards.to_vec();
        // A section that was hidden or shown changes who sees the items in it, although no item was
        // written.
        if !Arc::ptr_eq(&self.sections, &before.sections) {
            for section_id in self.sections.differing(&before.sections) {
                let list = self.lists.get(&Some(section_id));
                let inside = list.into_iter().flat_map(|list| list.iter());
                affected
                    .extend(inside.filter(|card| !changed.contains(&card.document.id)).cloned());
            }
        }
        for card in affected {
            let item = &card.document;
            let exists = self.shows(item, Scope::Drafts);
            let public = self.shows(item, Scope::ever_published());
            let index = &mut self.types[item.content_type.position()];
            // `before` has the date under which the item is filed. The new card may have another
            // one, under which nothing would be found.
            if let Some(known) = before.items.get(&item.id) {
                index.remove(&known.document);
            }
            index.insert(&card, exists, public);
        }
    }

    fn change_item(&mut self, card: Card) {
        let position = card.document.content_type.position();
        if let Some(before) = self.items.get(&card.document.id).cloned() {
            let place = place_of(&before.document);
            if let Some(slots) = self.places.get_mut(&place) {
                // The slot may have been taken over by another item of the same change, such as two
                // that swap their slugs.
                let ours = slots[position].as_ref();
                if ours.is_some_and(|known| known.document.id == card.document.id) {
                    slots[position] = None;
                }
                if slots.iter().all(Option::is_none) {
                    self.places.remove(&place);
                }
            }
        }
        if card.document.deleted_at.is_none() {
            let slots = self.places.entry(place_of(&card.document)).or_default();
            slots[position] = Some(card.clone());
        }
        self.items.insert(card.document.id, card);
    }

    fn change_redirect(&mut self, stored: Stored<Redirect>) {
        let id = stored.document.id;
        if let Some(before) = self.redirects_by_id.remove(&id) {
            let old_path = &before.document.old_path;
            // A redirect that was made anew for the path has another id and must stay.
            if self.redirects.get(old_path).is_some_and(|known| known.document.id == id) {
                self.redirects.remove(old_path);
            }
            self.to_paths.retain(|known| known.document.id != id);
        }
        if !stored.document.removed {
            let stored = Arc::new(stored);
            if matches!(stored.document.target, Target::Path(_)) {
                self.to_paths.push(stored.clone());
            }
            self.redirects.insert(stored.document.old_path.clone(), stored.clone());
            self.redirects_by_id.insert(id, stored);
        }
    }
}

fn place_of(item: &Item) -> Place {
    Place { section_id: item.section_id, slug: item.slug.as_str().into() }
}

/// The usual order of the items of a section: by hand, then newest first.
fn order(a: &Card, b: &Card) -> std::cmp::Ordering {
    let (a, b) = (&a.document, &b.document);
    a.sort_order
        .total_cmp(&b.sort_order)
        .then_with(|| b.date().cmp(&a.date()))
        // The id makes the order total. Without it a binary search for a card could miss it among
        // equals.
        .then_with(|| b.id.cmp(&a.id))
}
