//! A choice that keeps to its pages. Whether it does is found by setting it as it will be printed; the
//! engine that chooses only estimates lines.

use std::sync::Arc;

use sheet::{Extent, Press};
use tailor::compose::compose;
use tailor::delivered::Delivered;
use tailor::extractive::select;
use tailor::facts::{Dossier, Fact, Place, Section};
use tailor::{Brief, Case, Selection, SkillChoice};

use crate::printing::PrintOptions;

/// What a choice is set on.
#[derive(Clone, Debug)]
pub(super) struct Paper {
    pub(super) press: Arc<Press>,
    pub(super) options: PrintOptions,
    /// Whether somebody has asked for so many pages. Otherwise the estimate decides: keeping to one page
    /// whatever the look is would cost a long life what answers the posting.
    pub(super) is_asked: bool,
}

/// What a page holds at most, by the estimate of lines: how many pages a budget of lines means.
const LINES_OF_A_PAGE: u32 = 58;
/// Choosing anew is dear; after these, lines are taken away one by one.
const MOST_CHOICES: usize = 4;
const FEWEST_LINES: u32 = 12;

/// Chooses, and chooses less until it fits.
pub(super) fn choose(paper: &Paper, case: &Case, brief: &Brief) -> Selection {
    let Case { dossier, analysis, voice, .. } = case;
    let mut wanted = brief.clone();
    let mut selection = select(dossier, analysis, voice, &wanted);
    for _ in 0..MOST_CHOICES {
        let Some(over) = pages_over(paper, case, brief, &selection) else { return selection };
        // As many lines as fill the pages, if all lines are as high as these.
        let asked = pages_asked(brief) as f32;
        let fitting = (wanted.page_lines as f32 * asked / (asked + over)).floor() as u32;
        let fewer = wanted.page_lines.saturating_sub(2);
        wanted.page_lines = fitting.min(fewer).max(FEWEST_LINES);
        selection = select(dossier, analysis, voice, &wanted);
    }
    trim(paper, case, brief, selection)
}

/// The same choice, with the last and least taken away until it fits.
pub(super) fn trim(
    paper: &Paper,
    case: &Case,
    brief: &Brief,
    mut selection: Selection,
) -> Selection {
    while pages_over(paper, case, brief, &selection).is_some()
        && take_away(&mut selection, &case.dossier)
    {}
    selection
}

fn pages_asked(brief: &Brief) -> usize {
    brief.page_lines.div_ceil(LINES_OF_A_PAGE).max(1) as usize
}

/// By how many pages a choice is too long; none when it fits.
fn pages_over(paper: &Paper, case: &Case, brief: &Brief, selection: &Selection) -> Option<f32> {
    if !paper.is_asked {
        return None;
    }
    let asked = pages_asked(brief);
    let draft = compose(selection, &case.dossier);
    let (document, order) = paper.options.read(&draft.document, Some(&case.dossier.document));
    let Extent { pages, filled } = paper.press.measure(&document, &order);
    (pages > asked).then(|| (pages - asked - 1) as f32 + filled)
}

/// Takes the least away: the last line of the oldest entry that has several, else what is kept beside
/// the work, else a skill or an entry. What the owner has pinned stays. Answers whether there was
/// anything.
fn take_away(selection: &mut Selection, dossier: &Dossier) -> bool {
    let Dossier { arrangement, facts, .. } = dossier;
    let is_pinned = |line: &Delivered| {
        let of = |fact: &&Fact| fact.chunk_id == line.chunk_id();
        let place = facts.iter().find(of).and_then(|fact| fact.place);
        place.is_some_and(|place| arrangement.is_pinned(place))
    };
    for entry in selection.entries.iter_mut().rev().filter(|entry| entry.highlights.len() > 1) {
        if let Some(least) = entry.highlights.iter().rposition(|line| !is_pinned(line)) {
            entry.highlights.remove(least);
            return true;
        }
    }
    if selection.kept.len() > 1
        && let Some(least) = selection.kept.iter().rposition(|it| !arrangement.is_pinned(*it))
    {
        selection.kept.remove(least);
        return true;
    }
    let may_shrink = |skill: &&mut SkillChoice| {
        let place = Place::entry(Section::Skills, skill.entry);
        skill.keywords.len() > 3 && !arrangement.is_pinned(place)
    };
    if let Some(skill) = selection.skills.iter_mut().rev().find(may_shrink) {
        skill.keywords.pop();
        return true;
    }
    let least = selection.entries.iter().rposition(|entry| !arrangement.opens(entry.entry));
    match least.filter(|_| selection.entries.len() > 1) {
        Some(least) => drop(selection.entries.remove(least)),
        None => return false,
    }
    true
}
