//! A document as its owner means it.
//!
//! People's resumes come from many hands: dates in words, addresses without a scheme, members of the
//! schema's first version, texts with markup. The document is kept to the letter; what is worked with is
//! its *reading*: a JSON Resume 1.0 tree of the same shape, so that entries and highlights keep their
//! places. What could not be understood is told as a [`Warning`] by its path; nothing is made up, and no
//! address with another scheme than http, https or mailto gets in.

mod addresses;
mod dates;
mod habits;
mod markup;
mod names;
mod shapes;

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

pub(super) use addresses::is_dangerous;
use dates::{Dated, Side};

use super::schema::{DOCUMENT, Form};

/// Something in a document that was not understood, or not as it stands there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Warning {
    /// Where, such as `document.work[0].startDate`.
    pub(super) path: String,
    /// The rest of a sentence that begins with the path.
    pub(super) message: String,
}

impl Warning {
    pub(super) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

/// A date as the schema has it, where a text says one and nothing else.
pub(super) fn iso_date(text: &str) -> Option<String> {
    match dates::read(text) {
        Dated::On(date) => Some(date),
        _ => None,
    }
}

/// What a document says.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) tree: Value,
    pub(super) warnings: Vec<Warning>,
}

/// Beyond these nobody reads on.
const MOST_WARNINGS: usize = 50;

#[derive(Debug, Default)]
struct Notes(Vec<Warning>);

impl Notes {
    fn add(&mut self, path: &str, message: &str) {
        if self.0.len() < MOST_WARNINGS {
            self.0.push(Warning::new(path, message));
        }
    }
}

pub(super) fn read(document: &Value) -> Reading {
    let mut notes = Notes::default();
    let source = document.as_object().cloned().unwrap_or_default();
    let mut tree = members(&source, "document", "", DOCUMENT, &mut notes);
    // After all members are read, as it compares whole entries.
    habits::read(&mut tree, &mut notes);
    Reading { tree: Value::Object(tree), warnings: notes.0 }
}

/// An object of the schema, whose parent calls it `within`. Members that nobody knows stay as they
/// are.
fn members(
    source: &Map<String, Value>,
    place: &str,
    within: &str,
    known: &[(&str, Form)],
    notes: &mut Notes,
) -> Map<String, Value> {
    let mut read = Map::new();
    let said = names::said_today(within, source);
    for (name, value) in source {
        let path = format!("{place}.{name}");
        let today = names::today(within, name, source);
        // What was said under one name is not unsaid under another.
        // The first that says something wins. The document's order is the owner's.
        if let Some(known) = read.get(today).filter(|known| !names::is_blank(known)) {
            if today != name && !names::is_blank(value) && value != known {
                notes.add(&path, &format!("was not read: another member says the {today}"));
            }
            continue;
        }
        let form = known.iter().find(|(known, _)| *known == today).map(|(_, form)| *form);
        match form {
            Some(_) if matches!(today, "$schema" | "meta") => {
                drop(read.insert(name.clone(), value.clone()))
            }
            Some(Form::Date) => date(&mut read, &said, today, value, &path, notes),
            Some(form) => {
                if let Some(value) = member(value, &path, today, form, notes) {
                    read.insert(today.to_owned(), value);
                }
            }
            None => drop(read.insert(name.clone(), value.clone())),
        }
    }
    read
}

/// A member by its form; none when it says nothing.
fn member(value: &Value, path: &str, name: &str, form: Form, notes: &mut Notes) -> Option<Value> {
    if value.is_null() {
        return None;
    }
    match form {
        Form::Object(known) => {
            let source = shapes::object(value, name).or_else(|| {
                notes.add(path, "is no object and was not read");
                None
            })?;
            Some(Value::Object(members(&source, path, name, known, notes)))
        }
        Form::List(known) => {
            let Some(entries) = shapes::entries(value, name) else {
                notes.add(path, "is no list and was not read");
                return None;
            };
            let entry = |(number, value): (usize, &Value)| {
                let path = format!("{path}[{number}]");
                let source = shapes::entry(value, name).unwrap_or_else(|| {
                    notes.add(&path, "is no object and was not read");
                    Map::new()
                });
                Value::Object(members(&source, &path, name, known, notes))
            };
            Some(entries.iter().enumerate().map(entry).collect())
        }
        Form::Texts => {
            let texts = shapes::texts(value, name);
            let text = |(number, value): (usize, &Value)| {
                let found = shapes::text(value, name);
                if found.is_none() && !value.is_null() {
                    notes.add(&format!("{path}[{number}]"), "is no text and was not read");
                }
                Value::String(markup::clean(&found.unwrap_or_default()))
            };
            Some(texts.iter().enumerate().map(text).collect())
        }
        Form::Text | Form::Date | Form::Address | Form::Email => {
            let Some(text) = shapes::text(value, name) else {
                notes.add(path, "is no text and was not read");
                return None;
            };
            let read = match form {
                Form::Address => addresses::web(&text),
                Form::Email => addresses::mail(&text),
                _ if name == "image" && is_dangerous(&text) => Err(OWN_PICTURE),
                // In a telephone number a star is a star.
                _ if PLAIN.contains(&name) => Ok(Some(text)),
                _ => Ok(Some(markup::clean(&text))),
            };
            match read {
                Ok(read) => read.map(Value::String),
                Err(why) => {
                    notes.add(path, why);
                    None
                }
            }
        }
    }
}

