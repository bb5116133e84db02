//! A selection as a document, every statement with what it rests on.
//!
//! Employers, titles, dates and contact data are copied from the source document, member by member
//! and in its order; only summary, highlights and skills are put together anew. Members that JSON
//! Resume does not have are left behind, since no fact holds them, and so are addresses that lead
//! anywhere but to the web or to a mail box.

mod entries;
mod head;
mod members;
mod receipts;

use serde_json::{Map, Value};

use crate::draft::{Draft, Statement};
use crate::facts::{Dossier, Place, Section};
use crate::selection::Selection;

pub(crate) use members::{is_contact, is_safe_address};
use receipts::Sources;

/// The document under work.
struct Sheet<'a> {
    dossier: &'a Dossier,
    sources: Sources<'a>,
    statements: Vec<Statement>,
}

pub fn compose(selection: &Selection, dossier: &Dossier) -> Draft {
    let sources = Sources::of(dossier);
    let mut sheet = Sheet { dossier, sources, statements: Vec::new() };
    let mut document = Map::new();
    if let Some(basics) = head::basics(&mut sheet, &selection.summary) {
        document.insert("basics".into(), basics);
    }
    for section in Section::ALL.into_iter().filter(|section| *section != Section::Basics) {
        let entries = match section {
            Section::Work | Section::Volunteer | Section::Projects => {
                entries::chosen(&mut sheet, section, &selection.entries)
            }
            Section::Skills => entries::skills(&mut sheet, &selection.skills),
            _ => entries::kept(&mut sheet, section, &selection.kept),
        };
        if !entries.is_empty() {
            document.insert(section.name().into(), Value::Array(entries));
        }
    }
    Draft { document: Value::Object(document), statements: sheet.statements }
}

impl<'a> Sheet<'a> {
    fn source_entry(&self, place: Place) -> Option<&'a Map<String, Value>> {
        self.dossier.document.get(place.section.name())?.get(place.entry)?.as_object()
    }
}

#[cfg(test)]
pub(crate) mod tests;
