//! Who reads, and what that reader may see: the one place that decides it. Every door asks here
//! (through the tree), so a rule of visibility is written once.

use kernel::{Id, Timestamp};

use crate::items::Item;

/// Who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// Anybody: what is published, below sections that all are.
    Public,
    /// Somebody who is signed in: drafts too.
    SignedIn,
    /// Somebody with a link to one item: that item, draft or not, and else what anybody sees.
    Preview(Id),
}

/// What a reader may see at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// What is published by then.
    Published(Timestamp),
    /// Drafts too, and what is to be published later.
    Drafts,
    /// What is published by then, and this one item.
    Preview(Timestamp, Id),
}

impl Reader {
    pub(crate) fn scope(self, now: Timestamp) -> Scope {
        match self {
            Self::Public => Scope::Published(now),
            Self::SignedIn => Scope::Drafts,
            Self::Preview(id) => Scope::Preview(now, id),
        }
    }
}

impl Scope {
    /// What the public sees now or will see without another change.
    pub(crate) fn ever_published() -> Self {
        Self::Published(Timestamp::from_micros(i64::MAX))
    }

    /// Whether an item is in it, as far as the item itself decides; the section it is in has to be
    /// in it too. A published item whose date lies ahead is published at that moment.
    pub(crate) fn includes(self, item: &Item) -> bool {
        item.deleted_at.is_none()
            && match self {
                Self::Drafts => true,
                Self::Published(now) | Self::Preview(now, _) => {
                    self.opens(item)
                        // A date alone publishes nothing: the item must be marked as published too.
                        || item.is_published && item.published_at.is_none_or(|date| date <= now)
                }
            }
    }

    /// Whether it is there for this very item. Such a one is seen wherever it is.
    pub(crate) fn opens(self, item: &Item) -> bool {
        matches!(self, Self::Preview(_, id) if id == item.id)
    }
}

/// When an item will be published by itself; nothing when it is already, or never will be.
pub(crate) fn appears_at(item: &Item, now: Timestamp) -> Option<Timestamp> {
    let waits = item.is_published && item.deleted_at.is_none();
    item.published_at.filter(|date| waits && *date > now)
}
