//! What a reading has looked at, and what it could not make sense of. Whatever of a document no rule has
//! looked at is told, too: nothing is lost in silence.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::Warning;
use super::names::is_blank;

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
    /// Whether the owner tells in one text where they live.
    pub(super) has_place_in_one_text: bool,
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

    pub(super) fn set_entries(&mut self, list: &str, paths: Vec<String>) {
        self.entries.insert(list.to_owned(), paths);
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
            members.iter().map(|(name, value)| (format!("{path}.{name}"), value)).collect()
        }
        Value::Array(items) => {
            let numbered = items.iter().enumerate();
            numbered.map(|(number, value)| (format!("{path}[{number}]"), value)).collect()
        }
        _ => Vec::new(),
    }
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.values().any(says_something),
        Value::Array(items) => items.iter().any(says_something),
        leaf => !is_blank(leaf),
    }
}
