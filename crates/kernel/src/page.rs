use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most items one answer carries, whatever was asked for.
pub const MAX_LIMIT: u32 = 500;

/// Which part of a list is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Page {
    pub limit: u32,
    pub offset: u64,
}

impl Page {
    pub fn first(limit: u32) -> Self {
        Self { limit, offset: 0 }
    }

    /// The page's part of a list that is already in memory.
    pub fn cut<T>(self, items: &[T]) -> &[T] {
        // An offset beyond the end is an empty page, not an error: the list may have become
        // shorter.
        let start = usize::try_from(self.offset).unwrap_or(usize::MAX).min(items.len());
        let end = start.saturating_add(self.limit as usize).min(items.len());
        &items[start..end]
    }
}

/// A part of a list, with how long the whole list is: the envelope of every list answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct Slice<T> {
    pub items: Vec<T>,
    /// How many there are in all.
    pub total: u64,
    pub limit: u32,
    pub offset: u64,
}

impl<T> Slice<T> {
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Slice<U> {
        let Self { items, total, limit, offset } = self;
        Slice { items: items.into_iter().map(f).collect(), total, limit, offset }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_past_the_end_is_empty() {
        let items = [1, 2, 3];
        assert_eq!(Page { limit: 2, offset: 1 }.cut(&items), &[2, 3]);
        assert_eq!(Page { limit: 9, offset: 2 }.cut(&items), &[3]);
        assert!(Page { limit: 9, offset: 3 }.cut(&items).is_empty());
        assert!(Page { limit: 9, offset: u64::MAX }.cut(&items).is_empty());
    }
}
