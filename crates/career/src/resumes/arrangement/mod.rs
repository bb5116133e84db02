//! What of a resume is hidden, pinned and put in order, for all tailorings. What is hidden is shown to no visitor
//! either. It is kept beside the document, which stays as it was given; each rule names a place in it.
//!
//! When the document changes, the rules go along with what they are about ([`follow`]). A rule that
//! finds nothing any more is kept as lost and told: nothing that was hidden comes back without a word.

mod follow;
mod parting;

use std::collections::HashSet;

use kernel::FieldErrors;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tailor::facts::{Part, Place};
use tailor::{Arrangement, Spot};

use super::reading::Warning;
pub(super) use follow::follow;
pub(super) use parting::{with_parts, with_positions};

/// Rules of one kind.
const MOST: usize = 500;
/// Of a text that a warning quotes.
const QUOTED: usize = 80;

/// What is hidden, pinned and put in order, as paths into the document: `work` is a section, `work/0`
/// an entry, `work/0/highlights/2` a highlight. Up to 500 of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "Arrangement")]
pub struct Paths {
    /// What reaches no tailored resume and no visitor: sections, entries, highlights. It is stronger than
    /// `pinned`.
    #[schemars(length(max = 500))]
    pub hidden: Vec<String>,
    /// What is in every tailored resume: entries and highlights.
    #[schemars(length(max = 500))]
    pub pinned: Vec<String>,
    /// What is named stands in this order among those beside it, before all that are not named.
    #[schemars(length(max = 500))]
    pub order: Vec<String>,
}

/// The rules of a resume as they are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    #[serde(flatten)]
    pub paths: Paths,
    /// What was hidden and is no longer found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Lost>,
}

/// Something that was hidden and that the document does not have any more. It is hidden again as soon
/// as it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LostRule")]
pub struct Lost {
    /// Where it stood when it was last seen.
    pub path: String,
    pub text: String,
}

/// The rules of a resume as clients see them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResumeArrangement")]
pub(super) struct KeptView {
    #[serde(flatten)]
    paths: Paths,
    /// What was hidden and is no longer found, so that nothing comes back without a word. Setting the
    /// arrangement anew forgets it.
    lost: Vec<Lost>,
}

impl From<Kept> for KeptView {
    fn from(kept: Kept) -> Self {
        Self { paths: kept.paths, lost: kept.lost }
    }
}

impl Kept {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// As many as a change of the document keeps, and none longer than a text of it can be.
    pub(crate) fn check_lost(&self) -> Result<(), String> {
        let is_long = |lost: &Lost| lost.text.len() > super::limits::MOST_BYTES;
        match self.lost.len() > follow::MOST_LOST || self.lost.iter().any(is_long) {
            true => Err(format!("may hold up to {} rules", follow::MOST_LOST)),
            false => Ok(()),
        }
    }

    /// What the owner should know about rules that find nothing.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.lost.iter().map(|lost| {
            let text: String = lost.text.chars().take(QUOTED).collect();
            let said = format!("no longer finds what was hidden at {}: {text}", lost.path);
            Warning::new("arrangement.hidden", said)
        })
    }
}

impl Paths {
    pub(crate) fn is_empty(&self) -> bool {
        self.hidden.is_empty() && self.pinned.is_empty() && self.order.is_empty()
    }

    /// The rules for a document, as it is read. Each fault is named by its place, such as
    /// `arrangement.hidden[2]`.
    pub(crate) fn check(&self, tree: &Value, errors: &mut FieldErrors) -> Arrangement {
        let mut seen = |list: &str, paths: &[String]| -> Vec<Spot> {
            if paths.len() > MOST {
                errors.add(format!("arrangement.{list}"), format!("may name up to {MOST} places"));
                return Vec::new();
            }
            let mut known = HashSet::new();
            let mut found = Vec::new();
            for (number, path) in paths.iter().enumerate() {
                match Spot::parse(path).filter(|spot| is_there(*spot, tree)) {
                    Some(spot) if known.insert(spot) => found.push(spot),
                    Some(_) => {}
                    None => {
                        let place = format!("arrangement.{list}[{number}]");
                        errors.add(place, "names no section, entry or highlight of the document");
                    }
                }
            }
            found
        };
        let hidden = seen("hidden", &self.hidden);
        let pinned = seen("pinned", &self.pinned);
        let order = seen("order", &self.order);
        let place = |spot: Spot| match spot {
            Spot::Place(place) => Some(place),
            Spot::Section(_) => None,
        };
        if pinned.iter().any(|spot| place(*spot).is_none()) {
            errors.add("arrangement.pinned", "may name entries and highlights, no sections");
        }
        if pinned.iter().any(|spot| hidden.contains(spot)) {
            errors.add("arrangement.pinned", "names what is hidden as well");
        }
        let pinned = pinned.into_iter().filter_map(place).collect();
        Arrangement { hidden, pinned, order }
    }

    /// The rules as far as the document has what they name.
    pub(crate) fn lenient(&self, tree: &Value) -> Arrangement {
        let spots = |paths: &[String]| -> Vec<Spot> {
            let read = paths.iter().filter_map(|path| Spot::parse(path));
            read.filter(|spot| is_there(*spot, tree)).collect()
        };
        let pinned = spots(&self.pinned).into_iter().filter_map(|spot| match spot {
            Spot::Place(place) => Some(place),
            Spot::Section(_) => None,
        });
        let pinned: Vec<Place> = pinned.collect();
        Arrangement { hidden: spots(&self.hidden), pinned, order: spots(&self.order) }
    }
}

/// The rules for all tailorings and those for one. Hidden for all is hidden; an order for one is in place of
/// the one for all, as far as it speaks of the same list.
pub(crate) fn together(for_all: Arrangement, for_one: Arrangement) -> Arrangement {
    let Arrangement { mut hidden, mut pinned, order } = for_all;
    let parents: HashSet<Option<Spot>> = for_one.order.iter().map(|spot| spot.parent()).collect();
    hidden.extend(for_one.hidden);
    pinned.extend(for_one.pinned);
    let rest = order.into_iter().filter(|spot| !parents.contains(&spot.parent()));
    let order = for_one.order.into_iter().chain(rest).collect();
    Arrangement { hidden, pinned, order }
}

fn is_there(spot: Spot, tree: &Value) -> bool {
    match spot {
        Spot::Section(section) => tree.get(section.name()).is_some_and(Value::is_array),
        Spot::Place(place) => {
            let value = tree.pointer(&format!("/{place}"));
            value.is_some_and(|value| match place.part {
                Part::Entry => value.as_object().is_some_and(|members| !members.is_empty()),
                Part::Highlight(_) => value.as_str().is_some_and(|text| !text.trim().is_empty()),
            })
        }
    }
}

#[cfg(test)]
mod tests;
