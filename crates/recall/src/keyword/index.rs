//! The writing side of the keyword index: batches become segments, segments of like size merge.
//!
//! Sizes at least halve from one segment to the next, so there are few of them and a document is
//! merged a logarithmic number of times. Readers hold the generation they took.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use kernel::Id;

use super::file::{load, save};
use super::segment::{LiveDocuments, Segment};
use super::terms::Analyser;
use super::{Change, Document, Snapshot};
use crate::Outcome;
use crate::disk::FileError;

/// Texts by the words in them, in memory; made again from the texts whenever needed.
#[derive(Debug, Default)]
pub struct KeywordIndex {
    writer: Mutex<Writer>,
    current: ArcSwap<Snapshot>,
    /// The changes that the file has seen.
    saved: AtomicU64,
}

#[derive(Debug, Default)]
struct Writer {
    snapshot: Snapshot,
    /// Segment and number of every live document.
    places: HashMap<Id, (usize, usize)>,
}

impl KeywordIndex {
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads an index from its file. Without one, or when an error
    /// [calls for a rebuild](FileError::calls_for_rebuild), start with an empty index.
    pub fn load(path: &Path) -> Result<Self, FileError> {
        let snapshot = load(path)?;
        let mut writer = Writer { snapshot, ..Writer::default() };
        for place in 0..writer.snapshot.segments.len() {
            writer.enter(place);
        }
        let current = ArcSwap::from_pointee(writer.snapshot.clone());
        Ok(Self { writer: Mutex::new(writer), current, saved: AtomicU64::new(0) })
    }

    /// Writes the generation of this moment to a file. Neither readers nor writers wait for it.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let snapshot = self.snapshot();
        save(path, &snapshot)?;
        // What this generation held. Changes that came meanwhile are still unsaved.
        self.saved.store(snapshot.changes, Ordering::Relaxed);
        Ok(())
    }

    /// How many changes the file has not seen.
    pub fn unsaved(&self) -> u64 {
        self.snapshot().changes.saturating_sub(self.saved.load(Ordering::Relaxed))
    }

    /// The generation of this moment. It stays as it is for as long as it is held.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    /// Makes all changes visible at once. The outcomes come in the order of the changes.
    pub fn apply(&self, changes: &[Change]) -> Vec<Outcome> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let (outcomes, added) = writer.sort_out(changes);
        if !added.is_empty() {
            // Outside of the old segments: readers go on with those while this one is built.
            let segment = Segment::build(&Analyser::new(), added.values().copied());
            writer.push(segment);
        }
        writer.tidy();
        writer.snapshot.generation += 1;
        writer.snapshot.changes += changes.len() as u64;
        self.current.store(Arc::new(writer.snapshot.clone()));
        outcomes
    }
}

impl Writer {
    /// Removes what the changes delete or replace; what remains to be added is returned.
    fn sort_out<'a>(
        &mut self,
        changes: &'a [Change],
    ) -> (Vec<Outcome>, BTreeMap<Id, &'a Document>) {
        let mut added: BTreeMap<Id, &Document> = BTreeMap::new();
        let mut outcomes = Vec::with_capacity(changes.len());
        for change in changes {
            outcomes.push(match change {
                Change::Put(document) => {
                    let known = added.get(&document.id).map(|known| known.stamp.revision);
                    let known = known.or_else(|| self.revision(document.id));
                    // Equal revisions replace each other: a text is put again when its payload has
                    // changed.
                    if known > Some(document.stamp.revision) {
                        Outcome::Outdated
                    } else {
                        self.remove(document.id);
                        added.insert(document.id, document);
                        Outcome::Stored
                    }
                }
                Change::Delete(id) => {
                    // `|` and not `||`: both have to be removed.
                    if added.remove(id).is_some() | self.remove(*id) {
                        Outcome::Deleted
                    } else {
                        Outcome::Absent
                    }
                }
            });
        }
        (outcomes, added)
    }

    fn revision(&self, id: Id) -> Option<u64> {
        let (segment, number) = *self.places.get(&id)?;
        Some(self.snapshot.segments[segment].0.stamps[number].revision)
    }

    fn remove(&mut self, id: Id) -> bool {
        let Some((place, number)) = self.places.remove(&id) else {
            return false;
        };
        let (segment, live) = &mut self.snapshot.segments[place];
        // Copied only when a reader holds it.
        Arc::make_mut(live).remove(number, segment.lengths[number]);
        true
    }

    fn push(&mut self, segment: Segment) {
        let live = LiveDocuments::all(&segment);
        self.snapshot.segments.push((Arc::new(segment), Arc::new(live)));
        self.enter(self.snapshot.segments.len() - 1);
    }

    /// Records where the documents of a segment are.
    fn enter(&mut self, place: usize) {
        let (segment, live) = &self.snapshot.segments[place];
        for (number, id) in segment.ids.iter().enumerate() {
            if !live.contains(number as u32) {
                continue;
            }
            self.places.insert(*id, (place, number));
        }
    }

    fn tidy(&mut self) {
        for place in 0..self.snapshot.segments.len() {
            let (segment, live) = &self.snapshot.segments[place];
            // More than half is gone, so the lists are mostly read in vain.
            if live.documents * 2 < segment.len() {
                let segment = Segment::merge(&[(segment, live)]);
                let live = LiveDocuments::all(&segment);
                self.snapshot.segments[place] = (Arc::new(segment), Arc::new(live));
                self.enter(place);
            }
        }
        while let [.., (before, before_live), (last, last_live)] = self.snapshot.segments.as_slice()
            && last_live.documents * 2 > before_live.documents
        {
            let merged = Segment::merge(&[(before, before_live), (last, last_live)]);
            self.snapshot.segments.truncate(self.snapshot.segments.len() - 2);
            self.push(merged);
        }
        // Only at the end: places are counted from the front.
        while self.snapshot.segments.pop_if(|(_, live)| live.documents == 0).is_some() {}
    }
}
