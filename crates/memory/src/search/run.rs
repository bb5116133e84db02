use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kernel::Id;
use recall::Hits;
use recall::embed::Embedding;
use recall::fusion::{DEPTH, Fused, fuse};
use store::{Filter, Query, StoreError, Value};

use super::{Meaning, Mode, SearchFilter, Whose};
use crate::Memory;
use crate::chunks::{Chunk, ChunkType, ChunkView, Purpose, Source, views};
use crate::embedding::ProviderError;
use crate::indexing::Shelf;

/// A chunk and why it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub chunk: ChunkView,
    /// What the order goes by; comparable within one answer only.
    pub score: f32,
    pub vector_score: Option<f32>,
    pub keyword_score: Option<f32>,
}

/// What a search found, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    pub found: Vec<Found>,
    /// By word: the chunks that share words with the query. Otherwise: the chunks with a vector
    /// that the filter accepts.
    pub total: usize,
}

/// A user's voice, as far as it fits a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Voice {
    pub examples: Vec<Found>,
    pub anti_patterns: Vec<Found>,
}

#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("there are no vectors to search: {0}")]
    NoVectors(ProviderError),
}

/// How long a query may take to become a vector before words have to do.
const PATIENCE: Duration = Duration::from_secs(3);
/// A few more than wanted, in place of those that are gone by the time they are looked up.
const SPARE: usize = 16;

impl Memory {
    /// What the site knows that fits a query: facts, and nobody's voice.
    pub async fn search_facts(&self, query: &str, limit: usize) -> Result<Results, SearchError> {
        let meaning = self.meaning_of(vec![query.to_owned()]).await?;
        self.search_facts_by(&meaning, query, limit).await
    }

    /// The same, when the meaning is known: that of the first text it was asked for.
    pub async fn search_facts_by(
        &self,
        meaning: &Meaning,
        query: &str,
        limit: usize,
    ) -> Result<Results, SearchError> {
        let filter = SearchFilter {
            purposes: vec![Purpose::Facts],
            whose: Whose::TheSites,
            ..SearchFilter::default()
        };
        self.search_by(meaning, query, filter, limit).await
    }

    /// How a user wants to sound, and not to sound, where it is about something like this.
    pub async fn search_voice(
        &self,
        user_id: &str,
        query: &str,
        limit: usize,
    ) -> Result<Voice, SearchError> {
        let meaning = self.meaning_of(vec![query.to_owned()]).await?;
        self.search_voice_by(&meaning, user_id, query, limit).await
    }

    /// The same, when the meaning is known: that of the first text it was asked for.
    pub async fn search_voice_by(
        &self,
        meaning: &Meaning,
        user_id: &str,
        query: &str,
        limit: usize,
    ) -> Result<Voice, SearchError> {
        let of_type = |chunk_type| SearchFilter {
            sources: vec![Source::VoiceFeedback],
            chunk_types: vec![chunk_type],
            whose: Whose::Users(user_id.to_owned()),
            ..SearchFilter::default()
        };
        let examples = of_type(ChunkType::VoiceExample);
        let anti_patterns = of_type(ChunkType::AntiPattern);
        Ok(Voice {
            examples: self.search_by(meaning, query, examples, limit).await?.found,
            anti_patterns: self.search_by(meaning, query, anti_patterns, limit).await?.found,
        })
    }

    async fn search_by(
        &self,
        meaning: &Meaning,
        query: &str,
        filter: SearchFilter,
        limit: usize,
    ) -> Result<Results, SearchError> {
        let Meaning { shelf, questions } = meaning.clone();
        let question = questions.and_then(|questions| questions.into_iter().next());
        self.search_in(shelf, question, query, Mode::Hybrid, filter, limit).await
    }

    /// Sees every change that was committed before it began.
    pub async fn search(
        &self,
        query: &str,
        mode: Mode,
        filter: SearchFilter,
        limit: usize,
    ) -> Result<Results, SearchError> {
        let shelf = self.indexer.up_to_date().await?.shelf.clone();
        let question = match mode {
            Mode::Keyword => None,
            Mode::Vector => Some(self.question(&shelf, query).await?),
            Mode::Hybrid => self.question(&shelf, query).await.map_err(log_absent).ok(),
        };
        self.search_in(shelf, question, query, mode, filter, limit).await
    }

