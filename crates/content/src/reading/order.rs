use std::cmp::Ordering;

use kernel::{Page, Timestamp};

/// Newest first; what has no date comes last.
pub(super) fn by_date(a: Option<Timestamp>, b: Option<Timestamp>) -> Ordering {
    b.cmp(&a)
}

/// As people expect titles: letter case does not matter.
pub(super) fn by_title(a: &str, b: &str) -> Ordering {
    let (a_folded, b_folded) = (a.to_lowercase(), b.to_lowercase());
    a_folded.cmp(&b_folded).then_with(|| a.cmp(b))
}

/// Cuts a page out of entries as they would stand when sorted, sorting no more of them than the
/// page needs.
pub(super) fn cut_sorted<T>(
    mut entries: Vec<T>,
    page: Page,
    order: impl Fn(&T, &T) -> Ordering,
) -> Vec<T> {
    let start = usize::try_from(page.offset).unwrap_or(usize::MAX);
    let end = start.saturating_add(page.limit as usize);
    if start >= entries.len() {
        return Vec::new();
    }
    if end < entries.len() {
        // Selecting is linear, sorting is not. Of ten thousand items usually twenty are shown.
        entries.select_nth_unstable_by(end, &order);
        entries.truncate(end);
    }
    if start > 0 {
        entries.select_nth_unstable_by(start, &order);
        entries.drain(..start);
    }
    entries.sort_unstable_by(order);
    entries
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_page_is_what_sorting_everything_would_give(
            entries in prop::collection::vec(0u16..50, 0..200),
            offset in 0u64..250,
            limit in 1u32..60,
        ) {
            // Pairs make the order total, as ids do for real entries.
            let entries: Vec<_> = entries.into_iter().enumerate().map(|(i, e)| (e, i)).collect();
            let mut sorted = entries.clone();
            sorted.sort();
            let page = Page { limit, offset };
            let cut = cut_sorted(entries, page, Ord::cmp);
            prop_assert_eq!(cut, page.cut(&sorted).to_vec());
        }
    }
}
