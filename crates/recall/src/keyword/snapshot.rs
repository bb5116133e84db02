//! One generation of the keyword index, as readers see it, and the BM25 search over it.

use std::sync::Arc;

use fearless_simd::Level;
use kernel::Id;

use super::segment::{LiveDocuments, Segment};
use super::terms::Analyser;
use crate::Stamp;
use crate::payload::{Filter, Payload, set_bits};
use crate::ranking::{Best, GROUP, Hit, Hits, reaching};

/// How soon repeating a word stops helping.
const SATURATION: f32 = 1.2;
/// How much a long text has to say a word more often.
const LENGTH_WEIGHT: f32 = 0.75;
/// A query of 20,000 characters, whatever the script; what follows is not looked at.
const QUERY_BYTES: usize = 80_000;
/// Each term is a walk through its list, so that this bounds what a query costs however long it is.
const QUERY_TERMS: usize = 256;

#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    pub(crate) segments: Vec<(Arc<Segment>, Arc<LiveDocuments>)>,
    pub(crate) generation: u64,
    /// All changes that ever came in, for those who count what is new.
    pub(crate) changes: u64,
}

impl Snapshot {
    pub fn len(&self) -> usize {
        self.segments.iter().map(|(_, live)| live.documents).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Grows with every batch of changes.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Everything in the index, to be compared with the documents.
    pub fn entries(&self) -> impl Iterator<Item = (Id, Stamp, Payload)> {
        self.segments.iter().flat_map(|(segment, live)| {
            set_bits(live.bits()).map(|document| {
                (segment.ids[document], segment.stamps[document], segment.columns.get(document))
            })
        })
    }

    /// The chunks that a filter accepts, whatever their words.
    pub fn accepted(&self, filter: &Filter) -> impl Iterator<Item = Id> {
        self.segments.iter().flat_map(|(segment, live)| {
            let mut mask = segment.columns.mask(filter);
            mask.iter_mut().zip(live.bits()).for_each(|(mask, live)| *mask &= live);
            let documents: Vec<usize> = set_bits(&mask).collect();
            documents.into_iter().map(|document| segment.ids[document])
        })
    }

    /// How many chunks a filter accepts, whatever their words.
    pub fn count(&self, filter: &Filter) -> usize {
        let count = |(segment, live): &(Arc<Segment>, Arc<LiveDocuments>)| -> usize {
            let mask = segment.columns.mask(filter);
            let wanted = mask.iter().zip(live.bits()).map(|(mask, live)| mask & live);
            wanted.map(|bits| bits.count_ones() as usize).sum()
        };
        match filter.is_open() {
            true => self.len(),
            false => self.segments.iter().map(count).sum(),
        }
    }

    /// The chunks that share words with the query and that the filter accepts, best first by
    /// BM25. The total counts all of them. Statistics are those of all live chunks, whatever the
    /// filter and however the segments came about.
    pub fn search(&self, query: &str, filter: &Filter, limit: usize) -> Hits {
        let (mut best, mut total) = (Best::new(limit), 0);
        let level = Level::new();
        // Below this a score cannot enter; most are, and are counted only.
        let mut floor = 0.0;
        self.visit(level, query, filter, |matches| {
            total += matches.found.count_ones() as usize;
            let good = matches.found & reaching(level, matches.scores, floor);
            for document in set_bits(&[good]) {
                best.offer(Hit { id: matches.ids[document], score: matches.scores[document] });
            }
            if good != 0 {
                floor = best.threshold().unwrap_or(0.0);
            }
        });
        Hits { hits: best.into_sorted(), total }
    }

    /// How many of the chunks that a search would find are among those asked about.
    pub fn count_found(&self, query: &str, filter: &Filter, among: impl Fn(Id) -> bool) -> usize {
        let mut count = 0;
        self.visit(Level::new(), query, filter, |matches| {
            let found = [matches.found];
            let asked = set_bits(&found).filter(|document| among(matches.ids[*document]));
            count += asked.count();
        });
        count
    }

    /// Shows every match with its score, a few documents at a time, in no particular order.
    fn visit(&self, level: Level, query: &str, filter: &Filter, mut show: impl FnMut(Matches<'_>)) {
        let query = &query[..query.floor_char_boundary(QUERY_BYTES)];
        let documents = self.len();
        if documents == 0 {
            return;
        }
        let words: u64 = self.segments.iter().map(|(_, live)| live.words).sum();
        let average = words as f32 / documents as f32;
        let weigh = |(term, weight): (String, f32)| {
            let rarity = rarity(documents, self.holders(&term));
            (term, weight * rarity)
        };
        let terms: Vec<(String, f32)> =
            Analyser::new().query(query, QUERY_TERMS).into_iter().map(weigh).collect();
        for (segment, live) in &self.segments {
            let scores = score(segment, &terms, average);
            let mask = segment.columns.mask(filter);
            let wanted = mask.iter().zip(live.bits()).map(|(mask, live)| mask & live);
            let groups = scores.chunks(GROUP).zip(segment.ids.chunks(GROUP));
            for (wanted, (scores, ids)) in wanted.zip(groups) {
                let found = wanted & reaching(level, scores, f32::MIN_POSITIVE);
                show(Matches { ids, scores, found });
            }
        }
    }

    /// How many live documents hold a term.
    fn holders(&self, term: &str) -> usize {
        let count = |(segment, live): &(Arc<Segment>, Arc<LiveDocuments>)| {
            let postings = segment.postings(term);
            // Without deletions the length of the list is the answer. That is nearly always so.
            if live.documents == segment.len() {
                postings.len()
            } else {
                postings.iter().filter(|posting| live.contains(posting.document())).count()
            }
        };
        self.segments.iter().map(count).sum()
    }
}

/// Up to 64 documents in a row, and which of them match.
struct Matches<'a> {
    ids: &'a [Id],
    scores: &'a [f32],
    found: u64,
}

/// What a term tells, by how few documents hold it.
fn rarity(documents: usize, holders: usize) -> f32 {
    let (documents, holders) = (documents as f32, holders as f32);
    // Never negative, unlike the usual form, in which a word that most texts hold would count
    // against a text.
    (1.0 + (documents - holders + 0.5) / (holders + 0.5)).ln()
}

fn score(segment: &Segment, terms: &[(String, f32)], average: f32) -> Vec<f32> {
    let (base, slope) = (
        SATURATION * (1.0 - LENGTH_WEIGHT),
        SATURATION * LENGTH_WEIGHT / average.max(f32::MIN_POSITIVE),
    );
    let mut scores = vec![0.0; segment.len()];
    for (term, weight) in terms {
        let weight = weight * (SATURATION + 1.0);
        for posting in segment.postings(term) {
            let (document, count) = (posting.document() as usize, posting.count() as f32);
            let damping = base + slope * segment.lengths[document] as f32;
            scores[document] += weight * count / (count + damping);
        }
    }
    scores
}
