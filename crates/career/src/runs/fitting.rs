//! A choice that keeps to its pages. Whether it does is found by setting it as it will be printed; the
//! engine that chooses only estimates lines, and says what to leave out first.

use std::sync::Arc;

use serde_json::Value;
use sheet::{Photo, Press};
use tailor::compose::compose;
use tailor::extractive::{Leaving, Leavings, leavings, select};
use tailor::facts::Dossier;
use tailor::{Brief, Case, Fault, Selection};

use crate::printing::PrintOptions;
use crate::tailorings::order_of_sections;

/// What a choice is set on.
#[derive(Clone, Debug)]
pub(super) struct Paper {
    pub(super) press: Arc<Press>,
    pub(super) options: PrintOptions,
    /// The owner's picture, where it is to be shown: it takes room, too.
    pub(super) photo: Option<Photo>,
    /// How many pages it may take; none where it may be any number.
    pub(super) pages: Option<usize>,
}

/// Chooses as much as fits.
pub(super) fn choose(paper: &Paper, case: &Case, brief: &Brief) -> Selection {
    let selection = select(&case.dossier, &case.analysis, &case.voice, brief);
    fitted(paper, case, brief, selection)
}

/// A text with fewer characters fits on any page of any look.
const SURELY_SHORT: usize = 1200;

/// The same choice without what answers the job least: as little left out as it takes.
pub(super) fn fitted(paper: &Paper, case: &Case, brief: &Brief, selection: Selection) -> Selection {
    let Some(pages) = paper.pages else { return selection };
    let fits = |selection: &Selection| paper.pages_of(case, selection) <= pages;
    if fits(&selection) {
        return selection;
    }
    let Case { dossier, analysis, voice, .. } = case;
    let Leavings { steps, best } = leavings(&selection, dossier, analysis, voice, brief);
    // What is too long even alone leaves before all that could be told in its place.
    let alone = |at: usize| -> Vec<Vec<Leaving>> {
        let others = steps.iter().enumerate().filter(|(number, _)| *number != at);
        others.map(|(_, step)| step.clone()).chain(best.clone()).collect()
    };
    let is_hopeless = |at: usize| {
        selection.longest_of(&steps[at], dossier) > SURELY_SHORT
            && !fits(&selection.without(&alone(at)))
    };
    let (hopeless, others): (Vec<usize>, Vec<usize>) =
        (0..steps.len()).partition(|at| is_hopeless(*at));
    let steps: Vec<Vec<Leaving>> =
        hopeless.into_iter().chain(others).map(|at| steps[at].clone()).collect();
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
    shorter
        .or_else(|| instead_of(best?, &steps, &selection, fits))
        .unwrap_or_else(|| selection.without(&steps))
}

/// As many of the others as fit without the best, which does not: those that answer most first. None where
/// nothing would be told.
fn instead_of(
    best: Vec<Leaving>,
    steps: &[Vec<Leaving>],
    selection: &Selection,
    fits: impl Fn(&Selection) -> bool,
) -> Option<Selection> {
    let mut gone: Vec<Vec<Leaving>> = steps.to_vec();
    for at in (0..steps.len()).rev() {
        let mut fewer = gone.clone();
        fewer.remove(at);
        let with_best: Vec<_> = fewer.iter().chain([&best]).cloned().collect();
        if fits(&selection.without(&with_best)) {
            gone = fewer;
        }
    }
    gone.push(best);
    Some(selection.without(&gone)).filter(Selection::tells)
}

impl Paper {
    /// How many pages a choice takes, in the order in which it is printed.
    fn pages_of(&self, case: &Case, selection: &Selection) -> usize {
        let arrangement = &case.dossier.arrangement;
        let draft = compose(&arrangement.arranged(selection, &case.dossier), &case.dossier);
        self.pages_of_document(case, &draft.document)
    }

    /// What is wrong with the length of a document, if it may take so many pages only.
    pub(super) fn judge(&self, case: &Case, document: &Value) -> Option<Fault> {
        let asked = self.pages?;
        let pages = self.pages_of_document(case, document);
        (pages > asked).then_some(Fault::MorePages { pages, asked })
    }

    fn pages_of_document(&self, case: &Case, document: &Value) -> usize {
        let Dossier { document: source, today, .. } = &case.dossier;
        let today = today.as_deref().unwrap_or_default();
        let (mut document, order) = self.options.read(document, Some(source), today);
        document.put_in_order(&order_of_sections(&case.dossier.arrangement));
        document.photo.clone_from(&self.photo);
        self.press.measure(&document, &order).pages
    }
}
