//! A selection as a document, every statement with what it rests on.
//!
//! Employers, titles, dates and contact data are copied from the source document, member by member
//! and in its order; only summary, highlights and skills are put together anew. Members that JSON
//! Resume does not have are left behind, since no fact holds them, and so are addresses that lead
//! anywhere but to the web or to a mail box.

mod announced;
mod entries;
mod head;
mod members;
mod receipts;

use serde_json::{Map, Value};

use crate::delivered::{Delivered, Edit};
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
    parts: Vec<Vec<Delivered>>,
}

pub fn compose(selection: &Selection, dossier: &Dossier) -> Draft {
    let sources = Sources::of(dossier);
    let mut sheet = Sheet { dossier, sources, statements: Vec::new(), parts: Vec::new() };
    let mut document = Map::new();
    if let Some(basics) = head::basics(&mut sheet, selection) {
        document.insert("basics".into(), basics);
    }
    let sections = dossier.arrangement.sections();
    for section in sections.into_iter().filter(|section| *section != Section::Basics) {
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
    let Sheet { statements, parts, .. } = sheet;
    Draft { document: Value::Object(document), statements, parts }
}

impl<'a> Sheet<'a> {
    fn source_entry(&self, place: Place) -> Option<&'a Map<String, Value>> {
        self.dossier.document.get(place.section.name())?.get(place.entry)?.as_object()
    }

    /// Puts texts at a path, one behind the other. This is the only way for a text to get into a
    /// document as a statement.
    fn state(&mut self, path: String, parts: Vec<Delivered>) -> Option<Value> {
        let text = join(&parts)?;
        // Of several parts the kind farthest from the owner's words is that of the whole.
        let kind = parts.iter().map(Delivered::kind).max();
        let mut edits: Vec<Edit> = Vec::new();
        let mut receipts = Vec::new();
        for part in &parts {
            let new = part.edits().iter().filter(|edit| !edits.contains(edit));
            let new: Vec<Edit> = new.copied().collect();
            edits.extend(new);
            self.sources.add_receipt(part, &mut receipts);
        }
        let source = match parts.as_slice() {
            [part] if part.text() != part.source() => Some(part.source().to_owned()),
            _ => None,
        };
        self.statements.push(Statement { path, text: text.clone(), kind, source, edits, receipts });
        self.parts.push(parts);
        Some(Value::String(text))
    }
}

/// Texts as one: with a blank between them, each but the last a closed sentence, all of one fact and in
/// the owner's order, since whatever runs into or stands beside another one could say something new.
/// None when there is nothing to say.
pub(crate) fn join(parts: &[Delivered]) -> Option<String> {
    let closed = |part: &Delivered| part.text().ends_with(['.', '!', '?', '。', '！', '？']);
    let (_, all_but_last) = parts.split_last()?;
    let in_order = parts.windows(2).all(|pair| pair[1].may_follow(&pair[0]));
    if !in_order || !all_but_last.iter().all(closed) {
        return None;
    }
    Some(parts.iter().map(Delivered::text).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
pub(crate) mod tests;
