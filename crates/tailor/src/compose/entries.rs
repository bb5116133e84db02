use serde_json::{Map, Value};

use crate::delivered::{Delivered, Source};
use crate::facts::{Place, Section};
use crate::selection::{EntryChoice, SkillChoice};

use super::Sheet;
use super::announced::with_announcements;
use super::members::{Member, is_safe_address, member};

/// Texts of one list that are copied.
const MOST_LISTED: usize = 24;

/// What is said under an entry besides what is copied.
#[derive(Default)]
struct Said<'a> {
    with_summary: bool,
    /// How many of its sentences; all when none is given.
    sentences: Option<usize>,
    highlights: &'a [Delivered],
    /// The keywords to show, by position; all when none is given.
    keywords: Option<&'a [usize]>,
}

pub(super) fn chosen(
    sheet: &mut Sheet<'_>,
    section: Section,
    choices: &[EntryChoice],
) -> Vec<Value> {
    let mut entries = Vec::new();
    for choice in choices.iter().filter(|choice| choice.entry.section == section) {
        let said = Said {
            with_summary: choice.with_summary,
            sentences: choice.sentences,
            highlights: &choice.highlights,
            keywords: None,
        };
        push(sheet, choice.entry, said, &mut entries);
    }
    entries
}

pub(super) fn skills(sheet: &mut Sheet<'_>, choices: &[SkillChoice]) -> Vec<Value> {
    let mut entries = Vec::new();
    for choice in choices {
        let said = Said { keywords: Some(&choice.keywords), ..Said::default() };
        push(sheet, Place::entry(Section::Skills, choice.entry), said, &mut entries);
    }
    entries
}

pub(super) fn kept(sheet: &mut Sheet<'_>, section: Section, places: &[Place]) -> Vec<Value> {
    let mut entries = Vec::new();
    for place in places.iter().filter(|place| place.section == section) {
        push(sheet, *place, Said { with_summary: true, ..Said::default() }, &mut entries);
    }
    entries
}

/// Adds an entry, unless the document has none there or no fact holds it.
fn push(sheet: &mut Sheet<'_>, place: Place, said: Said<'_>, entries: &mut Vec<Value>) {
    let entry_place = Place::entry(place.section, place.entry);
    // Without a fact the entry has no chunk, and without a chunk no receipt.
    let (Some(source), true) = (sheet.source_entry(place), sheet.sources.has(entry_place)) else {
        return;
    };
    // Counted in the new document, where entries that were left out take no number.
    let path = format!("{}/{}", place.section.name(), entries.len());
    let mut entry = Map::new();
    for (name, value) in source {
        let path = format!("{path}/{name}");
        // What is not in this table is left behind, because no fact holds it.
        let copied = match (member(place.section, name), value) {
            (Some(Member::Text), Value::String(_)) => state(sheet, entry_place, (name, None), path),
            (Some(Member::Summary), Value::String(_)) if said.with_summary => {
                summary(sheet, entry_place, (name, said.sentences), path)
            }
            (Some(Member::Address), Value::String(text)) if is_safe_address(text) => {
                Some(value.clone())
            }
            (Some(Member::List), Value::Array(values)) => {
                let chosen = said.keywords.filter(|_| name == "keywords");
                list(sheet, entry_place, (name, values.len()), &path, chosen)
            }
            (Some(Member::Highlights), _) => highlights(sheet, &path, said.highlights),
            _ => None,
        };
        if let Some(copied) = copied {
            entry.insert(name.clone(), copied);
        }
    }
    // The document may have no `highlights`, while the memory knows some for this employer.
    if !entry.contains_key("highlights")
        && let Some(added) = highlights(sheet, &format!("{path}/highlights"), said.highlights)
    {
        entry.insert("highlights".into(), added);
    }
    entries.push(Value::Object(entry));
}

fn state(
    sheet: &mut Sheet<'_>,
    entry: Place,
    (name, number): (&str, Option<usize>),
    path: String,
) -> Option<Value> {
    let source = Source::member(sheet.dossier, entry, name, number)?;
    sheet.state(path, vec![Delivered::verbatim(source)])
}

/// Prose, in the owner's approved words where there are some; of a long one so many sentences.
fn summary(
    sheet: &mut Sheet<'_>,
    entry: Place,
    (name, sentences): (&str, Option<usize>),
    path: String,
) -> Option<Value> {
    let source = Source::member(sheet.dossier, entry, name, None)?;
    let parts = match sentences {
        Some(count) => source.passages().into_iter().take(count).collect(),
        None => vec![source],
    };
    let approvals = &sheet.dossier.approvals;
    let told = parts.into_iter().map(|part| Delivered::told(part, approvals)).collect();
    sheet.state(path, told)
}

fn list(
    sheet: &mut Sheet<'_>,
    entry: Place,
    (name, count): (&str, usize),
    path: &str,
    chosen: Option<&[usize]>,
) -> Option<Value> {
    let all: Vec<usize> = (0..count).collect();
    let mut kept = Vec::new();
    for number in chosen.unwrap_or(&all) {
        if kept.len() < MOST_LISTED {
            let path = format!("{path}/{}", kept.len());
            kept.extend(state(sheet, entry, (name, Some(*number)), path));
        }
    }
    (!kept.is_empty()).then_some(Value::Array(kept))
}

fn highlights(sheet: &mut Sheet<'_>, path: &str, chosen: &[Delivered]) -> Option<Value> {
    let mut kept = Vec::new();
    for text in with_announcements(sheet.dossier, chosen) {
        kept.extend(sheet.state(format!("{path}/{}", kept.len()), vec![text]));
    }
    (!kept.is_empty()).then_some(Value::Array(kept))
}
