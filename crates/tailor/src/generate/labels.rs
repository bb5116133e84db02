use crate::delivered::Delivered;
use crate::facts::{Dossier, Fact};
use crate::selection::Selection;

/// A fact as the model knows it.
#[derive(Clone, Debug)]
pub(super) struct Labelled {
    /// `f1`, `f2`, …
    pub(super) label: String,
    pub(super) kind: Kind,
    /// The words that stand there now.
    pub(super) text: String,
    /// Where the words come from; none for what is only known beside.
    pub(super) told: Option<Delivered>,
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
    /// Something known beside, by which the others are understood.
    Background,
}

/// Facts from beyond the selection that the model hears of.
const BACKGROUND: usize = 8;

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Highlight(..) => "highlight",
            Self::Background => "background",
        }
    }
}

pub(super) fn label(selection: &Selection, dossier: &Dossier) -> Vec<Labelled> {
    let mut labelled = Vec::new();
    let mut add = |kind, text: &str, told: Option<&Delivered>, of: Option<String>| {
        let label = format!("f{}", labelled.len() + 1);
        let (text, told) = (text.to_owned(), told.cloned());
        labelled.push(Labelled { label, kind, text, told, of });
    };
    for told in &selection.summary {
        add(Kind::Summary, told.text(), Some(told), None);
    }
    for (entry, choice) in selection.entries.iter().enumerate() {
        let of = dossier.at(choice.entry).and_then(|fact| fact.company.clone());
        for (highlight, told) in choice.highlights.iter().enumerate() {
            let kind = Kind::Highlight(entry, highlight);
            add(kind, told.text(), Some(told), of.clone());
        }
    }
    let nearness = |fact: &Fact| fact.similarity.to_job.unwrap_or(0.0);
    let mut beyond: Vec<&Fact> = dossier.facts.iter().filter(|fact| fact.place.is_none()).collect();
    beyond.sort_by(|a, b| nearness(b).total_cmp(&nearness(a)));
    for fact in beyond.into_iter().take(BACKGROUND) {
        add(Kind::Background, &fact.text, None, fact.company.clone());
    }
    labelled
}
