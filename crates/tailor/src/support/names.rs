use super::index::SourceIndex;
use super::reading::Reading;
use crate::words::{Gap, inflected, is_empty_of_meaning};

/// In which sources a name stands, one bit for each; 0 when in none.
///
/// A name is held to its spelling, apart from case, the plural and the possessive: who led is no
/// Lead. A short one that is also a common word, such as IT or Go, is held to its case, too.
pub(super) fn sources_of(index: &SourceIndex, reading: &Reading<'_>, at: usize) -> u64 {
    let token = &reading.tokens[at];
    let common = token.surface.chars().count() <= 3 && is_empty_of_meaning(&token.folded);
    if common || token.surface.chars().count() == 1 {
        let known = index.surfaces.contains(token.surface);
        return if known { index.folded.get(&token.folded).copied().unwrap_or(0) } else { 0 };
    }
    let bare = token.folded.strip_suffix("'s").unwrap_or(&token.folded);
    let spelled = [bare, bare.strip_suffix('s').unwrap_or(bare)];
    let as_written =
        spelled.iter().filter_map(|form| index.folded.get(*form)).fold(0, |all, one| all | one);
    let plural = index.folded.get(&format!("{bare}s")).copied().unwrap_or(0);
    let family =
        crate::words::family(bare).and_then(|name| index.folded.get(name)).copied().unwrap_or(0);
    as_written | plural | family
}

/// Whether the names before and at a token are neighbours in a source, too. A title or a company
/// that is put together from the words of two is a new one.
pub(super) fn are_neighbours(index: &SourceIndex, reading: &Reading<'_>, at: usize) -> bool {
    let (before, token) = (&reading.tokens[at - 1], &reading.tokens[at]);
    if token.gap > Gap::Space {
        return true;
    }
    let pair = (inflected(&before.folded), inflected(&token.folded));
    index.neighbours.contains(&pair)
}
