use std::cmp::Reverse;
use std::sync::Arc;

use imbl::OrdMap;
use kernel::{Id, Timestamp};
use store::Stored;

use crate::items::Item;
use crate::reader::Scope;
use crate::redirects::Thing;

/// The card of an item, as everybody holds it: all of it but the body.
pub(crate) type Card = Arc<Stored<Item>>;

/// Newest first.
type ByDate = (Reverse<Timestamp>, Reverse<Id>);

/// The items of one type, newest first: all that exist, and all that the public sees or will see
/// at their date. Both are kept, so that how many there are is known without counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeIndex {
    existing: OrdMap<ByDate, Card>,
    public: OrdMap<ByDate, Card>,
}

impl TypeIndex {
    /// What is seen, newest first.
    pub(crate) fn seen(&self, scope: Scope) -> impl Iterator<Item = &Card> {
        let (map, waiting) = match scope {
            Scope::Published(now) | Scope::Preview(now, _) => (&self.public, self.waiting(now)),
            // Skipping is cheap only because few items wait for their date at any time.
            Scope::Drafts => (&self.existing, 0),
        };
        map.values().skip(waiting)
    }

    pub(crate) fn count(&self, scope: Scope) -> usize {
        match scope {
            Scope::Published(now) | Scope::Preview(now, _) => self.public.len() - self.waiting(now),
            Scope::Drafts => self.existing.len(),
        }
    }

    /// How many the public does not see yet. They have the latest dates, so they come first.
    fn waiting(&self, now: Timestamp) -> usize {
        self.upcoming(now).count()
    }

    pub(super) fn upcoming(&self, now: Timestamp) -> impl Iterator<Item = Timestamp> {
        let dates = self.public.keys().map(|(Reverse(date), _)| *date);
        dates.take_while(move |date| *date > now)
    }

    pub(super) fn remove(&mut self, item: &Item) {
        let key = key(item);
        // Removed from both, whatever the item was: only `insert` is told who sees it.
        self.existing.remove(&key);
        self.public.remove(&key);
    }

    pub(super) fn insert(&mut self, card: &Card, exists: bool, public: bool) {
        let key = key(&card.document);
        if exists {
            self.existing.insert(key, card.clone());
        }
        if public {
            self.public.insert(key, card.clone());
        }
    }
}

fn key(item: &Item) -> ByDate {
    (Reverse(item.date()), Reverse(item.id))
}

pub(crate) fn newest_first(a: &Item, b: &Item) -> std::cmp::Ordering {
    key(a).cmp(&key(b))
}

pub(crate) fn thing_of(item: &Item) -> Thing {
    Thing::Item(item.content_type, item.id)
}
