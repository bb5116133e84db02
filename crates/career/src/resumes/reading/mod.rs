//! A document as its owner means it.
//!
//! People's resumes come from many hands: dates in words, addresses without a scheme, members of the
//! schema's first version, texts with markup. The document is kept to the letter; what is worked with is
//! its *reading*: a JSON Resume 1.0 tree of the same shape, so that entries and highlights keep their
//! places. What could not be understood is told as a [`Warning`] by its path; nothing is made up, and no
//! address with another scheme than http, https or mailto gets in.

mod addresses;
mod aliases;
mod alike;
mod builders;
mod bullets;
mod calendars;
mod contacts;
mod dates;
mod formats;
mod groups;
mod habits;
mod listing;
mod markup;
mod meta;
pub(in crate::resumes) mod months;
mod nameless;
mod names;
mod notes;
mod reach;
mod running;
mod schooling;
mod shapes;
mod spans;
mod texts;
pub(in crate::resumes) mod time_words;
mod tongues;
mod translations;
mod unspaced;
mod ways;
mod when;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

pub(super) use addresses::is_dangerous;
pub(super) use bullets::without_bullet;
use dates::Dated;
use markup::Clean;
pub use names::section_of;
use names::{Member, members_of};
use notes::{Notes, says_something};
use shapes::Listed;
use when::UNKNOWN;

use super::language::{Language, guess};
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

/// Whether a text tells a time and nothing else.
pub(super) fn tells_time(text: &str) -> bool {
    !matches!(dates::read(text), Dated::Nothing | Dated::Unknown)
}

/// The languages in which a text ends with a word for today.
pub(super) fn runs_in(text: &str) -> Vec<&'static str> {
    dates::running_word(text).map(|(_, tags)| tags).unwrap_or_default()
}

/// What a document says.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) tree: Value,
    pub(super) warnings: Vec<Warning>,
    /// Whether the owner tells in one text where they live, which may be a street as well as a town.
    pub(super) has_place_in_one_text: bool,
    /// Which texts of which entries tell several things.
    pub(super) parted: Vec<Parted>,
    /// How many positions each entry of the work section was read as, where one was several; the same for others.
    pub(super) spread: Vec<(String, Vec<usize>)>,
}

/// The highlights of an entry, and how many things each text of them tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parted {
    pub(super) section: String,
    pub(super) entry: usize,
    pub(super) counts: Vec<usize>,
}

pub(super) fn read(document: &Value) -> Reading {
    let mut notes = Notes::default();
    let (written, one) = (document, tongues::in_one(document, &mut notes));
    let document = one.as_ref();
    let whole = document.as_object().cloned().unwrap_or_default();
    let (place, source) = names::unwrapped(&whole);
    let mut source = members_of(source, &place);
    builders::unfold(&mut source, &mut notes);
    let mut head = names::of_the_head(&mut source, BASICS);
    meta::take_head(&source, &mut head, &mut notes);
    let mut tree = members(source, "", DOCUMENT, &mut notes);
    add_to_head(&mut tree, head, &mut notes);
    // After all members are read, as it compares whole entries.
    habits::read(&mut tree, &mut notes);
    nameless::read(&mut tree, &mut notes);
    notes.tell_unread(written, "document");
    let (has_place_in_one_text, parted) = (notes.has_place_in_one_text, notes.parted());
    let tree = keep_today(Value::Object(tree), document, notes.today.as_deref());
    let spread = notes.spread();
    Reading { tree, warnings: notes.finish(), has_place_in_one_text, parted, spread }
}

/// Where the language of a document has no words here, its own word for today is kept for whoever prints it.
fn keep_today(mut tree: Value, document: &Value, word: Option<&str>) -> Value {
    let is_other = |tag: &&str| Language::of_tag(tag) == Some(Language::Other);
    let word = word.filter(|word| runs_in(word).iter().any(is_other));
    let word = word.filter(|_| guess(document, &tree) == Some(Language::Other));
    if let (Some(word), Some(members)) = (word, tree.as_object_mut()) {
        let meta = members.entry("meta").or_insert_with(|| Value::Object(Map::new()));
        if let Some(meta) = meta.as_object_mut() {
            meta.insert(TODAY.to_owned(), word.into());
        }
    }
    tree
}

/// For tests of other rooms.
#[cfg(test)]
pub(crate) fn tree_of(document: &Value) -> Value {
    read(document).tree
}

/// The member of `meta` that has the owner's word for today. It is in readings alone.
pub(crate) const TODAY: &str = "x-today";

