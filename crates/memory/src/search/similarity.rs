use std::collections::HashMap;
use std::sync::Arc;

use kernel::Id;
use recall::embed::Embedding;
use store::StoreError;

use super::error::{SearchError, log_absent};
use super::nearest::find;
use crate::Memory;
use crate::indexing::NodeIndex;

/// What a text means to the chunks of the memory: its vector, when there is one to be had. Asked
/// once, used for many searches.
#[derive(Clone, Debug)]
pub struct Meaning {
    pub(super) node_index: Arc<NodeIndex>,
    /// One per text; none when words have to do.
    pub(super) questions: Option<Vec<Embedding>>,
}

/// Texts that are embedded together.
const MOST_TEXTS: usize = 32;

impl Memory {
    /// Looks for the meaning of several texts at once; of too many, the first ones. Words have to
    /// do while there are no vectors, or when making them takes too long.
    pub async fn meaning_of(&self, mut texts: Vec<String>) -> Result<Meaning, StoreError> {
        texts.truncate(MOST_TEXTS);
        let node_index = self.indexer.for_search().await?.node_index.clone();
        let questions = match texts.is_empty() {
            true => None,
            false => match self.questions(&node_index, texts).await {
                Ok(questions) => Some(questions),
                Err(SearchError::Store(error)) => return Err(error),
                Err(absent) => {
                    log_absent(absent);
                    None
                }
            },
        };
        Ok(Meaning { node_index, questions })
    }
}

impl Meaning {
    /// The cosine of each chunk to each text, in the order of the texts. Chunks that have no vector
    /// yet are left out; without vectors, all are.
    pub async fn cosines(&self, chunks: Vec<Id>) -> Result<HashMap<Id, Vec<f32>>, StoreError> {
        let Meaning { node_index, questions: Some(questions) } = self.clone() else {
            return Ok(HashMap::new());
        };
        let Some(serving) = node_index.serving() else { return Ok(HashMap::new()) };
        let vectors = find(&serving, chunks).await?;
        let to_all = |stored: &Embedding| -> Vec<f32> {
            questions.iter().map(|question| question.cosine(stored)).collect()
        };
        let found = vectors.into_iter().filter_map(|(id, stored)| {
            // Another model may have begun to serve meanwhile.
            let same = stored.values().len() == questions.first()?.values().len();
            same.then(|| (id, to_all(&stored)))
        });
        Ok(found.collect())
    }
}
