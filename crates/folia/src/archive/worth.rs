//! How good a backup is, beside another.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// A worse backup never takes the place of a better one. Of two that are each better in something, none is worse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// Whether it can be brought back, with `--repair` where something is not in order.
    pub comes_back: bool,
    pub lost: Losses,
}

/// What is lost in a backup: files that do not come back from it, documents that nobody can read, what a repair would
/// remove, and what the database itself says is broken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    count: u64,
    /// A hash of the name of each, where they are not too many to be remembered.
    names: BTreeSet<u64>,
}

/// In the note of a site on its backups, of which it has many.
const MOST_REMEMBERED: usize = 500;

impl Worth {
    pub const WHOLE: Self =
        Self { comes_back: true, lost: Losses { count: 0, names: BTreeSet::new() } };

    pub fn is_whole(&self) -> bool {
        *self == Self::WHOLE
    }

    /// Whether it may take the place of another.
    pub fn is_as_good_as(&self, other: &Self) -> bool {
        self.comes_back >= other.comes_back && !other.lost.spares(&self.lost)
    }

    /// For the note of a site.
    pub(crate) fn remembered(mut self) -> Self {
        if self.lost.names.len() > MOST_REMEMBERED {
            self.lost.names.clear();
        }
        self
    }

    /// As people are told.
    pub(crate) fn describe(&self) -> String {
        let back = match self.comes_back {
            true => "can be brought back",
            false => "cannot be brought back, not even with --repair",
        };
        format!("{back}, and files or documents that are lost in it: {}", self.lost.count)
    }
}

impl Losses {
    pub fn of<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Self {
        let names: BTreeSet<u64> =
            names.into_iter().map(|name| xxh3_64(name.as_ref().as_bytes())).collect();
        Self { count: names.len() as u64, names }
    }

    /// So many, of which nobody knows the names.
    pub(super) fn unnamed(count: u64) -> Self {
        Self { count, names: BTreeSet::new() }
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    fn is_named(&self) -> bool {
        self.names.len() as u64 == self.count
    }

    /// Whether something is not lost here that is lost there. Without the names, which are too many then, only the
    /// numbers tell.
    pub(crate) fn spares(&self, other: &Self) -> bool {
        match self.is_named() && other.is_named() {
            true => !other.names.is_subset(&self.names),
            false => self.count < other.count,
        }
    }

    /// What is lost in both. Where one has no names it may be all that is lost in the other.
    pub(crate) fn shared_with(&self, other: &Self) -> Self {
        match (self.is_named(), other.is_named()) {
            (true, true) => {
                let names: BTreeSet<u64> = self.names.intersection(&other.names).copied().collect();
                Self { count: names.len() as u64, names }
            }
            (true, false) => self.clone(),
            (false, true) => other.clone(),
            (false, false) => Self::unnamed(self.count.min(other.count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(comes_back: bool, lost: &[&str]) -> Worth {
        Worth { comes_back, lost: Losses::of(lost) }
    }

    #[test]
    fn only_what_is_no_worse_in_anything_takes_the_place_of_another() {
        for (new, old, expected) in [
            (worth(true, &[]), worth(true, &[]), true),
            (worth(true, &["a"]), worth(true, &[]), false),
            (worth(false, &[]), worth(true, &[]), false),
            (worth(true, &[]), worth(false, &["a", "b"]), true),
            (worth(true, &["a"]), worth(true, &["a"]), true),
            (worth(true, &["a"]), worth(true, &["a", "b"]), true),
            // As many are lost, and others.
            (worth(true, &["a"]), worth(true, &["b"]), false),
            (worth(true, &["a"]), worth(true, &["b", "c"]), false),
            // One has the files, and the other comes back.
            (worth(true, &["a", "b"]), worth(false, &[]), false),
            (worth(false, &[]), worth(true, &["a", "b"]), false),
        ] {
            assert_eq!(new.is_as_good_as(&old), expected, "{new:?} {old:?}");
        }
    }

    #[test]
    fn of_very_many_only_the_number_is_remembered() {
        let many = |count: usize| {
            let names = (0..count).map(|number| number.to_string());
            Worth { comes_back: true, lost: Losses::of(names) }.remembered()
        };
        let (few, more, most) =
            (many(MOST_REMEMBERED), many(MOST_REMEMBERED + 1), many(MOST_REMEMBERED + 2));
        assert!(few.lost.is_named() && !more.lost.is_named() && !most.lost.is_named());
        assert!(few.is_as_good_as(&more) && more.is_as_good_as(&most));
        assert!(!more.is_as_good_as(&few) && !most.is_as_good_as(&more));
        assert!(more.is_as_good_as(&more) && !most.is_whole());
        assert_eq!(more.lost.shared_with(&few.lost), few.lost);
        assert_eq!(most.lost.shared_with(&more.lost), more.lost);
    }
}
