use kernel::Id;
use serde_json::Value;

use crate::facts::{Dossier, Fact, Part, Place, Section};

use super::passages::passages;

/// Words of the owner from which a text may be made. It is got from a fact or a document and from
/// nowhere else, and always whole: a fact, a member of an entry, or whole sentences of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source<'a> {
    text: &'a str,
    chunk_id: Id,
    /// Where it begins in the text it is a part of, in bytes.
    at: usize,
}

impl<'a> Source<'a> {
    /// A fact as a whole. None for the fact of an entry: its text is put together from members, so
    /// it is not how the owner says it.
    pub fn fact(fact: &'a Fact) -> Option<Self> {
        // Its text is for searching: no owner has written `Engineer · Acme · since 2019`.
        let is_entry = fact.place.is_some_and(|place| place.part == Part::Entry);
        let told = !is_entry && !fact.text.trim().is_empty();
        told.then_some(Self { text: &fact.text, chunk_id: fact.chunk_id, at: 0 })
    }

    /// The summary at the head of the document.
    pub fn summary(dossier: &'a Dossier) -> Option<Self> {
        Self::member(dossier, Place::entry(Section::Basics, 0), "summary", None)
    }

    /// A text of an entry, by its place below it: `name`, or `keywords` and its number.
    pub(crate) fn member(
        dossier: &'a Dossier,
        entry: Place,
        name: &str,
        number: Option<usize>,
    ) -> Option<Self> {
        let fact = dossier.at(Place::entry(entry.section, entry.entry))?;
        let value = entry_of(dossier, entry)?.get(name)?;
        let text = match number {
            Some(number) => value.get(number)?.as_str()?,
            None => value.as_str()?,
        };
        (!text.trim().is_empty()).then_some(Self { text, chunk_id: fact.chunk_id, at: 0 })
    }

    /// The source that a text was made from before.
    pub(super) fn again(text: &'a str, chunk_id: Id, at: usize) -> Self {
        Self { text, chunk_id, at }
    }

    /// The source by its sentences, in order. Sentences that cannot be understood without the one
    /// before stay with it, and where it is not clear whether one ends, it does not.
    pub fn passages(self) -> Vec<Self> {
        let of = |(at, text)| Self { text, chunk_id: self.chunk_id, at: self.at + at };
        passages(self.text).into_iter().map(of).collect()
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    pub fn chunk_id(&self) -> Id {
        self.chunk_id
    }

    /// Where it begins in the text it is a part of.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Whether a text is a source that a fact offers.
    pub(super) fn is_of(text: &str, fact: &Fact, dossier: &Dossier) -> bool {
        let is_part = |whole: &&str| passages(whole).iter().any(|(_, part)| *part == text);
        let texts = wholes(fact, dossier);
        texts.contains(&text) || texts.iter().any(is_part)
    }

    /// Every text that is a source of a fact: its whole texts, and the sentences of each.
    pub(super) fn texts_of<'b>(fact: &'b Fact, dossier: &'b Dossier) -> Vec<&'b str> {
        let mut texts = wholes(fact, dossier);
        let parts = texts.iter().flat_map(|whole| passages(whole));
        let parts: Vec<&str> = parts.map(|(_, part)| part).collect();
        texts.extend(parts);
        texts.sort_unstable();
        texts.dedup();
        texts
    }
}

fn wholes<'a>(fact: &'a Fact, dossier: &'a Dossier) -> Vec<&'a str> {
    let mut texts: Vec<&str> = Vec::new();
    match fact.place.filter(|place| place.part == Part::Entry) {
        Some(entry) => texts_of(entry_of(dossier, entry), &mut texts),
        None => texts.push(&fact.text),
    }
    texts
}

fn entry_of(dossier: &Dossier, entry: Place) -> Option<&Value> {
    let section = dossier.document.get(entry.section.name())?;
    match entry.section {
        Section::Basics => Some(section),
        _ => section.get(entry.entry),
    }
}

/// The texts of an entry and of its lists.
fn texts_of<'a>(entry: Option<&'a Value>, texts: &mut Vec<&'a str>) {
    for value in entry.and_then(Value::as_object).into_iter().flat_map(|members| members.values()) {
        match value {
            Value::String(text) => texts.push(text),
            Value::Array(values) => texts.extend(values.iter().filter_map(Value::as_str)),
            _ => {}
        }
    }
}
