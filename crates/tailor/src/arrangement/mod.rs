//! What the owner wants of a resume whatever the job: what is never shown, what always is, and what
//! stands before what. It chooses among the owner's own words and adds none, so it changes nothing about
//! what may be said.

use std::fmt;

use serde_json::Value;

use crate::facts::{Dossier, Fact, Part, Place, Section};
use crate::selection::Selection;

/// A section, an entry of one, or a highlight of an entry. Written as a path: `work`, `work/0`,
/// `work/0/highlights/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    Section(Section),
    Place(Place),
}

/// The owner's wishes, as places in the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// What reaches no result. It is stronger than what is pinned.
    pub hidden: Vec<Spot>,
    /// Entries and highlights that are always shown, however full the page is.
    pub pinned: Vec<Place>,
    /// What is named stands in this order among those beside it, and before those that are not named.
    pub order: Vec<Spot>,
}

impl Spot {
    /// Reads what [`fmt::Display`] writes. The head of a document is no spot: nothing stands beside it.
    pub fn parse(path: &str) -> Option<Self> {
        let section = Section::ALL.into_iter().find(|section| section.name() == path);
        let spot = match section {
            Some(section) => Self::Section(section),
            None => Self::Place(Place::parse(path)?),
        };
        (spot.section() != Section::Basics).then_some(spot)
    }

    pub fn section(self) -> Section {
        match self {
            Self::Section(section) => section,
            Self::Place(place) => place.section,
        }
    }

    /// What it stands below: nothing, a section, or an entry.
    pub fn parent(self) -> Option<Self> {
        match self {
            Self::Section(_) => None,
            Self::Place(Place { section, part: Part::Entry, .. }) => Some(Self::Section(section)),
            Self::Place(Place { section, entry, .. }) => {
                Some(Self::Place(Place::entry(section, entry)))
            }
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Section(section) => f.write_str(section.name()),
            Self::Place(place) => place.fmt(f),
        }
    }
}

impl Arrangement {
    /// Takes what is hidden out of a document and its facts, and gives back the facts it took. What leaves a
    /// list leaves an empty place, so that all others keep theirs.
    pub fn hide(&self, document: &mut Value, facts: &mut Vec<Fact>) -> Vec<Fact> {
        for spot in &self.hidden {
            let empty = match spot {
                Spot::Section(_) => Value::Array(Vec::new()),
                Spot::Place(Place { part: Part::Entry, .. }) => Value::Object(Default::default()),
                Spot::Place(_) => Value::String(String::new()),
            };
            if let Some(value) = document.pointer_mut(&format!("/{spot}")) {
                *value = empty;
            }
        }
        let kept = std::mem::take(facts);
        let (hidden, kept) = kept
            .into_iter()
            .partition(|fact| fact.place.is_some_and(|place| self.is_hidden(place)));
        *facts = kept;
        hidden
    }

    pub fn is_hidden(&self, place: Place) -> bool {
        let entry = Place::entry(place.section, place.entry);
        [Spot::Section(place.section), Spot::Place(entry), Spot::Place(place)]
            .iter()
            .any(|spot| self.hidden.contains(spot))
    }

    pub fn is_pinned(&self, place: Place) -> bool {
        self.pinned.contains(&place)
    }

    /// Whether an entry has to be shown: for its own sake, or for that of a highlight.
    pub fn opens(&self, entry: Place) -> bool {
        let is_of = |place: &Place| place.section == entry.section && place.entry == entry.entry;
        self.pinned.iter().any(is_of)
    }

    /// The sections in the order in which they stand.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections = Section::ALL.to_vec();
        sections.sort_by_key(|section| self.rank(Spot::Section(*section)));
        sections
    }

    fn rank(&self, spot: Spot) -> usize {
        self.order.iter().position(|known| *known == spot).unwrap_or(usize::MAX)
    }

    /// A choice in the owner's order. Whatever is not named keeps the order it has.
    pub fn arranged(&self, selection: &Selection, dossier: &Dossier) -> Selection {
        let mut selection = selection.clone();
        if self.order.is_empty() {
            return selection;
        }
        let of_entry = |section, entry| self.rank(Spot::Place(Place::entry(section, entry)));
        selection.entries.sort_by_key(|choice| self.rank(Spot::Place(choice.entry)));
        for choice in &mut selection.entries {
            choice.highlights.sort_by_key(|told| {
                let place = dossier.fact(told.chunk_id()).and_then(|fact| fact.place);
                place.map_or(usize::MAX, |place| self.rank(Spot::Place(place)))
            });
        }
        selection.skills.sort_by_key(|choice| of_entry(Section::Skills, choice.entry));
        selection.kept.sort_by_key(|place| self.rank(Spot::Place(*place)));
        selection
    }
}

#[cfg(test)]
mod tests;
