use serde_json::{Map, Value};

use crate::draft::Statement;
use crate::facts::{Fact, Place, Section};
use crate::selection::{EntryChoice, SkillChoice, Wording};

use super::Sheet;
use super::members::{Member, is_safe_address, member};

/// Texts of one list that are copied.
const MOST_LISTED: usize = 24;

/// What is said under an entry besides what is copied.
#[derive(Default)]
struct Said<'a> {
    with_summary: bool,
    highlights: &'a [Wording],
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
    let (Some(source), Some(fact)) = (sheet.source_entry(place), sheet.sources.at(entry_place))
    else {
        return;
    };
    let path = format!("{}/{}", place.section.name(), entries.len());
    let mut entry = Map::new();
    for (name, value) in source {
        let path = format!("{path}/{name}");
        let copied = match (member(place.section, name), value) {
            (Some(Member::Text), Value::String(text)) => state(sheet, fact, path, text),
            (Some(Member::Summary), Value::String(text)) if said.with_summary => {
                state(sheet, fact, path, text)
            }
            (Some(Member::Address), Value::String(text)) if is_safe_address(text) => {
                Some(value.clone())
            }
            (Some(Member::List), Value::Array(values)) => {
                let chosen = said.keywords.filter(|_| name == "keywords");
                list(sheet, fact, &path, values, chosen)
            }
            (Some(Member::Highlights), _) => highlights(sheet, &path, said.highlights),
            _ => None,
        };
        if let Some(copied) = copied {
            entry.insert(name.clone(), copied);
        }
    }
    if !entry.contains_key("highlights")
        && let Some(added) = highlights(sheet, &format!("{path}/highlights"), said.highlights)
    {
        entry.insert("highlights".into(), added);
    }
    entries.push(Value::Object(entry));
}

fn state(sheet: &mut Sheet<'_>, fact: &Fact, path: String, text: &str) -> Option<Value> {
    if text.trim().is_empty() {
        return None;
    }
    let receipts = vec![sheet.sources.receipt(fact, text)];
    sheet.statements.push(Statement { path, text: text.to_owned(), receipts });
    Some(Value::String(text.to_owned()))
}

fn list(
    sheet: &mut Sheet<'_>,
    fact: &Fact,
    path: &str,
    values: &[Value],
    chosen: Option<&[usize]>,
) -> Option<Value> {
    let all: Vec<usize> = (0..values.len()).collect();
    let texts = chosen.unwrap_or(&all).iter().filter_map(|number| values.get(*number)?.as_str());
    let mut kept = Vec::new();
    for text in texts.filter(|text| !text.trim().is_empty()).take(MOST_LISTED) {
        kept.extend(state(sheet, fact, format!("{path}/{}", kept.len()), text));
    }
    (!kept.is_empty()).then_some(Value::Array(kept))
}

fn highlights(sheet: &mut Sheet<'_>, path: &str, wordings: &[Wording]) -> Option<Value> {
    let mut kept = Vec::new();
    for wording in wordings.iter().filter(|wording| !wording.text.trim().is_empty()) {
        let path = format!("{path}/{}", kept.len());
        let receipts = sheet.sources.receipts(wording);
        sheet.statements.push(Statement { path, text: wording.text.clone(), receipts });
        kept.push(Value::String(wording.text.clone()));
    }
    (!kept.is_empty()).then_some(Value::Array(kept))
}
