//! The embedder that runs in this process: a model folder, loaded at the first text.
//!
//! A site that never searches never pays for the weights, and [`LocalEmbedder::unload`] gives them
//! back. One call runs on one thread; callers who want both cores call twice.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::folder::{Checksums, Model, ModelFolder};
use super::{EmbedError, Embedder, Embedding, ModelError, ModelIdentity};

/// Tokens per forward pass: enough rows that the weights, which do not fit any cache, are read from
/// memory once for several texts.
const BATCH_TOKENS: usize = 640;

#[derive(Debug)]
pub struct LocalEmbedder {
    folder: ModelFolder,
    identity: ModelIdentity,
    model: Mutex<Option<Arc<Model>>>,
}

impl LocalEmbedder {
    /// Reads the small files of the folder. The weights are read, and verified against the
    /// checksums, when the first text comes.
    pub fn open(folder: &Path, checksums: Checksums) -> Result<Self, ModelError> {
        let folder = ModelFolder::open(folder, checksums)?;
        let identity = ModelIdentity { name: folder.identity(), dimension: folder.dimension() };
        Ok(Self { folder, identity, model: Mutex::new(None) })
    }

    pub fn is_loaded(&self) -> bool {
        self.slot().is_some()
    }

    /// Loads the model now, for callers who would rather wait at the start.
    pub fn load(&self) -> Result<(), ModelError> {
        self.model_in_memory().map(drop)
    }

    /// Gives the memory back as soon as no call is using it; the next text loads it again.
    pub fn unload(&self) {
        *self.slot() = None;
    }

    /// The token numbers the model reads for a text; more than the model can take are cut off.
    pub fn tokens(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let model = self.model_in_memory()?;
        Ok(model.tokenizer.encode(text, self.folder.max_tokens()))
    }

    fn slot(&self) -> std::sync::MutexGuard<'_, Option<Arc<Model>>> {
        // The slot is replaced in one step, so a panic elsewhere cannot leave it half written.
        self.model.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holding the lock while loading makes a second caller wait instead of loading twice.
    fn model_in_memory(&self) -> Result<Arc<Model>, ModelError> {
        let mut slot = self.slot();
        if let Some(model) = &*slot {
            return Ok(Arc::clone(model));
        }
        let model = Arc::new(self.folder.load()?);
        *slot = Some(Arc::clone(&model));
        Ok(model)
    }
}

impl Embedder for LocalEmbedder {
    fn model(&self) -> &ModelIdentity {
        &self.identity
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Embedding>, EmbedError> {
        let model = self.model_in_memory()?;
        let mut vectors = Vec::with_capacity(texts.len());
        let mut batch: Vec<Vec<u32>> = Vec::new();
        let mut tokens = 0;
        for text in texts {
            let encoded = model.tokenizer.encode(text, self.folder.max_tokens());
            // Before it is added, so that a batch only goes beyond the limit when a single text
            // does.
            if tokens > 0 && tokens + encoded.len() > BATCH_TOKENS {
                vectors.extend(model.encoder.embed(&batch));
                batch.clear();
                tokens = 0;
            }
            tokens += encoded.len();
            batch.push(encoded);
        }
        vectors.extend(model.encoder.embed(&batch));
        let dimension = self.identity.dimension;
        vectors.into_iter().map(|vector| Embedding::new(vector, dimension)).collect()
    }
}
