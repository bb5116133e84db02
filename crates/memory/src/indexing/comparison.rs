//! The indexes against the documents: at opening by versions, afterwards by the texts themselves.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kernel::Id;
use recall::keyword;
use recall::{Payload, Stamp};
use store::Stored;

use super::ledger::{Known, Standing, revision};
use super::node_index::{NodeIndex, Stamps};
use super::words::words;
use crate::chunks::Chunk;

impl NodeIndex {
    /// Every chunk there is.
    pub(super) fn ids(&self) -> Vec<Id> {
        self.lock().ledger.ids().collect()
    }

    pub(super) fn stamps(&self) -> Stamps {
        self.own_stamps(&self.lock())
    }

    /// Takes in, without reading them, the chunks whose words are here in the version that exists
    /// now, and drops the words of all others. Those that have to be read come back.
    pub(super) fn recognise(&self, existing: Vec<(Id, i64)>, stamps: &Stamps) -> Vec<Id> {
        let mut state = self.lock();
        let mut words: HashMap<Id, (Stamp, Payload)> = self
            .keywords
            .snapshot()
            .entries()
            .map(|(id, stamp, payload)| (id, (stamp, payload)))
            .collect();
        let mut unknown = Vec::new();
        state.ledger.reserve(existing.len());
        for (id, version) in existing {
            // No words in our file: new, or written while this node was down.
            let Entry::Occupied(entry) = words.entry(id) else {
                unknown.push(id);
                continue;
            };
            let (stamp, payload) = *entry.get();
            // Words of another version. They stay among `words` and are dropped with the rest.
            if stamp.revision != revision(version) {
                unknown.push(id);
                continue;
            }
            entry.remove();
            let standing = match stamps.get(&id) == Some(&stamp) {
                true => Standing::Stored,
                false => Standing::Waiting,
            };
            let fingerprint = stamp.fingerprint;
            state.ledger.replace(id, Known { version, fingerprint, payload, standing });
        }
        // Whatever is left has words here and no document in this version.
        let gone: Vec<_> = words.into_keys().map(keyword::Change::Delete).collect();
        if !gone.is_empty() {
            self.keywords.apply(&gone);
        }
        unknown
    }

    /// Looks at chunks whose words were taken from the file: a database that was restored from a
    /// backup may hold another text under the same version. Tells how many were wrong.
    pub(super) fn verify(&self, chunks: &[Stored<Chunk>]) -> usize {
        let mut state = self.lock();
        let mut changes = Vec::new();
        for Stored { version, document } in chunks {
            let (id, found) = (document.id, Known::of(document, *version));
            let same =
                |known: &Known| known.stamp() == found.stamp() && known.payload == found.payload;
            // Only while the ledger still has this version: what has changed meanwhile was read
            // anew anyway.
            if state.ledger.wanted(id, *version).is_some_and(|known| !same(known)) {
                state.ledger.replace(id, found);
                changes.push(words(id, &found, document.text.clone()));
            }
        }
        if !changes.is_empty() {
            self.keywords.apply(&changes);
        }
        changes.len()
    }

