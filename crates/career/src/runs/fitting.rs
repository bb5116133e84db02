//! A choice that keeps to its pages. Whether it does is found by setting it as it will be printed; the
//! engine that chooses only estimates lines.

use sheet::{Extent, Press};
use tailor::compose::compose;
use tailor::extractive::select;
use tailor::{Brief, Case, EntryChoice, Selection};

use crate::printing::PrintOptions;

/// What a page holds at most, by the estimate of lines: how many pages a budget of lines means.
const LINES_OF_A_PAGE: u32 = 58;
/// Choosing anew is dear; after these, lines are taken away one by one.
const MOST_CHOICES: usize = 4;
const FEWEST_LINES: u32 = 12;

/// Chooses, and chooses less until it fits.
pub(super) fn choose(press: &Press, case: &Case, brief: &Brief) -> Selection {
    let Case { dossier, analysis, voice, .. } = case;
    let mut wanted = brief.clone();
    let mut selection = select(dossier, analysis, voice, &wanted);
    for _ in 0..MOST_CHOICES {
        let Some(over) = pages_over(press, case, brief, &selection) else { return selection };
        let lines = (over * LINES_OF_A_PAGE as f32).ceil() as u32;
        wanted.page_lines = wanted.page_lines.saturating_sub(lines.max(2)).max(FEWEST_LINES);
        selection = select(dossier, analysis, voice, &wanted);
    }
    trim(press, case, brief, selection)
}

/// The same choice, with the last and least taken away until it fits.
pub(super) fn trim(
    press: &Press,
    case: &Case,
    brief: &Brief,
    mut selection: Selection,
) -> Selection {
    while pages_over(press, case, brief, &selection).is_some() && take_away(&mut selection) {}
    selection
}

/// By how many pages a choice is too long; none when it fits.
fn pages_over(press: &Press, case: &Case, brief: &Brief, selection: &Selection) -> Option<f32> {
    let asked = brief.page_lines.div_ceil(LINES_OF_A_PAGE).max(1) as usize;
    let draft = compose(selection, &case.dossier);
    // In the look and the language of the resume it is made from.
    let options = PrintOptions::default();
    let (document, order) = options.read(&draft.document, Some(&case.dossier.document));
    let Extent { pages, filled } = press.measure(&document, &order);
    (pages > asked).then(|| (pages - asked - 1) as f32 + filled)
}

/// Takes the least away: the last line of the oldest entry that has several, else what is kept beside
/// the work, else a line or an entry. Answers whether there was anything.
fn take_away(selection: &mut Selection) -> bool {
    let several = |entry: &&mut EntryChoice| entry.highlights.len() > 1;
    if let Some(entry) = selection.entries.iter_mut().rev().find(several) {
        entry.highlights.pop();
    } else if selection.kept.len() > 1 {
        selection.kept.pop();
    } else if let Some(skill) = selection.skills.iter_mut().rev().find(|it| it.keywords.len() > 3) {
        skill.keywords.pop();
    } else if selection.entries.len() > 1 {
        selection.entries.pop();
    } else {
        return false;
    }
    true
}
