use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

use recall::embed::{Checksums, Embedder, LocalEmbedder};

use crate::Outcome;

/// The embedded model, each text once.
#[derive(Debug)]
pub(crate) struct Model {
    embedder: LocalEmbedder,
    known: RefCell<HashMap<String, Vec<f32>>>,
}

impl Model {
    pub(crate) fn open(folder: &Path) -> Outcome<Self> {
        let embedder = LocalEmbedder::open(folder, Checksums::all_minilm_l6_v2())?;
        embedder.load()?;
        Ok(Self { embedder, known: RefCell::default() })
    }

    /// One vector for each text; none at all when the model fails, which ends the run elsewhere.
    pub(crate) fn embed(&self, texts: &[&str]) -> Vec<Vec<f32>> {
        let mut known = self.known.borrow_mut();
        let fresh: Vec<&str> =
            texts.iter().filter(|text| !known.contains_key(**text)).copied().collect();
        for batch in fresh.chunks(16) {
            let vectors = self.embedder.embed(batch).unwrap_or_default();
            for (text, vector) in batch.iter().zip(vectors) {
                known.insert((*text).to_owned(), vector.values().to_vec());
            }
        }
        texts.iter().map(|text| known.get(*text).cloned().unwrap_or_default()).collect()
    }
}
