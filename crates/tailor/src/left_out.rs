use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::facts::{Dossier, Place, Section};
use crate::fault::Fault;
use crate::selection::Selection;

/// Work that the resume does not show. Whoever reads the result is told, so that nobody takes it for
/// a whole life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Where it stands in the resume's document, such as `work/7`.
    pub path: String,
    pub name: Option<String>,
    pub position: Option<String>,
    pub start: Option<String>,
    /// Absent when it goes on.
    pub end: Option<String>,
}

/// The work of a document that a selection leaves out, in the document's order.
pub(crate) fn left_out(selection: &Selection, dossier: &Dossier) -> Vec<LeftOut> {
    let list = dossier.document.get(Section::Work.name()).and_then(Value::as_array);
    let numbered = list.into_iter().flatten().enumerate();
    let missing = numbered.filter(|(number, _)| {
        let place = Place::entry(Section::Work, *number);
        // What states nothing leaves no gap.
        dossier.at(place).is_some() && !selection.entries.iter().any(|choice| choice.entry == place)
    });
    let told = |entry: &Value, name: &str| {
        let text = entry.get(name).and_then(Value::as_str).map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    missing
        .map(|(number, entry)| LeftOut {
            path: Place::entry(Section::Work, number).to_string(),
            name: told(entry, "name"),
            position: told(entry, "position"),
            start: told(entry, "startDate"),
            end: told(entry, "endDate"),
        })
        .collect()
}

/// A text with fewer characters leaves for what it says, not for its length.
const LONG: usize = 1200;

/// Long texts of which nothing is shown: the owner's own summary, and what entries that are shown would tell.
pub(crate) fn too_long(selection: &Selection, dossier: &Dossier) -> Vec<Fault> {
    let text = |path: &str| dossier.document.pointer(&format!("/{path}")).and_then(Value::as_str);
    let mut missing: Vec<String> = Vec::new();
    if selection.summary.is_empty() {
        missing.push("basics/summary".to_owned());
    }
    for choice in &selection.entries {
        if !choice.with_summary {
            missing.push(format!("{}/summary", choice.entry));
        }
        let list = format!("/{}/highlights", choice.entry);
        let count = dossier.document.pointer(&list).and_then(Value::as_array).map_or(0, Vec::len);
        let paths = (0..count).map(|number| format!("{}/highlights/{number}", choice.entry));
        let is_shown = |told: &str| choice.highlights.iter().any(|line| line.source() == told);
        missing.extend(paths.filter(|path| text(path).is_some_and(|told| !is_shown(told))));
    }
    let long = missing.into_iter().filter_map(|path| {
        let characters = text(&path)?.chars().count();
        (characters > LONG).then_some(Fault::LeftOutAsTooLong { path, characters })
    });
    long.collect()
}
