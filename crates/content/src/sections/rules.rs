//! The order of siblings.

use kernel::Id;

use crate::tree::{Node, Tree};

/// How far apart siblings are put when they are spaced out again.
const STEP: f64 = 1024.0;

/// The place after the last sibling.
pub(super) fn after_last(tree: &Tree, parent_id: Option<Id>) -> f64 {
    let living = tree.children(parent_id).filter(|node| is_living(node));
    let last = living.map(|node| node.section().sort_order).fold(f64::NEG_INFINITY, f64::max);
    // Whole numbers, so that there is room on both sides. Near the largest numbers adding one
    // changes nothing; there we begin again.
    let next = last.floor() + 1.0;
    if next.is_finite() && next > last { next } else { 1.0 }
}

/// New sort orders for all siblings when the gap beside a changed one has become too small to be
/// halved: nobody could be put there any more. `order` is what the changed section is to have.
pub(super) fn respace(
    tree: &Tree,
    parent_id: Option<Id>,
    id: Id,
    title: &str,
    order: f64,
) -> Option<Vec<(Id, f64)>> {
    let mut siblings: Vec<(f64, &str, Id)> = tree
        .children(parent_id)
        .filter(|node| is_living(node) && node.section().id != id)
        .map(|node| (node.section().sort_order, node.section().title.as_str(), node.section().id))
        .collect();
    siblings.push((order, title, id));
    // As the tree orders siblings, or the spacing would put them in another order than the one that
    // was seen.
    siblings.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)).then(a.2.cmp(&b.2)));
    let at = siblings.iter().position(|sibling| sibling.2 == id)?;
    let beside = siblings[at.saturating_sub(1)..siblings.len().min(at + 2)].windows(2);
    // Only the two gaps beside the changed one can have become smaller.
    let cramped = beside.into_iter().any(|pair| !can_be_halved(pair[0].0, pair[1].0));
    cramped.then(|| {
        let spaced = siblings.iter().enumerate();
        spaced.map(|(position, sibling)| (sibling.2, (position as f64 + 1.0) * STEP)).collect()
    })
}

fn can_be_halved(low: f64, high: f64) -> bool {
    let middle = low + (high - low) / 2.0;
    low < middle && middle < high
}

fn is_living(node: &Node) -> bool {
    node.section().deleted_at.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_can_be_halved_until_the_numbers_touch() {
        assert!(can_be_halved(1.0, 2.0));
        assert!(can_be_halved(0.0, f64::MIN_POSITIVE));
        assert!(!can_be_halved(1.0, 1.0_f64.next_up()));
        assert!(!can_be_halved(1.0, 1.0));
        assert!(can_be_halved(-f64::MAX / 2.0, f64::MAX / 2.0));
    }
}
