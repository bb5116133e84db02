//! Names for headings, to link to, and the list of contents made of them.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// From here on a list of contents helps.
const FEWEST: usize = 3;
/// In characters; a word that has begun is finished.
const LONGEST_ID: usize = 60;
/// Beginnings that pages, notes and footnotes keep for themselves.
const RESERVED: [&str; 3] = ["site-", "note-", "fn-"];

/// An entry of the list of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    pub id: String,
    /// Plain text, to be escaped where it is shown.
    pub title: String,
    pub children: Vec<Heading>,
}

#[derive(Debug, Default)]
pub(crate) struct Headings {
    taken: HashSet<String>,
    /// Where to go on counting for a name that was given before.
    counts: HashMap<String, usize>,
    found: Vec<(u8, Heading)>,
}

impl Headings {
    /// The same text in the same place of the order gets the same id, whatever else changes.
    pub(crate) fn name(&mut self, title: &str) -> String {
        let name = id_of(title);
        let mut id = name.clone();
        // Counted on for each name, or a body of equal headings would take the square of their
        // number.
        while !self.taken.insert(id.clone()) {
            let count = self.counts.entry(name.clone()).or_insert(1);
            *count += 1;
            id = format!("{name}-{count}");
        }
        id
    }

    pub(crate) fn add(&mut self, level: u8, id: &str, title: &str) {
        if !title.is_empty() {
            let (id, title) = (id.to_owned(), title.to_owned());
            self.found.push((level, Heading { id, title, children: Vec::new() }));
        }
    }

    /// The highest level that occurs and the one below it.
    pub(crate) fn contents(self) -> Vec<Heading> {
        let top = self.found.iter().map(|(level, _)| *level).min().unwrap_or_default();
        // Two levels are what fits beside a text.
        let listed: Vec<_> =
            self.found.into_iter().filter(|(level, _)| *level <= top + 1).collect();
        if listed.len() < FEWEST {
            return Vec::new();
        }
        let mut contents: Vec<Heading> = Vec::new();
        for (level, heading) in listed {
            match contents.last_mut() {
                Some(parent) if level > top => parent.children.push(heading),
                _ => contents.push(heading),
            }
        }
        contents
    }
}

/// Letters and digits of any script in lower case, all else becomes hyphens. What is written one
/// way and looks the same in another gets the same name.
fn id_of(title: &str) -> String {
    let mut id = String::new();
    // Composed first: the same letter as one character or as two gives the same name.
    for (length, character) in title.nfc().flat_map(char::to_lowercase).enumerate() {
        let kept = character.is_alphanumeric() || is_combining_mark(character);
        // Twice the length ends also a text that has no end of a word.
        if length >= LONGEST_ID && !kept || length >= 2 * LONGEST_ID {
            break;
        }
        if kept {
            id.push(character);
        } else if !id.ends_with('-') && !id.is_empty() && !matches!(character, '\'' | '’') {
            id.push('-');
        }
    }
    let id = id.trim_end_matches('-');
    if id.is_empty() {
        "section".to_owned()
    } else if RESERVED.iter().any(|start| id.starts_with(start)) {
        // So that no heading can be what a note links to.
        format!("on-{id}")
    } else {
        id.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_readable_in_any_script() {
        for (title, id) in [
            ("What they carried", "what-they-carried"),
            ("  What — they’d carried?! ", "what-theyd-carried"),
            ("Größe & Maß", "größe-maß"),
            ("日本語の見出し", "日本語の見出し"),
            ("שלום עולם", "שלום-עולם"),
            ("हिन्दी", "हिन्दी"),
            ("e\u{301}te\u{301}", "été"),
            ("!!!", "section"),
            ("Note 1", "on-note-1"),
        ] {
            assert_eq!(id_of(title), id);
        }
        assert!(id_of(&"x".repeat(10_000)).len() <= 2 * LONGEST_ID);
        assert_eq!(id_of(&"word ".repeat(100)).chars().count(), 64);
    }

    #[test]
    fn ids_are_unique_also_against_names_that_look_counted() {
        let mut headings = Headings::default();
        let given: Vec<_> =
            ["a", "a 2", "a", "a", "a-3"].iter().map(|title| headings.name(title)).collect();
        assert_eq!(given, ["a", "a-2", "a-3", "a-4", "a-3-2"]);
    }

    #[test]
    fn contents_have_two_levels_and_begin_with_three_headings() {
        let list = |levels: &[u8]| {
            let mut headings = Headings::default();
            for level in levels {
                let id = headings.name("x");
                headings.add(*level, &id, "x");
            }
            headings.contents().iter().map(|entry| entry.children.len()).collect::<Vec<_>>()
        };
        assert!(list(&[2, 2]).is_empty());
        assert_eq!(list(&[2, 3, 3, 2, 4]), [2, 0]);
        assert_eq!(list(&[3, 2, 3]), [0, 1]);
        assert_eq!(list(&[4, 4, 5]), [0, 1]);
        assert!(list(&[]).is_empty());
    }
}