/// What stands beside the head and belongs to it, where the head does not say it.
fn add_to_head(tree: &mut Map<String, Value>, mut beside: Vec<Member>, notes: &mut Notes) {
    contacts::unfold(&mut beside, notes);
    builders::unfold_accounts(&mut beside, notes);
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
        contacts::unfold(&mut source, notes);
        builders::unfold_accounts(&mut source, notes);
        contacts::gather_place(&mut source);
        names::join_name(&mut source, known, notes);
    }
    if known.iter().any(|(name, _)| *name == "endDate") || within == "publications" {
        builders::unfold_spans(&mut source);
    }
    if within == "projects" {
        listing::join_texts(&mut source, notes);
    }
    if within == "education" {
        schooling::sort(&mut source, notes);
    }
    let form_of =
        |name: &str| known.iter().find(|(known, _)| *known == name).map(|(_, form)| *form);
    let source = names::in_order(source, within, known);
    let mut read = Map::new();
    let said = names::said_today(within, &source, known);
    for Member { name, path, value } in &source {
        let today = names::today(within, name, &source, known);
        let form = form_of(today);
        // What was said under one name is not unsaid under another.
        // The first that says something wins. The document's order is the owner's.
        if let Some(held) = read.get_mut(today).filter(|held| !names::is_blank(held)) {
            let is_said = names::says_none(today, value) || value == held;
            let more = form.filter(|form| !is_said && names::adds_to(today, *form, value));
            let more = more.and_then(|form| member(value, path, today, form, notes));
            match more {
                _ if is_said => notes.read(path),
                Some(more) => add(held, more),
                None => notes.add(path, &format!("was not read: another member says the {today}")),
            }
            continue;
        }
        match form {
            Some(_) if matches!(today, "$schema" | "meta") => {
                notes.read(path);
                meta::tell(value, path, notes);
                read.insert(today.to_owned(), value.clone());
            }
            Some(Form::Date) => when::date(&mut read, &said, today, value, path, notes),
            Some(Form::Text) if listing::read(within, today, value, &said, &mut read) => {
                notes.read(path);
            }
            Some(form) => {
                if let Some(value) = member(value, path, today, form, notes) {
                    read.insert(today.to_owned(), value);
                }
            }
            None => drop(read.insert(name.clone(), value.clone())),
        }
    }
    if known.iter().any(|(name, _)| *name == "endDate") {
        running::read(&source, &mut read, notes);
        when::drop_lone_sign(&mut read, notes);
        when::drop_first_day(&source, &mut read, within, known, notes);
        when::doubt_order(&source, &read, within, known, notes);
    }
    read
}

/// More of the same goes behind, so that whatever is there keeps its place.
fn add(held: &mut Value, more: Value) {
    match (held, more) {
        (Value::Array(held), Value::Array(more)) => held.extend(more),
        // Several numbers are shown behind each other.
        (Value::String(held), Value::String(more)) => {
            held.push_str(", ");
            held.push_str(&more);
        }
        _ => {}
    }
}

/// A member by its form; none when it says nothing.
fn member(value: &Value, path: &str, name: &str, form: Form, notes: &mut Notes) -> Option<Value> {
    let is_within = value.is_object() || value.is_array();
    let is_list = matches!(form, Form::List(_) | Form::Texts | Form::Object(_));
    // `{"label": "", "href": ""}` is what some editors keep of nothing.
    if value.is_null() || (is_within && !is_list && !says_something(value)) {
        return None;
    }
    match form {
        Form::Object(known) => {
            let source = shapes::object(value, name, path, notes).or_else(|| {
                notes.add(path, "is no object and was not read");
                None
            })?;
            if name == "location" {
                let is_text = |member: &Member| {
                    let today = names::today(name, &member.name, &source, known);
                    !matches!(today, "city" | "region") || member.value.is_string()
                };
                let is_one = shapes::is_place_in_words(value) || !source.iter().all(is_text);
                notes.has_place_in_one_text |= is_one;
            }
            Some(Value::Object(members(source, name, known, notes)))
        }
        Form::List(known) => {
            let Some(entries) = shapes::entries(value, name, known, path) else {
                notes.add(path, "is no list and was not read");
                return None;
            };
            notes.add_entries(name, entries.iter().map(|entry| entry.path.clone()));
            notes.add_spread(name, entries.iter().map(|entry| entry.is_further));
            let entry = |Listed { path, members: source, .. }: Listed| {
                let source = source.unwrap_or_else(|| {
                    notes.add(&path, "is no object and was not read");
                    Vec::new()
                });
                notes.begin_entry(&path);
                if builders::is_unseen(&source) {
                    notes.add(&path, builders::HIDDEN);
                    return Value::Object(Map::new());
                }
                Value::Object(members(source, name, known, notes))
            };
            Some(entries.into_iter().map(entry).collect())
        }
        Form::Texts => Some(listed(value, name, path, notes)),
        Form::Text | Form::Date | Form::Address | Form::Email => {
            let one = reach::one_of(value, name, form, path);
            let (value, path) = one.as_ref().map_or((value, path), |(it, path)| (it, path));
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
                _ => {
                    let clean = Clean::of(&text);
                    notes.tell_less(path, &clean);
                    let is_prose = shapes::PROSE.contains(&name);
                    Ok(Some(if is_prose { clean.prose() } else { clean.text() }))
                }
            };
            let read = read.map(|text| text.filter(|text| !shapes::is_mark(text)));
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

/// The texts of a list. What a text tells one by one becomes texts of their own.
fn listed(value: &Value, name: &str, path: &str, notes: &mut Notes) -> Value {
    let mut found: Vec<Value> = Vec::new();
    let mut counts = Vec::new();
    for (path, value) in texts::texts(value, name, path) {
        let text = texts::item(&value, name, &path, notes);
        if text.is_none() && !value.is_null() {
            notes.add(&path, "is no text and was not read");
        }
        let clean = Clean::of(&text.unwrap_or_default());
        notes.tell_less(&path, &clean);
        let parts = clean.parts();
        counts.push(parts.len());
        notes.add_text(name, &path, parts.len());
        // A mark alone is nothing. It leaves its place.
        let parts =
            parts.into_iter().map(|it| if shapes::is_nothing(&it) { String::new() } else { it });
        found.extend(parts.map(Value::String));
    }
    if name == "highlights" {
        notes.add_counts(path, counts);
    }
    Value::Array(found)
}

const OWN_PICTURE: &str =
    "is no address and is not shown: upload the picture and name its address here";

/// Texts in which a mark is a mark.
const PLAIN: [&str; 5] = ["image", "phone", "username", "postalCode", "countryCode"];

#[cfg(test)]
mod tests;
