use kernel::Id;
use serde_json::Value;

use crate::facts::{Dossier, Fact, Part, Place, Section};
use crate::lists::{lines, words};

/// Words of the owner from which a text may be made. It is got from a fact or a document and from
/// nowhere else, and always whole: a fact, a member of an entry, or whole sentences of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source<'a> {
    text: &'a str,
    chunk_id: Id,
}

impl<'a> Source<'a> {
    /// A fact as a whole. None for the fact of an entry: its text is put together from members, so
    /// it is not how the owner says it.
    pub fn fact(fact: &'a Fact) -> Option<Self> {
        // Its text is for searching: no owner has written `Engineer · Acme · since 2019`.
        let is_entry = fact.place.is_some_and(|place| place.part == Part::Entry);
        let told = !is_entry && !fact.text.trim().is_empty();
        told.then_some(Self { text: &fact.text, chunk_id: fact.chunk_id })
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
        (!text.trim().is_empty()).then_some(Self { text, chunk_id: fact.chunk_id })
    }

    /// The source that a text was made from before.
    pub(super) fn again(text: &'a str, chunk_id: Id) -> Self {
        Self { text, chunk_id }
    }

    /// The source by its sentences, in order. Sentences that cannot be understood without the one
    /// before stay with it, and where it is not clear whether one ends, it does not.
    pub fn passages(self) -> Vec<Self> {
        let of = |text: &'a str| Self { text, chunk_id: self.chunk_id };
        passages(self.text).into_iter().map(of).collect()
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    pub fn chunk_id(&self) -> Id {
        self.chunk_id
    }

    /// Whether a text is a source that a fact offers.
    pub(super) fn is_of(text: &str, fact: &Fact, dossier: &Dossier) -> bool {
        let mut texts: Vec<&str> = Vec::new();
        match fact.place.filter(|place| place.part == Part::Entry) {
            Some(entry) => texts_of(entry_of(dossier, entry), &mut texts),
            None => texts.push(&fact.text),
        }
        texts.contains(&text) || texts.iter().any(|whole| passages(whole).contains(&text))
    }
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

const LIST: &str = include_str!("../../data/leaning.txt");

fn passages(text: &str) -> Vec<&str> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut begin = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if is_end(text, at, c) {
            push(text, begin, end, &mut found);
            begin = end;
        }
    }
    push(text, begin, text.len(), &mut found);
    found.into_iter().map(|(from, to)| &text[from..to]).collect()
}

fn push(text: &str, begin: usize, end: usize, found: &mut Vec<(usize, usize)>) {
    let part = &text[begin..end];
    let left = part.trim_start();
    let (from, to) = (end - left.len(), begin + part.trim_end().len());
    if from >= to {
        return;
    }
    match found.last_mut() {
        // Such a sentence alone could mean something else, so it is offered only together with the
        // one before it.
        Some(last) if leans_back(&text[from..to]) => last.1 = to,
        _ => found.push((from, to)),
    }
}

/// Whether a sentence ends with this character: a mark, a blank, and a capital letter after it. A
/// short word before a dot may be an abbreviation ("Dr.", "approx."), so the sentence goes on.
fn is_end(text: &str, at: usize, c: char) -> bool {
    if !matches!(c, '.' | '!' | '?') {
        return false;
    }
    let after = &text[at + c.len_utf8()..];
    let next = after.trim_start();
    let begins = after.len() > next.len() && next.starts_with(char::is_uppercase);
    let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let digits = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let long = word.chars().count() > 3 && word.chars().skip(1).all(char::is_lowercase);
    let short = words(LIST, "abbreviations").any(|known| word.eq_ignore_ascii_case(known));
    // A question or an exclamation always ends. A dot only where it can be nothing else.
    begins && (c != '.' || ((long || digits) && !short))
}

/// Whether a sentence begins as those do that cannot be understood without the one before.
fn leans_back(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    lines(LIST, "leaning").any(|beginning| {
        let rest = lower.strip_prefix(beginning);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_points_back_is_known_by_its_beginning() {
        for text in ["Before that I taught.", "There, I ran the mill.", "It grew.", "However, no."]
        {
            assert!(leans_back(text), "{text}");
        }
        for text in
            ["Italian is my mother tongue.", "Thereafter Ltd. grew.", "So-called.", "I ran it."]
        {
            assert!(!leans_back(text), "{text}");
        }
    }

    #[test]
    fn a_text_is_parted_only_where_a_sentence_surely_ends() {
        for (text, parts) in [
            ("I build engines. I teach.", &["I build engines.", "I teach."][..]),
            (
                "I was offered the post of CTO. But I declined. I teach.",
                &["I was offered the post of CTO. But I declined.", "I teach."],
            ),
            (
                "Not managed by Dr. Ada Byron. I teach.",
                &["Not managed by Dr. Ada Byron.", "I teach."],
            ),
            ("I worked for Acme Inc. Led nobody.", &["I worked for Acme Inc. Led nobody."]),
            ("No team; led by others.\nI teach", &["No team; led by others.", "I teach"]),
            ("It grew from 3 to 5. Costs fell!", &["It grew from 3 to 5.", "Costs fell!"]),
            ("Planned to\nLead 30 people", &["Planned to\nLead 30 people"]),
            (" . ", &["."]),
            ("", &[]),
        ] {
            assert_eq!(passages(text), parts, "{text}");
        }
    }
}
