use std::cmp::Ordering;

use kernel::Page;

/// Cuts a page out of entries as they would stand when sorted, sorting no more of them than the
/// page needs.
pub(crate) fn cut_sorted<T>(
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
