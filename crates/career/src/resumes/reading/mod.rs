//! A document as its owner means it.
//!
//! People's resumes come from many hands: dates in words, addresses without a scheme, members of the
//! schema's first version, texts with markup. The document is kept to the letter; what is worked with is
//! its *reading*: a JSON Resume 1.0 tree of the same shape, so that entries and highlights keep their
//! places. What could not be understood is told as a [`Warning`] by its path; nothing is made up, and no
//! address with another scheme than http, https or mailto gets in.

mod addresses;
mod aliases;
mod dates;
mod habits;
mod markup;
mod names;
mod notes;
mod shapes;

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

pub(super) use addresses::is_dangerous;
use dates::{Dated, Side};
use names::{Member, members_of};
use notes::Notes;
use shapes::Listed;

use super::schema::{BASICS, DOCUMENT, Form};

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
    /// Whether the owner tells in one text where they live, which may be a street as well as a town.
    pub(super) has_place_in_one_text: bool,
}

pub(super) fn read(document: &Value) -> Reading {
    let mut notes = Notes::default();
    let whole = document.as_object().cloned().unwrap_or_default();
    let (place, source) = names::unwrapped(&whole);
    let mut source = members_of(source, &place);
    let head = names::of_the_head(&mut source, BASICS);
    let mut tree = members(source, "", DOCUMENT, &mut notes);
    add_to_head(&mut tree, head, &mut notes);
    // After all members are read, as it compares whole entries.
    habits::read(&mut tree, &mut notes);
    notes.tell_unread(document, "document");
    let has_place_in_one_text = notes.has_place_in_one_text;
    Reading { tree: Value::Object(tree), warnings: notes.finish(), has_place_in_one_text }
}

/// What stands beside the head and belongs to it, where the head does not say it.
fn add_to_head(tree: &mut Map<String, Value>, beside: Vec<Member>, notes: &mut Notes) {
    if beside.is_empty() {
        return;
    }
    let basics = tree.entry("basics").or_insert_with(|| Value::Object(Map::new()));
    let Some(basics) = basics.as_object_mut() else { return };
    let is_said = |member: &Member| {
        let today = names::said_in_head(&member.name, BASICS);
        basics.get(today).is_some_and(|known| !names::is_blank(known))
    };
    let (said, new): (Vec<Member>, Vec<Member>) = beside.into_iter().partition(is_said);
    for member in said.iter().filter(|member| !names::is_blank(&member.value)) {
        notes.add(&member.path, "was not read: the head of the document says it");
    }
    for (name, value) in members(new, "basics", BASICS, notes) {
        basics.entry(name).or_insert(value);
    }
}

