use std::time::Duration;

use crate::Memory;
use crate::embedding::{DEFAULT_MODEL, Provider};

/// Texts that are worth the time.
const MOST_TEXTS: usize = 200;
const PATIENCE: Duration = Duration::from_secs(3);
/// Characters of a text; the model reads no more.
const LONGEST_TEXT: usize = 2000;

impl Memory {
    /// The vectors of texts by the default model in this process, for those who have learned from them.
    /// None when another model serves, there are too many texts, or it would take too long.
    pub async fn vectors_of(&self, texts: Vec<String>) -> Option<Vec<Vec<f32>>> {
        let provider = self.indexer.provider();
        // The weights that use these vectors were trained on this model. With another they would
        // mean nothing.
        let is_known = matches!(provider, Provider::Local(_)) && provider.name() == DEFAULT_MODEL;
        if !is_known || texts.is_empty() || texts.len() > MOST_TEXTS {
            return None;
        }
        let embedding = async {
            let mut found = Vec::with_capacity(texts.len());
            for batch in texts.chunks(provider.batch()) {
                let short = |text: &String| text.chars().take(LONGEST_TEXT).collect();
                let vectors = provider.embed_question(batch.iter().map(short).collect());
                let vectors = vectors.await.ok()?;
                found.extend(vectors.iter().map(|vector| vector.values().to_vec()));
            }
            Some(found)
        };
        tokio::time::timeout(PATIENCE, embedding).await.ok().flatten()
    }
}