    async fn search_in(
        &self,
        shelf: Arc<Shelf>,
        question: Option<Embedding>,
        query: &str,
        mode: Mode,
        filter: SearchFilter,
        limit: usize,
    ) -> Result<Results, SearchError> {
        let (words, for_indexes) = (query.to_owned(), filter.for_indexes());
        let searching = tokio::task::spawn_blocking(move || {
            let depth = limit.saturating_add(SPARE).max(DEPTH);
            let by_vector = |question: Embedding| match shelf.serving() {
                Some(serving) => serving.index.snapshot().search(&question, &for_indexes, depth),
                None => Hits::default(),
            };
            let by_word = || shelf.keywords.snapshot().search(&words, &for_indexes, depth);
            rank(mode, question.map(by_vector), by_word)
        });
        let (ranked, total) =
            searching.await.map_err(|error| StoreError::Unavailable(error.into()))?;
        let found = self.look_up(ranked, filter, limit).await?;
        Ok(Results { found, total })
    }

    /// The query as a vector, when there are vectors of the same model to compare it with.
    async fn question(&self, shelf: &Arc<Shelf>, query: &str) -> Result<Embedding, SearchError> {
        let mut questions = self.questions(shelf, vec![query.to_owned()]).await?;
        let none = || SearchError::NoVectors(ProviderError::Other("no vector".into()));
        questions.pop().ok_or_else(none)
    }

    /// The same for several texts, asked together: one vector per text.
    pub(super) async fn questions(
        &self,
        shelf: &Arc<Shelf>,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, SearchError> {
        let now = self.store.clock().now();
        let provider = self.indexer.provider();
        let waiting = || SearchError::NoVectors(ProviderError::Other("none is stored yet".into()));
        let serving = shelf.serving().ok_or_else(waiting)?;
        if !self.query_rest.is_over(now) {
            let resting = ProviderError::Other("the provider failed a moment ago".into());
            return Err(SearchError::NoVectors(resting));
        }
        let embedding = async {
            if provider.identity().await? != *serving.model() {
                let other = "vectors of another model serve until all new ones are there";
                return Err(ProviderError::Other(other.to_owned()));
            }
            provider.embed(texts).await
        };
        let outcome = tokio::time::timeout(PATIENCE, embedding).await;
        let outcome =
            outcome.unwrap_or_else(|_| Err(ProviderError::Other("it took too long".into())));
        outcome.map_err(|error| {
            self.query_rest.begin(now);
            SearchError::NoVectors(error)
        })
    }

    async fn look_up(
        &self,
        mut ranked: Vec<Fused>,
        filter: SearchFilter,
        limit: usize,
    ) -> Result<Vec<Found>, StoreError> {
        ranked.truncate(limit.saturating_add(SPARE));
        self.store
            .read(move |transaction| {
                let ids = ranked.iter().map(|fused| Value::from(fused.id)).collect();
                let query = Query::all().filter(Filter::OneOf("id", ids));
                let mut chunks = transaction.list::<Chunk>(&query)?;
                chunks.retain(|stored| filter.accepts(&stored.document));
                let views = views(transaction, chunks)?;
                let mut by_id: HashMap<Id, ChunkView> =
                    views.into_iter().map(|view| (view.id, view)).collect();
                let found = ranked.into_iter().filter_map(|fused| {
                    let Fused { id, score, vector_score, keyword_score } = fused;
                    let chunk = by_id.remove(&id)?;
                    Some(Found { chunk, score, vector_score, keyword_score })
                });
                Ok(found.take(limit).collect())
            })
            .await
    }
}

fn rank(mode: Mode, vector: Option<Hits>, by_word: impl FnOnce() -> Hits) -> (Vec<Fused>, usize) {
    match (mode, vector) {
        (Mode::Vector, vector) => {
            let hits = vector.unwrap_or_default();
            let by_vector =
                |id, score| Fused { id, score, vector_score: Some(score), keyword_score: None };
            (alone(&hits, by_vector), hits.total)
        }
        (Mode::Hybrid, Some(vector)) => {
            let keyword = by_word();
            let total = vector.total.max(keyword.total);
            (fuse(&vector, &keyword), total)
        }
        (Mode::Keyword, _) | (Mode::Hybrid, None) => {
            let hits = by_word();
            let by_word =
                |id, score| Fused { id, score, vector_score: None, keyword_score: Some(score) };
            (alone(&hits, by_word), hits.total)
        }
    }
}

fn alone(hits: &Hits, fused: impl Fn(Id, f32) -> Fused) -> Vec<Fused> {
    hits.hits.iter().map(|hit| fused(hit.id, hit.score)).collect()
}

pub(super) fn log_absent(error: SearchError) -> SearchError {
    tracing::debug!(%error, "a search goes by words alone");
    error
}
