//! A segment as bytes: its documents, its terms, its postings.

use super::segment::{LiveDocuments, Posting, Segment};
use crate::disk::{Garbled, Reader, write_description};

/// The least that a document takes: description, length, whether it is gone.
const SHORTEST_DOCUMENT: usize = 16 + 8 + 16 + 2 + 8 + 1 + 4 + 1;
/// The least that a term takes: two lengths.
const SHORTEST_TERM: usize = 8;

impl Segment {
    pub(super) fn write_documents(&self, live: &LiveDocuments, bytes: &mut Vec<u8>) {
        bytes.extend((self.len() as u64).to_le_bytes());
        for document in 0..self.len() {
            let payload = self.columns.get(document);
            write_description(bytes, self.ids[document], self.stamps[document], &payload);
            bytes.extend(self.lengths[document].to_le_bytes());
            bytes.push(u8::from(!live.contains(document as u32)));
        }
    }

    /// Tells which documents are gone.
    pub(super) fn read_documents(&mut self, reader: &mut Reader<'_>) -> Result<Vec<bool>, Garbled> {
        let count = reader.count(SHORTEST_DOCUMENT)?;
        let mut gone = Vec::with_capacity(count);
        for _ in 0..count {
            let (id, stamp, payload) = reader.description()?;
            self.push(id, stamp, payload);
            self.lengths.push(reader.u32()?);
            gone.push(reader.u8()? == 1);
        }
        Ok(gone)
    }

    /// The postings come back in the order in which the terms were written.
    pub(super) fn write_terms(&self, bytes: &mut Vec<u8>) -> Vec<&[Posting]> {
        bytes.extend((self.terms.len() as u64).to_le_bytes());
        let mut lists = Vec::with_capacity(self.terms.len());
        for term in self.terms.keys() {
            let postings = self.postings(term);
            let length = u32::try_from(term.len()).expect("terms are short");
            bytes.extend(length.to_le_bytes());
            bytes.extend(u32::try_from(postings.len()).expect("checked at building").to_le_bytes());
            bytes.extend(term.as_bytes());
            lists.push(postings);
        }
        lists
    }

    /// Tells how many postings have to follow.
    pub(super) fn read_terms(&mut self, reader: &mut Reader<'_>) -> Result<usize, Garbled> {
        let count = reader.count(SHORTEST_TERM)?;
        self.terms.reserve(count);
        let mut end = 0_u32;
        for _ in 0..count {
            let (length, postings) = (reader.u32()? as usize, reader.u32()?);
            let term = std::str::from_utf8(reader.bytes(length)?).map_err(|_| Garbled)?;
            let start = end;
            end = end.checked_add(postings).ok_or(Garbled)?;
            self.terms.insert(term.into(), (start, end));
        }
        // Bounded, since the number comes from the file. A longer list grows as it is read.
        self.postings.reserve_exact((end as usize).min(1 << 26));
        Ok(end as usize)
    }

    pub(super) fn postings_read(&self) -> usize {
        self.postings.len()
    }

    pub(super) fn read_postings(
        &mut self,
        reader: &mut Reader<'_>,
        most: usize,
    ) -> Result<(), Garbled> {
        let count = reader.0.len() / 4;
        if count == 0 || self.postings.len() + count > most {
            return Err(Garbled);
        }
        let documents = self.len();
        let start = self.postings.len();
        self.postings.extend(reader.numbers(count)?.map(Posting::from_number));
        let known = |posting: &Posting| (posting.document() as usize) < documents;
        // Checked once at loading, so that a search need not check every posting.
        match self.postings[start..].iter().all(known) {
            true => Ok(()),
            false => Err(Garbled),
        }
    }
}
