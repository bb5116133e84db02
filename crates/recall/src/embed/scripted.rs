//! An embedder for tests: no model, no file, the same vector for the same text every time.
//!
//! Every word points in a direction of its own, so texts that share words are near each other;
//! that is all the meaning it has. Failures are put in line beforehand.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{EmbedError, Embedder, Embedding, ModelIdentity};

#[derive(Debug)]
pub struct ScriptedEmbedder {
    identity: ModelIdentity,
    failures: Mutex<VecDeque<EmbedError>>,
    embedded: AtomicUsize,
}

impl ScriptedEmbedder {
    pub fn new(dimension: usize) -> Self {
        let identity = ModelIdentity { name: format!("scripted-{dimension}"), dimension };
        Self { identity, failures: Mutex::default(), embedded: AtomicUsize::new(0) }
    }

    /// The next call that has no earlier failure before it answers with this one.
    pub fn fail_next(&self, failure: EmbedError) {
        self.failures.lock().expect("no test panics while holding the line").push_back(failure);
    }

    /// How many texts have been embedded so far.
    pub fn embedded(&self) -> usize {
        self.embedded.load(Ordering::SeqCst)
    }
}

impl Embedder for ScriptedEmbedder {
    fn model(&self) -> &ModelIdentity {
        &self.identity
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Embedding>, EmbedError> {
        let failure =
            self.failures.lock().expect("no test panics while holding the line").pop_front();
        if let Some(failure) = failure {
            return Err(failure);
        }
        self.embedded.fetch_add(texts.len(), Ordering::SeqCst);
        let dimension = self.identity.dimension;
        let embed = |text: &&str| {
            // The first value keeps a text without words from having no direction.
            let mut values = vec![0.0; dimension];
            values[0] = 0.01;
            for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                let mut hasher = DefaultHasher::new();
                word.to_lowercase().hash(&mut hasher);
                let mut state = hasher.finish();
                for value in &mut values {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    *value += (state >> 40) as f32 / (1 << 23) as f32 - 1.0;
                }
            }
            Embedding::new(values, dimension)
        };
        texts.iter().map(embed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_words_make_texts_near() {
        let embedder = ScriptedEmbedder::new(64);
        let texts = ["a red boat", "the red boat", "quarterly tax return", ""];
        let vectors = embedder.embed(&texts).unwrap();
        assert!(vectors[0].cosine(&vectors[1]) > vectors[0].cosine(&vectors[2]) + 0.2);
        assert_eq!(vectors, embedder.embed(&texts).unwrap());
        assert_eq!(embedder.embedded(), 8);
    }

    #[test]
    fn failures_come_in_the_order_they_were_put_in_line() {
        let embedder = ScriptedEmbedder::new(8);
        embedder.fail_next(EmbedError::NotFinite);
        embedder.fail_next(EmbedError::Zero);
        assert!(matches!(embedder.embed(&["a"]), Err(EmbedError::NotFinite)));
        assert!(matches!(embedder.embed(&["a"]), Err(EmbedError::Zero)));
        assert!(embedder.embed(&["a"]).is_ok());
    }
}
