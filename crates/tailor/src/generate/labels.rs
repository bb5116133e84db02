use crate::delivered::{Delivered, Source};
use crate::facts::Dossier;
use crate::selection::Selection;

/// A fact as the model knows it.
#[derive(Clone, Debug)]
pub(super) struct Labelled {
    /// `f1`, `f2`, …
    pub(super) label: String,
    pub(super) kind: Kind,
    /// The words that stand there now, and where they come from.
    pub(super) told: Delivered,
    pub(super) of: Option<String>,
}

/// What the model may do with a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A sentence of the summary.
    Summary,
    /// A highlight, by its entry and its place in the selection: to be ordered, or put in other
    /// words.
    Highlight(usize, usize),
}

/// Sentences of the owner's summary that the model hears of.
const SENTENCES: usize = 6;

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Highlight(..) => "highlight",
        }
    }
}

pub(super) fn label(selection: &Selection, dossier: &Dossier) -> Vec<Labelled> {
    let mut labelled = Vec::new();
    let mut add = |kind, told: &Delivered, of: Option<String>| {
        let label = format!("f{}", labelled.len() + 1);
        labelled.push(Labelled { label, kind, told: told.clone(), of });
    };
    for told in &sentences(selection, dossier) {
        add(Kind::Summary, told, None);
    }
    for (entry, choice) in selection.entries.iter().enumerate() {
        let of = dossier.at(choice.entry).and_then(|fact| fact.company.clone());
        for (highlight, told) in choice.highlights.iter().enumerate() {
            let kind = Kind::Highlight(entry, highlight);
            add(kind, told, of.clone());
        }
    }
    labelled
}

/// The sentences that a summary may be made of: those that were chosen, and others of the owner's summary,
/// in the owner's order.
fn sentences(selection: &Selection, dossier: &Dossier) -> Vec<Delivered> {
    let chosen = &selection.summary;
    let all = Source::summary(dossier).map(Source::passages).unwrap_or_default();
    let all: Vec<Delivered> =
        all.into_iter().map(|it| Delivered::told(it, &dossier.approvals)).collect();
    if !chosen.iter().all(|told| all.contains(told)) {
        return chosen.clone();
    }
    let offered =
        |(number, told): &(usize, Delivered)| *number < SENTENCES || chosen.contains(told);
    all.into_iter().enumerate().filter(offered).map(|(_, told)| told).collect()
}
