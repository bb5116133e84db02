//! A document as plain text, in the order of the page.

use crate::language::Language;
use crate::listing::{Listing, Row};
use crate::model::{Document, Entry, Part, Section};

/// Headings alone on their lines, a line for each statement, points behind a dash.
pub fn plain_text(document: &Document) -> String {
    let words = document.language.words();
    let mut blocks = Vec::new();
    let contacts: Vec<&str> =
        document.contacts.iter().map(|contact| contact.text.as_str()).collect();
    let head = [document.name.clone(), document.label.clone(), contacts.join(" · ")];
    blocks.push(joined(head));
    if !document.summary.is_empty() {
        blocks.push(joined([words.heading(Part::Profile).to_owned(), document.summary.clone()]));
    }
    for section in document.sections.iter().filter(|section| !section.entries.is_empty()) {
        blocks.push(format!("{}\n{}", section.heading(document.language), told(document, section)));
    }
    blocks.retain(|block| !block.trim().is_empty());
    let text = blocks.join("\n\n");
    if text.is_empty() { text } else { text + "\n" }
}

fn told(document: &Document, section: &Section) -> String {
    match section.listing(document.language) {
        Some(Listing::Run(text)) => return text,
        Some(Listing::Rows(rows)) => {
            let row = |row: &Row| named(document.language, &row.name, &row.told);
            return joined(rows.iter().map(row));
        }
        None => {}
    }
    let is_list = section.entries.iter().all(Entry::is_line);
    let between = if is_list { "\n" } else { "\n\n" };
    let entries = section.entries.iter().map(|entry| entry_text(document.language, entry));
    entries.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(between)
}

pub(crate) fn entry_text(language: Language, entry: &Entry) -> String {
    if entry.is_line() {
        return named(language, &entry.title, &entry.text);
    }
    let points = entry.points.iter().map(|point| format!("- {point}"));
    let head = [entry.title.clone(), entry.period.told(language), entry.place.clone()];
    joined(head.into_iter().chain([entry.text.clone()]).chain(points))
}

/// A name with what is told of it.
fn named(language: Language, name: &str, told: &str) -> String {
    match (name, told) {
        ("", told) => told.to_owned(),
        (name, "") => name.to_owned(),
        (name, told) => format!("{name}{}{told}", language.words().colon),
    }
}

fn joined(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}
