//! A batch of documents turned inside out: for each term, the documents that hold it.
//!
//! Segments never change. Deleting marks a document as gone beside the segment, and segments of
//! like size are merged, which also drops what is gone.

use std::collections::HashMap;

use kernel::Id;

use super::Document;
use super::terms::Analyser;
use crate::Stamp;
use crate::payload::{Columns, Payload, set_bits};

/// A document and how often it holds the term, in one number: a quarter of the memory, and the
/// speed, of a search is here. Counts stop at 255, where repeating has long stopped helping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting(u32);

impl Posting {
    fn once(document: u32) -> Self {
        Self(document << 8 | 1)
    }

    fn moved_to(self, document: u32) -> Self {
        Self(document << 8 | self.0 & 255)
    }

    fn count_once_more(&mut self) {
        self.0 += u32::from(self.0 & 255 != 255);
    }

    pub(crate) fn document(self) -> u32 {
        self.0 >> 8
    }

    pub(crate) fn count(self) -> u32 {
        self.0 & 255
    }

    pub(super) fn number(self) -> u32 {
        self.0
    }

    pub(super) fn from_number(number: u32) -> Self {
        Self(number)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Segment {
    pub(crate) ids: Vec<Id>,
    pub(crate) stamps: Vec<Stamp>,
    /// Words per document.
    pub(crate) lengths: Vec<u32>,
    pub(crate) columns: Columns,
    /// Where a term's postings lie.
    pub(super) terms: HashMap<Box<str>, (u32, u32)>,
    pub(super) postings: Vec<Posting>,
}

/// Which documents of a segment are still there.
#[derive(Clone, Debug, Default)]
pub(crate) struct LiveDocuments {
    bits: Vec<u64>,
    pub(crate) documents: usize,
    /// Words in all of them.
    pub(crate) words: u64,
}

impl LiveDocuments {
    pub(crate) fn all(segment: &Segment) -> Self {
        let mut live = Self { bits: vec![0; segment.len().div_ceil(64)], ..Self::default() };
        for (document, length) in segment.lengths.iter().enumerate() {
            live.bits[document / 64] |= 1 << (document % 64);
            live.words += u64::from(*length);
        }
        live.documents = segment.len();
        live
    }

    pub(crate) fn remove(&mut self, document: usize, length: u32) {
        self.bits[document / 64] &= !(1 << (document % 64));
        self.documents -= 1;
        self.words -= u64::from(length);
    }

    pub(crate) fn contains(&self, document: u32) -> bool {
        self.bits[document as usize / 64] >> (document % 64) & 1 == 1
    }

    pub(crate) fn bits(&self) -> &[u64] {
        &self.bits
    }
}

impl Segment {
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(crate) fn postings(&self, term: &str) -> &[Posting] {
        match self.terms.get(term) {
            Some((start, end)) => &self.postings[*start as usize..*end as usize],
            None => &[],
        }
    }

    pub(crate) fn build<'a>(
        analyser: &Analyser,
        documents: impl Iterator<Item = &'a Document>,
    ) -> Self {
        let mut segment = Self::default();
        let mut builder = Builder::default();
        for document in documents {
            let number = segment.push(document.id, document.stamp, document.payload);
            let length = builder.add(analyser, number, &document.text);
            segment.lengths.push(length);
        }
        segment.finish(builder.postings);
        segment
    }

    /// The documents of all parts that are still there, in the order of the parts.
    pub(crate) fn merge(parts: &[(&Self, &LiveDocuments)]) -> Self {
        let mut segment = Self::default();
        let mut postings: HashMap<Box<str>, Vec<Posting>> = HashMap::new();
        for (part, live) in parts {
            let mut numbers = vec![0; part.len()];
            for old in set_bits(live.bits()) {
                numbers[old] = segment.push(part.ids[old], part.stamps[old], part.columns.get(old));
                segment.lengths.push(part.lengths[old]);
            }
            for term in part.terms.keys() {
                let kept =
                    part.postings(term).iter().filter(|posting| live.contains(posting.document()));
                let mut kept = kept
                    .map(|posting| posting.moved_to(numbers[posting.document() as usize]))
                    .peekable();
                if kept.peek().is_some() {
                    postings.entry(term.clone()).or_default().extend(kept);
                }
            }
        }
        segment.finish(postings);
        segment
    }

    pub(super) fn push(&mut self, id: Id, stamp: Stamp, payload: Payload) -> u32 {
        // 24 bits, as the other eight of a posting are the count.
        let number = u32::try_from(self.ids.len()).ok().filter(|number| number >> 24 == 0);
        let number = number.expect("chunks are counted in thousands, not in millions");
        self.ids.push(id);
        self.stamps.push(stamp);
        self.columns.push(payload);
        number
    }

    fn finish(&mut self, postings: HashMap<Box<str>, Vec<Posting>>) {
        self.postings.reserve_exact(postings.values().map(Vec::len).sum());
        self.terms.reserve(postings.len());
        let place = |length: usize| u32::try_from(length).expect("postings fit four billion");
        for (term, list) in postings {
            let start = place(self.postings.len());
            self.postings.extend(list);
            self.terms.insert(term, (start, place(self.postings.len())));
        }
    }
}

#[derive(Default)]
struct Builder<'a> {
    postings: HashMap<Box<str>, Vec<Posting>>,
    /// Words repeat; folding and stemming happen once per spelling and batch.
    spellings: HashMap<&'a str, Vec<Box<str>>>,
}

impl<'a> Builder<'a> {
    fn add(&mut self, analyser: &Analyser, document: u32, text: &'a str) -> u32 {
        let (mut words, mut pairs) = (Vec::new(), Vec::new());
        Analyser::words(text, |word| words.push(word), |pair| pairs.push(pair));
        for word in &words {
            let terms = self.spellings.entry(word).or_insert_with(|| {
                analyser.terms_of_word(word).into_iter().map(String::into_boxed_str).collect()
            });
            for term in terms {
                count(&mut self.postings, term, document);
            }
        }
        for pair in pairs {
            count(&mut self.postings, &super::terms::fold(pair), document);
        }
        u32::try_from(words.len()).unwrap_or(u32::MAX)
    }
}

fn count(postings: &mut HashMap<Box<str>, Vec<Posting>>, term: &str, document: u32) {
    if let Some(list) = postings.get_mut(term) {
        match list.last_mut() {
            // Documents come in order, so only the last entry can be this one.
            Some(last) if last.document() == document => last.count_once_more(),
            _ => list.push(Posting::once(document)),
        }
    } else {
        postings.insert(term.into(), vec![Posting::once(document)]);
    }
}