    /// Drops vectors of chunks that no longer exist, or not yet: what was deleted while nobody
    /// watched, and what a restored backup has not seen.
    pub(super) fn drop_strangers(&self) {
        let mut state = self.lock();
        let everything = self.generations(&state);
        let strangers: Vec<Id> = everything
            .iter()
            .filter_map(|generation| generation.own())
            .flat_map(|index| index.snapshot().stamps().collect::<Vec<_>>())
            .filter(|(id, stamp)| {
                let known = state.ledger.get(*id);
                // A vector of a later version than the document's comes from a database that was
                // since restored from a backup.
                known.is_none_or(|known| known.stamp().revision < stamp.revision)
            })
            .map(|(id, _)| id)
            .collect();
        self.delete_vectors(&state, &strangers);
        // Fewer chunks may mean that nothing is missing any more.
        self.switch_if_complete(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use recall::Filter;
    use recall::embed::{Embedding, ModelIdentity};

    use super::*;
    use crate::chunks::{ChunkType, NewChunk, Purpose, Source};
    use crate::indexing::generation::Generations;
    use crate::indexing::node_index::Made;

    fn id(number: u8) -> Id {
        Id::from_bytes([number; 16])
    }

    fn chunk(number: u8, version: i64, text: &str) -> Stored<Chunk> {
        let new = NewChunk {
            text: text.to_owned(),
            source: Source::Opinion,
            chunk_type: ChunkType::Meta,
            purpose: vec![Purpose::Facts],
            metadata: Default::default(),
            origin: None,
            user_id: None,
        };
        Stored { version, document: new.into_chunk(id(number), kernel::Timestamp::from_micros(0)) }
    }

    fn found(node_index: &NodeIndex, query: &str) -> Vec<Id> {
        let hits = node_index.keywords.snapshot().search(query, &Filter::default(), 9);
        hits.hits.iter().map(|hit| hit.id).collect()
    }

    /// A node_index with three chunks, their vectors stored and their words written down.
    fn filled(folder: &std::path::Path) -> NodeIndex {
        let node_index = NodeIndex::open(Generations::new(folder.to_owned()));
        let model = ModelIdentity { name: "test".to_owned(), dimension: 2 };
        node_index.prepare(&model, None).unwrap();
        let chunks = [chunk(1, 3, "red boat"), chunk(2, 1, "green boat"), chunk(3, 1, "old mill")];
        node_index.enter(chunks.to_vec(), &Stamps::new());
        let embedding = Embedding::new(vec![1.0, 0.5], 2).unwrap();
        let made = chunks.iter().map(|chunk| Made {
            id: chunk.document.id,
            version: chunk.version,
            embedding: embedding.clone(),
        });
        node_index.put(made.collect()).unwrap();
        node_index.keywords.save(&folder.join("words")).unwrap();
        node_index
    }

    #[test]
    fn a_start_recognises_what_it_knows_and_asks_for_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        drop(filled(folder.path()));
        let node_index = NodeIndex::open(Generations::new(folder.path().to_owned()));
        // The first is older than the files, as in a restored backup; the third is gone.
        let existing = vec![(id(1), 2), (id(2), 1), (id(4), 1)];
        let unknown = node_index.recognise(existing, &node_index.stamps());
        assert_eq!(unknown, [id(1), id(4)]);
        let read = vec![chunk(1, 2, "blue train"), chunk(4, 1, "new boat")];
        node_index.enter(read, &node_index.stamps());
        node_index.drop_strangers();
        assert_eq!(found(&node_index, "boat").len(), 2);
        assert_eq!(found(&node_index, "train"), [id(1)]);
        assert!(found(&node_index, "red mill").is_empty());
        let (counts, _) = node_index.counts();
        assert_eq!((counts.waiting, counts.stored), (2, 1));
        // The vector of the later version would have refused that of the older one.
        let serving = node_index.serving().unwrap();
        assert_eq!(serving.own().unwrap().snapshot().len(), 1);
    }

    #[test]
    fn another_text_under_a_known_version_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        drop(filled(folder.path()));
        let node_index = NodeIndex::open(Generations::new(folder.path().to_owned()));
        let stamps = node_index.stamps();
        assert!(node_index.recognise(vec![(id(1), 3), (id(2), 1), (id(3), 1)], &stamps).is_empty());
        assert_eq!(node_index.counts().0.stored, 3);
        let texts = [chunk(1, 3, "grey donkey"), chunk(2, 1, "green boat"), chunk(3, 2, "later")];
        assert_eq!(node_index.verify(&texts), 1);
        assert_eq!(found(&node_index, "donkey"), [id(1)]);
        assert_eq!(found(&node_index, "boat"), [id(2)]);
        assert_eq!(found(&node_index, "mill"), [id(3)]);
        let (counts, _) = node_index.counts();
        assert_eq!((counts.waiting, counts.stored), (1, 2));
    }
}