/// An object of the schema, whose parent calls it `within`. Members that nobody knows stay as they
/// are.
fn members(
    mut source: Vec<Member>,
    within: &str,
    known: &'static [(&'static str, Form)],
    notes: &mut Notes,
) -> Map<String, Value> {
    if within == "basics" {
        names::join_name(&mut source, known, notes);
    }
    let mut read = Map::new();
    let said = names::said_today(within, &source, known);
    for Member { name, path, value } in &source {
        let today = names::today(within, name, &source, known);
        // What was said under one name is not unsaid under another.
        // The first that says something wins. The document's order is the owner's.
        if let Some(held) = read.get(today).filter(|held| !names::is_blank(held)) {
            match names::is_blank(value) || value == held {
                true => notes.read(path),
                false => notes.add(path, &format!("was not read: another member says the {today}")),
            }
            continue;
        }
        let form = known.iter().find(|(known, _)| *known == today).map(|(_, form)| *form);
        match form {
            Some(_) if matches!(today, "$schema" | "meta") => {
                notes.read(path);
                read.insert(today.to_owned(), value.clone());
            }
            Some(Form::Date) => date(&mut read, &said, today, value, path, notes),
            Some(form) => {
                if let Some(value) = member(value, path, today, form, notes) {
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
            let source = shapes::object(value, name, path).or_else(|| {
                notes.add(path, "is no object and was not read");
                None
            })?;
            if name == "location" {
                let is_text = |member: &Member| {
                    let today = names::today(name, &member.name, &source, known);
                    !matches!(today, "city" | "region") || member.value.is_string()
                };
                let is_one = value.is_string() || !source.iter().all(is_text);
                notes.has_place_in_one_text |= is_one;
            }
            Some(Value::Object(members(source, name, known, notes)))
        }
        Form::List(known) => {
            let Some(entries) = shapes::entries(value, name, known, path) else {
                notes.add(path, "is no list and was not read");
                return None;
            };
            notes.set_entries(name, entries.iter().map(|entry| entry.path.clone()).collect());
            let entry = |Listed { path, members: source }: Listed| {
                let source = source.unwrap_or_else(|| {
                    notes.add(&path, "is no object and was not read");
                    Vec::new()
                });
                Value::Object(members(source, name, known, notes))
            };
            Some(entries.into_iter().map(entry).collect())
        }
        Form::Texts => {
            let texts = shapes::texts(value, name, path);
            let text = |(path, value): (String, Value)| {
                let found = shapes::text(&value, name, &path, notes);
                if found.is_none() && !value.is_null() {
                    notes.add(&path, "is no text and was not read");
                }
                Value::String(markup::clean(&found.unwrap_or_default()))
            };
            Some(texts.into_iter().map(text).collect())
        }
        Form::Text | Form::Date | Form::Address | Form::Email => {
            let Some(text) = shapes::text(value, name, path, notes) else {
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
    let told = |name: &str| said.contains(name);
    let text = match value {
        Value::Null => return,
        Value::Object(parts) => dates::of_parts(parts).map(|(text, used)| {
            used.iter().for_each(|part| notes.read(&format!("{path}.{part}")));
            text
        }),
        // `2019.5` is half a year, and `2019.10` has lost its last figure.
        Value::Number(number) if !number.is_u64() => {
            notes.add(path, "is no date that is known here and is not shown");
            if name == "endDate" {
                read.insert(name.to_owned(), Value::String(UNKNOWN.to_owned()));
            }
            return;
        }
        _ => shapes::text(value, name, path, notes),
    };
    let Some(text) = text else {
        notes.add(path, "is no date and was not read");
        // There is an end, and nobody knows when: that is not "until today".
        if name == "endDate" {
            read.insert(name.to_owned(), Value::String(UNKNOWN.to_owned()));
        }
        return;
    };
    let mut set =
        |name: &str, date: String| drop(read.insert(name.to_owned(), Value::String(date)));
    if name == "endDate" && text.trim() == UNKNOWN {
        return set(name, UNKNOWN.to_owned());
    }
    // What people write where they have nothing to say.
    if dates::read(&text) == Dated::Nothing && text.trim() != UNKNOWN {
        return;
    }
    // `until 2019` is no beginning, and `since 2019` no end, wherever it stands.
    let name = match (name, dates::side(&text)) {
        ("startDate", Some(Side::End)) if told("endDate") => {
            return notes
                .add(path, "was not read: it says an end, and another member says the endDate");
        }
        ("startDate", Some(Side::End)) => "endDate",
        ("endDate", Some(Side::Beginning)) if told("startDate") => {
            let message =
                "was not read: it says a beginning, and another member says the startDate";
            return notes.add(path, message);
        }
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
                match told("startDate") {
                    true => {
                        notes.add(path, "was read for its end: another member says the startDate")
                    }
                    false => set("startDate", from),
                }
                // Only where the text gives an end. Nothing after the dash means that it goes on.
                if let Some(to) = to {
                    set("endDate", to);
                }
            }
            ("startDate", to) => {
                set("startDate", from);
                match (to, told("endDate")) {
                    (Some(_), true) => {
                        notes.add(
                            path,
                            "was read for its beginning: another member says the endDate",
                        );
                    }
                    (Some(to), false) => set("endDate", to),
                    (None, _) => {}
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
