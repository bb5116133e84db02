use std::cmp::Reverse;

use imbl::OrdMap;
use kernel::{Id, Timestamp};

use super::{Card, Sight};
use crate::items::Item;

/// Newest first.
pub(crate) type ByDate = (Reverse<Timestamp>, Reverse<Id>);

/// The items of one type, newest first: all that exist, and all that the public sees. Both are
/// kept, so that how many there are is known without counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeIndex {
    existing: OrdMap<ByDate, Card>,
    public: OrdMap<ByDate, Card>,
}

impl TypeIndex {
    pub(crate) fn seen(&self, sight: Sight) -> &OrdMap<ByDate, Card> {
        match sight {
            Sight::Published => &self.public,
            Sight::Drafts => &self.existing,
        }
    }

    pub(super) fn remove(&mut self, item: &Item) {
        let key = key(item);
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
