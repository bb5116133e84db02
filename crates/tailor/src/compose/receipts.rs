use std::collections::HashMap;

use kernel::Id;

use crate::delivered::Delivered;
use crate::draft::{Receipt, Span};
use crate::facts::{Dossier, Fact, Place};

/// The facts of a dossier by their chunks and by their places.
#[derive(Debug)]
pub(super) struct Sources<'a> {
    by_chunk: HashMap<Id, Vec<&'a Fact>>,
    by_place: HashMap<Place, &'a Fact>,
}

impl<'a> Sources<'a> {
    pub(super) fn of(dossier: &'a Dossier) -> Self {
        let mut by_chunk: HashMap<Id, Vec<&Fact>> = HashMap::new();
        for fact in &dossier.facts {
            by_chunk.entry(fact.chunk_id).or_default().push(fact);
        }
        // From the end, so that of two facts at one place the first is kept.
        let placed = dossier.facts.iter().rev().filter_map(|fact| Some((fact.place?, fact)));
        Self { by_chunk, by_place: placed.collect() }
    }

    pub(super) fn has(&self, place: Place) -> bool {
        self.by_place.contains_key(&place)
    }

    /// Adds what a text rests on; a chunk that is already named gets a further span.
    pub(super) fn add_receipt(&self, text: &Delivered, receipts: &mut Vec<Receipt>) {
        let chunk_id = text.chunk_id();
        let facts = self.by_chunk.get(&chunk_id).map_or(&[][..], Vec::as_slice);
        // None where an entry's text was put together from members. The receipt is then the whole
        // chunk.
        let span = facts.iter().find_map(|fact| span_of(text.source(), &fact.text));
        match receipts.iter_mut().find(|known| known.chunk_id == chunk_id) {
            Some(known) => known.spans.extend(span.filter(|span| !known.spans.contains(span))),
            None => receipts.push(Receipt { chunk_id, spans: span.into_iter().collect() }),
        }
    }
}

/// Where a source stands in the text of its fact, in characters.
fn span_of(source: &str, text: &str) -> Option<Span> {
    let source = source.trim();
    let at = text.find(source).filter(|_| !source.is_empty())?;
    let start = text[..at].chars().count();
    Some(Span { start, end: start + source.chars().count() })
}