const OWN_PICTURE: &str =
    "is no address and is not shown: upload the picture and name its address here";

/// Texts in which a mark is a mark.
const PLAIN: [&str; 5] = ["image", "phone", "username", "postalCode", "countryCode"];

/// Stands for an end that is told and not understood.
const UNKNOWN: &str = "?";

/// A date, or what two dates in one member say; `said` are the members that say something, by their names of
/// today. What nobody understands stays in the owner's words: without its end, work would seem to go on.
fn date(
    read: &mut Map<String, Value>,
    said: &HashSet<&str>,
    name: &str,
    value: &Value,
    path: &str,
    notes: &mut Notes,
) {
    let text = match value {
        Value::Null => return,
        Value::Object(parts) => dates::of_parts(parts),
        _ => shapes::text(value, name),
    };
    let mut set =
        |name: &str, date: String| drop(read.insert(name.to_owned(), Value::String(date)));
    let told = |name: &str| said.contains(name);
    let Some(text) = text else {
        notes.add(path, "is no date and was not read");
        // There is an end, and nobody knows when: that is not "until today".
        if name == "endDate" {
            set(name, UNKNOWN.to_owned());
        }
        return;
    };
    if name == "endDate" && text.trim() == UNKNOWN {
        return set(name, UNKNOWN.to_owned());
    }
    // `until 2019` is no beginning, and `since 2019` no end, wherever it stands.
    let name = match (name, dates::side(&text)) {
        ("startDate", Some(Side::End)) if told("endDate") => return,
        ("startDate", Some(Side::End)) => "endDate",
        ("endDate", Some(Side::Beginning)) if told("startDate") => return,
        ("endDate", Some(Side::Beginning)) => "startDate",
        (name, _) => name,
    };
    let unclear = match name {
        "startDate" => false,
        // It may be a beginning after which it goes on.
        "endDate" => text.trim_end().ends_with(['-', '–', '—']) && text.trim().len() > 3,
        // A certificate that was good until 2019 is not one of 2019.
        _ => dates::side(&text) == Some(Side::End) && !matches!(dates::read(&text), Dated::Nothing),
    };
    let dated = if unclear { Dated::Unknown } else { dates::read(&text) };
    match dated {
        Dated::Nothing | Dated::Running => {}
        Dated::On(date) => set(name, date),
        Dated::About(date) => {
            notes.add(path, &format!("was read as {date}"));
            set(name, date);
        }
        Dated::Between(from, to) => match (name, to) {
            ("endDate", to) => {
                if !told("startDate") {
                    set("startDate", from);
                }
                // Only where the text gives an end. Nothing after the dash means that it goes on.
                if let Some(to) = to {
                    set("endDate", to);
                }
            }
            ("startDate", to) => {
                set("startDate", from);
                if let Some(to) = to.filter(|_| !told("endDate")) {
                    set("endDate", to);
                }
            }
            (_, to) => {
                let date = to.unwrap_or(from);
                notes.add(path, &format!("was read as {date}"));
                set(name, date);
            }
        },
        Dated::Unknown => {
            notes.add(path, "is no date that is known here and is shown as it stands");
            let goes_on = dates::side(&text) == Some(Side::Beginning);
            // `2019-20` may say the end as well. As a beginning it would go on until today.
            let name = match name {
                "startDate" if !goes_on && !told("endDate") => "endDate",
                name => name,
            };
            set(name, text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
}

#[cfg(test)]
mod tests;
