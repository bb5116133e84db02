//! A choice that keeps to its pages. Whether it does is found by setting it as it will be printed; the
//! engine that chooses only estimates lines, and says what to leave out first.

use std::sync::Arc;

use sheet::{Photo, Press};
use tailor::compose::compose;
use tailor::extractive::{leavings, select};
use tailor::{Brief, Case, Selection};

use crate::printing::PrintOptions;
use crate::tailorings::order_of_sections;

/// What a choice is set on.
#[derive(Clone, Debug)]
pub(super) struct Paper {
    pub(super) press: Arc<Press>,
    pub(super) options: PrintOptions,
    /// The owner's picture, where it is to be shown: it takes room, too.
    pub(super) photo: Option<Photo>,
    /// How many pages somebody has asked for. Where nobody has, the estimate decides: keeping to one
    /// page whatever the look is would cost a long life what answers the posting.
    pub(super) pages: Option<usize>,
}

/// Chooses as much as fits.
pub(super) fn choose(paper: &Paper, case: &Case, brief: &Brief) -> Selection {
    let selection = select(&case.dossier, &case.analysis, &case.voice, brief);
    fitted(paper, case, brief, selection)
}

/// The same choice without what answers the job least: as little left out as it takes.
pub(super) fn fitted(paper: &Paper, case: &Case, brief: &Brief, selection: Selection) -> Selection {
    let Some(pages) = paper.pages else { return selection };
    let fits = |selection: &Selection| paper.pages_of(case, selection) <= pages;
    if fits(&selection) {
        return selection;
    }
    let Case { dossier, analysis, voice, .. } = case;
    let steps = leavings(&selection, dossier, analysis, voice, brief);
    // By halving: so few steps are left out that one less would be too long.
    let (mut least, mut most) = (1, steps.len());
    while least < most {
        let middle = usize::midpoint(least, most);
        match fits(&selection.without(&steps[..middle])) {
            true => most = middle,
            false => least = middle + 1,
        }
    }
    // Less text is not always fewer pages: a heading may have been held together with what is gone. So
    // the next ones are tried where the answer does not hold.
    let mut counts = least..=steps.len();
    let shorter = counts.find_map(|count| {
        let shorter = selection.without(&steps[..count]);
        fits(&shorter).then_some(shorter)
    });
    // Too long with all of them left out is what is pinned, or one endless line.
    shorter.unwrap_or_else(|| selection.without(&steps))
}

impl Paper {
    /// How many pages a choice takes, in the order in which it is printed.
    fn pages_of(&self, case: &Case, selection: &Selection) -> usize {
        let arrangement = &case.dossier.arrangement;
        let draft = compose(&arrangement.arranged(selection, &case.dossier), &case.dossier);
        let (mut document, order) =
            self.options.read(&draft.document, Some(&case.dossier.document));
        document.put_in_order(&order_of_sections(arrangement));
        document.photo.clone_from(&self.photo);
        self.press.measure(&document, &order).pages
    }
}
