//! What a reading has looked at, and what it could not make sense of. Whatever of a document no rule has
//! looked at is told, too: nothing is lost in silence.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::dates::running_word;
use super::markup::Clean;
use super::names::is_blank;
use super::{Parted, Warning};
use crate::resumes::written::place_below;

/// Beyond these nobody reads on.
const MOST_WARNINGS: usize = 50;
const NOT_READ: &str = "is not known here and was not read";

#[derive(Debug, Default)]
pub(super) struct Notes {
    warnings: Vec<Warning>,
    /// Warnings that were too many.
    more: usize,
    /// Places that a rule has looked at with all that is below them, or that a warning names.
    known: BTreeSet<String>,
    /// Where the entries of a list of the reading stand in the document.
    entries: HashMap<String, Vec<String>>,
    /// The entry that is being read, and where the texts of the lists of each stand.
    entry: String,
    texts: HashMap<(String, String), Vec<String>>,
    /// For each entry of a list whether it is a further position of the one before it.
    further: HashMap<String, Vec<bool>>,
    /// Whether the owner tells in one text where they live.
    pub(super) has_place_in_one_text: bool,
    /// The end of the entry that is being read, where it is a sign that tells none.
    pub(super) open: Option<String>,
    /// The first word for today that a date of the document has.
    pub(super) today: Option<String>,
    /// Lists of highlights by their places, and how many things each of their texts tells.
    counts: Vec<(String, Vec<usize>)>,
}

impl Notes {
    /// Something that was not understood, or not as it stands there.
    pub(super) fn add(&mut self, path: &str, message: &str) {
        self.known.insert(path.to_owned());
        match self.warnings.len() < MOST_WARNINGS {
            true => self.warnings.push(Warning::new(path, message)),
            false => self.more += 1,
        }
    }

    /// A rule has looked at this, and at all that is below it.
    pub(super) fn read(&mut self, path: &str) {
        self.known.insert(path.to_owned());
    }

    /// A date that goes on, as it is written.
    pub(super) fn goes_on(&mut self, text: &str) {
        if self.today.is_none() {
            self.today = running_word(text).map(|(word, _)| word.to_owned());
        }
    }

    /// Whether a rule has looked at this already.
    pub(super) fn knows(&self, path: &str) -> bool {
        self.known.contains(path)
    }

    pub(super) fn add_entries(&mut self, list: &str, paths: impl Iterator<Item = String>) {
        self.entries.entry(list.to_owned()).or_default().extend(paths);
    }

    pub(super) fn add_spread(&mut self, list: &str, further: impl Iterator<Item = bool>) {
        self.further.entry(list.to_owned()).or_default().extend(further);
    }

    /// The lists of which an entry became several, with how many each became.
    pub(super) fn spread(&self) -> Vec<(String, Vec<usize>)> {
        let spread = self.further.iter().filter(|(_, further)| further.contains(&true));
        let counted = spread.map(|(list, further)| {
            let mut counts: Vec<usize> = Vec::new();
            for is_further in further {
                match counts.last_mut().filter(|_| *is_further) {
                    Some(last) => *last += 1,
                    None => counts.push(1),
                }
            }
            (list.clone(), counts)
        });
        counted.collect()
    }

    /// What follows is read of this entry.
    pub(super) fn begin_entry(&mut self, path: &str) {
        path.clone_into(&mut self.entry);
    }

    /// A text of a list of the entry, which became so many.
    pub(super) fn add_text(&mut self, list: &str, path: &str, count: usize) {
        let texts = self.texts.entry((self.entry.clone(), list.to_owned())).or_default();
        texts.extend(std::iter::repeat_n(path.to_owned(), count));
    }

    /// Where a text of a list of an entry stands in the document.
    pub(super) fn text(&self, entry: &str, list: &str, number: usize) -> String {
        let texts = self.texts.get(&(entry.to_owned(), list.to_owned()));
        let found = texts.and_then(|texts| texts.get(number)).cloned();
        found.unwrap_or_else(|| place_below(entry, list))
    }

    /// Tells where words of a text are not shown.
    pub(super) fn tell_less(&mut self, path: &str, clean: &Clean) {
        if clean.is_less {
            self.add(path, "is shown without what is struck out, commented out or code in it");
        }
    }

    pub(super) fn add_counts(&mut self, path: &str, counts: Vec<usize>) {
        self.counts.push((path.to_owned(), counts));
    }

    /// The entries of which a text tells several things. Of several lists of one entry the first counts: the others
    /// stand behind it.
    pub(super) fn parted(&self) -> Vec<Parted> {
        let mut found = Vec::new();
        if self.counts.iter().all(|(_, counts)| counts.iter().all(|count| *count < 2)) {
            return found;
        }
        for (section, entries) in &self.entries {
            for (entry, place) in entries.iter().enumerate() {
                let is_below = |(path, _): &&(String, Vec<usize>)| {
                    let rest = path.strip_prefix(place.as_str());
                    rest.is_some_and(|rest| rest.starts_with(['.', '[']) && !rest.contains("]."))
                };
                if let Some((_, counts)) = self.counts.iter().find(is_below) {
                    let (section, counts) = (section.clone(), counts.clone());
                    found.push(Parted { section, entry, counts });
                }
            }
        }
        found
    }

    /// Where an entry of a list of the reading stands in the document.
    pub(super) fn entry(&self, list: &str, number: usize) -> String {
        let known = self.entries.get(list).and_then(|paths| paths.get(number));
        known.cloned().unwrap_or_else(|| format!("document.{list}[{number}]"))
    }

    /// Tells what of a document no rule has looked at: each by the place above all that was passed over.
    pub(super) fn tell_unread(&mut self, document: &Value, path: &str) {
        for (path, value) in below(document, path) {
            if self.known.contains(&path) || !says_something(value) {
                continue;
            }
            match self.knows_below(&path) {
                true => self.tell_unread(value, &path),
                false => self.add(&path, NOT_READ),
            }
        }
    }

    fn knows_below(&self, path: &str) -> bool {
        ['.', '['].iter().any(|mark| {
            let begin = format!("{path}{mark}");
            self.known.range(begin.clone()..).next().is_some_and(|known| known.starts_with(&begin))
        })
    }

    pub(super) fn finish(mut self) -> Vec<Warning> {
        if self.more > 0 {
            let message = format!("holds {} more things that were not understood", self.more);
            self.warnings.push(Warning::new("document", message));
        }
        self.warnings
    }
}

/// What stands right below a value, with its place.
fn below<'a>(value: &'a Value, path: &str) -> Vec<(String, &'a Value)> {
    match value {
        Value::Object(members) => {
            members.iter().map(|(name, value)| (place_below(path, name), value)).collect()
        }
        Value::Array(items) => {
            let numbered = items.iter().enumerate();
            numbered.map(|(number, value)| (format!("{path}[{number}]"), value)).collect()
        }
        _ => Vec::new(),
    }
}

pub(super) fn says_something(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.values().any(says_something),
        Value::Array(items) => items.iter().any(says_something),
        leaf => !is_blank(leaf),
    }
}
