use std::collections::HashMap;

use kernel::Id;

use crate::draft::{Receipt, Span};
use crate::facts::{Dossier, Fact, Place};
use crate::selection::Wording;
use crate::words::{inflected, is_plain, normalise, sentences, tokens};

/// The facts of a dossier by their chunks and by their places.
#[derive(Debug)]
pub(super) struct Sources<'a> {
    by_chunk: HashMap<Id, &'a Fact>,
    by_place: HashMap<Place, &'a Fact>,
}

impl<'a> Sources<'a> {
    pub(super) fn of(dossier: &'a Dossier) -> Self {
        let by_chunk = dossier.facts.iter().map(|fact| (fact.chunk_id, fact)).collect();
        let placed = dossier.facts.iter().rev().filter_map(|fact| Some((fact.place?, fact)));
        Self { by_chunk, by_place: placed.collect() }
    }

    pub(super) fn at(&self, place: Place) -> Option<&'a Fact> {
        self.by_place.get(&place).copied()
    }

    pub(super) fn receipts(&self, wording: &Wording) -> Vec<Receipt> {
        let mut receipts = Vec::new();
        self.add_receipts(wording, &mut receipts);
        receipts
    }

    /// Adds what a wording rests on; a chunk that is already named gets further spans. A chunk that
    /// the dossier does not have is named as it is: the judgement finds that it carries nothing.
    pub(super) fn add_receipts(&self, wording: &Wording, receipts: &mut Vec<Receipt>) {
        for chunk_id in &wording.rests_on {
            let receipt = match self.by_chunk.get(chunk_id) {
                Some(fact) => self.receipt(fact, &wording.text),
                None => Receipt { chunk_id: *chunk_id, spans: Vec::new() },
            };
            match receipts.iter_mut().find(|known| known.chunk_id == *chunk_id) {
                // No spans mean the whole chunk, to which nothing can be added.
                Some(known) if !known.spans.is_empty() && !receipt.spans.is_empty() => {
                    let fresh =
                        receipt.spans.into_iter().filter(|span| !known.spans.contains(span));
                    let fresh: Vec<Span> = fresh.collect();
                    known.spans.extend(fresh);
                    known.spans.sort_by_key(|span| (span.start, span.end));
                }
                Some(known) => known.spans.clear(),
                None => receipts.push(receipt),
            }
        }
    }

    /// The parts of a fact that carry a text: where it stands word for word, else the sentences
    /// that share words with it.
    pub(super) fn receipt(&self, fact: &Fact, text: &str) -> Receipt {
        let text = text.trim();
        let verbatim = fact.text.find(text).filter(|_| !text.is_empty());
        let spans = match verbatim {
            Some(at) => {
                let start = fact.text[..at].chars().count();
                vec![Span { start, end: start + text.chars().count() }]
            }
            None => sharing(&fact.text, text),
        };
        Receipt { chunk_id: fact.chunk_id, spans }
    }
}

fn sharing(source: &str, text: &str) -> Vec<Span> {
    let words = |text: &str| -> Vec<String> {
        let text = normalise(text);
        let telling = tokens(&text).into_iter().filter(|token| !is_plain(&token.folded));
        telling.map(|token| inflected(&token.folded)).collect()
    };
    let asked: std::collections::HashSet<String> = words(text).into_iter().collect();
    let shares = |sentence: &str| words(sentence).iter().any(|word| asked.contains(word));
    let found = sentences(source).into_iter().filter(|sentence| shares(sentence.text));
    found.map(|sentence| Span { start: sentence.start, end: sentence.end }).collect()
}
