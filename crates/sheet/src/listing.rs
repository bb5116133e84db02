//! Short things, such as skills, languages and interests: which of them share a line. The same on paper, on pages for
//! screens and in plain text.

use crate::language::Language;
use crate::model::{Entry, Part, Section};

/// What is longer than this does not stand in brackets.
const LONGEST_IN_BRACKETS: usize = 48;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listing {
    /// All of them one behind the other, as one text.
    Run(String),
    Rows(Vec<Row>),
}

/// A name with what is told of it, or names of which nothing is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub name: String,
    pub told: String,
}

impl Section {
    /// Its entries where each is a name and a few words; none where there is more to tell.
    pub fn listing(&self, language: Language) -> Option<Listing> {
        self.listing_of(language, str::to_owned)
    }

    /// The same with texts as they are drawn.
    pub(crate) fn listing_of(
        &self,
        language: Language,
        drawn: impl Fn(&str) -> String,
    ) -> Option<Listing> {
        let is_list = self.entries.iter().all(Entry::is_line);
        // What somebody says of a person is a text of its own.
        if !is_list || self.kind == Part::References {
            return None;
        }
        let row = |entry: &Entry| Row { name: drawn(&entry.title), told: drawn(&entry.text) };
        let rows = self.entries.iter().map(row);
        let rows = rows.filter(|row| !row.name.is_empty() || !row.told.is_empty()).collect();
        Some(listing(self.kind, rows, language))
    }
}

fn listing(kind: Part, rows: Vec<Row>, language: Language) -> Listing {
    let comma = language.words().comma;
    if !rows.is_empty() && is_run(kind, &rows) {
        let all: Vec<String> = rows.iter().map(|row| bracketed(language, row)).collect();
        return Listing::Run(all.join(comma));
    }
    // Neighbours of which nothing is told share a line.
    let shared = rows.chunk_by(|one, next| one.told.is_empty() && next.told.is_empty());
    let together = |rows: &[Row]| {
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        let told = rows.first().map_or("", |row| row.told.as_str());
        Row { name: names.join(comma), told: told.to_owned() }
    };
    Listing::Rows(shared.map(together).collect())
}

/// Whether entries are told one behind the other, as one text.
fn is_run(kind: Part, rows: &[Row]) -> bool {
    match kind {
        Part::Languages | Part::Interests => {
            rows.iter().all(|row| row.told.chars().count() <= LONGEST_IN_BRACKETS)
        }
        _ => rows.iter().all(|row| row.told.is_empty()),
    }
}

/// What is told of a language or an interest stands in brackets behind it.
fn bracketed(language: Language, Row { name, told }: &Row) -> String {
    let (open, close) = language.words().brackets;
    match (name.as_str(), told.as_str()) {
        (name, "") => name.to_owned(),
        ("", told) => told.to_owned(),
        (name, told) => format!("{name}{open}{told}{close}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(kind: Part, entries: &[(&str, &str)]) -> Option<Listing> {
        let entry = |(title, text): &(&str, &str)| Entry {
            title: (*title).to_owned(),
            text: (*text).to_owned(),
            ..Entry::default()
        };
        Section::new(kind, entries.iter().map(entry).collect()).listing(Language::English)
    }

    #[test]
    fn names_of_which_nothing_is_told_share_a_line() {
        let row = |name: &str, told: &str| Row { name: name.to_owned(), told: told.to_owned() };
        let run = |text: &str| Some(Listing::Run(text.to_owned()));
        let cases = [
            (Part::Skills, vec![("Go", ""), ("Rust", "")], run("Go, Rust")),
            (Part::Skills, vec![("Go", "")], run("Go")),
            (
                Part::Skills,
                vec![("Web", "axum"), ("Go", ""), ("Rust", ""), ("Data", "SQL"), ("Ada", "")],
                Some(Listing::Rows(vec![
                    row("Web", "axum"),
                    row("Go, Rust", ""),
                    row("Data", "SQL"),
                    row("Ada", ""),
                ])),
            ),
            (
                Part::Languages,
                vec![("Welsh", "native"), ("Dutch", "")],
                run("Welsh (native), Dutch"),
            ),
            (Part::References, vec![("Ann", "Good.")], None),
        ];
        for (kind, entries, expected) in cases {
            assert_eq!(listed(kind, &entries), expected, "{entries:?}");
        }
    }
}
