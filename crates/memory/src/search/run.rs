use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use edge::Workers;
use kernel::Id;
use recall::embed::Embedding;
use recall::fusion::{DEPTH, Fused, fuse};
use recall::{Hit, Hits, keyword};
use store::{Filter, Query, StoreError, Value};

use super::error::{SearchError, log_absent};
use super::nearest::{Nearest, WithVector};
use super::{Meaning, Mode, SearchFilter, Whose};
use crate::Memory;
use crate::chunks::{Chunk, ChunkType, ChunkView, LONGEST_TEXT, Purpose, Source, views};
use crate::embedding::ProviderError;
use crate::indexing::NodeIndex;

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
    /// Of the chunks that the filter accepts: by word those that share words with the query, by
    /// vector those that have one, and both together where it is hybrid.
    pub total: usize,
}

/// A user's voice, as far as it fits a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Voice {
    pub examples: Vec<Found>,
    pub anti_patterns: Vec<Found>,
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
        let Meaning { node_index, questions } = meaning.clone();
        let question = questions.and_then(|questions| questions.into_iter().next());
        let question = std::future::ready(Ok(question));
        self.search_in(node_index, question, query, Mode::Hybrid, filter, limit).await
    }

    /// Sees every change that was committed before it began.
    pub async fn search(
        &self,
        query: &str,
        mode: Mode,
        filter: SearchFilter,
        limit: usize,
    ) -> Result<Results, SearchError> {
        // For a search, so that background work steps aside.
        let node_index = self.indexer.for_search().await?.node_index.clone();
        let asked = node_index.clone();
        let question = async {
            match mode {
                Mode::Keyword => Ok(None),
                Mode::Vector => self.question(&asked, query).await.map(Some),
                // A hybrid search is never refused for want of vectors. Words have to do.
                Mode::Hybrid => Ok(self.question(&asked, query).await.map_err(log_absent).ok()),
            }
        };
        self.search_in(node_index, question, query, mode, filter, limit).await
    }

    pub(super) async fn search_in(
        &self,
        node_index: Arc<NodeIndex>,
        question: impl Future<Output = Result<Option<Embedding>, SearchError>>,
        query: &str,
        mode: Mode,
        filter: SearchFilter,
        limit: usize,
    ) -> Result<Results, SearchError> {
        // Only where two rankings meet does it matter who comes later in one of them.
        let fewest = if mode == Mode::Hybrid { DEPTH } else { 0 };
        // Fusion needs to see further down than what is shown: what is tenth in both rankings may
        // be first in the fused one.
        let depth = limit.saturating_add(SPARE).max(fewest);
        let for_indexes = filter.for_indexes();
        let words = ByWord { index: node_index.keywords.snapshot(), query: query.to_owned() };
        let by_word = async {
            let words = words.clone();
            match mode {
                Mode::Vector => Ok(None),
                _ => Ok(Some(work(move || words.search(&for_indexes, depth)).await?)),
            }
        };
        let by_vector = async {
            match question.await? {
                None => Ok(None),
                Some(question) => {
                    self.nearest(&node_index, question, for_indexes, depth, mode).await
                }
            }
        };
        // By word while the query is on its way to becoming a vector.
        let (by_word, by_vector): (_, Option<Nearest>) = tokio::try_join!(by_word, by_vector)?;
        let (ranked, counting) = match (by_vector, by_word) {
            (Some(Nearest { hits: by_vector, who }), Some(by_word)) => {
                let ranked = fuse(&by_vector, &by_word);
                (ranked, Counting::Both { words, by_word, by_vector, who, for_indexes })
            }
            (Some(Nearest { hits, .. }), None) => {
                (hits.hits.iter().map(by_vector_alone).collect(), Counting::Done(hits.total))
            }
            (None, by_word) => {
                let hits = by_word.unwrap_or_default();
                (hits.hits.iter().map(by_word_alone).collect(), Counting::Done(hits.total))
            }
        };
        self.look_up(ranked, counting, filter, limit).await
    }

    /// The query as a vector, when there are vectors of the same model to compare it with.
    async fn question(
        &self,
        node_index: &Arc<NodeIndex>,
        query: &str,
    ) -> Result<Embedding, SearchError> {
        let mut questions = self.questions(node_index, vec![query.to_owned()]).await?;
        let none = || SearchError::NoVectors(ProviderError::Other("no vector".into()));
        questions.pop().ok_or_else(none)
    }

    /// The same for several texts, asked together: one vector per text.
    pub(super) async fn questions(
        &self,
        node_index: &Arc<NodeIndex>,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, SearchError> {
        let now = self.store.clock().now();
        // No longer than a chunk: that much every provider has to take, and a service that refuses
        // one long query would have all others go by words for a while.
        let texts: Vec<String> =
            texts.iter().map(|text| text.chars().take(LONGEST_TEXT).collect()).collect();
        let waiting = || SearchError::NoVectors(ProviderError::Other("none is stored yet".into()));
        let serving = node_index.serving().ok_or_else(waiting)?;
        if !self.embedding_pause.is_over(now) {
            let resting = ProviderError::Other("the provider failed a moment ago".into());
            return Err(SearchError::NoVectors(resting));
        }
        let embedding = async {
            // Vectors of two models have nothing in common, even where they are as long.
            let provider = self.indexer.provider_of(&serving).await?;
            provider.embed_question(texts).await
        };
        let outcome = tokio::time::timeout(PATIENCE, embedding).await;
        let outcome =
            outcome.unwrap_or_else(|_| Err(ProviderError::Other("it took too long".into())));
        outcome.map_err(|error| {
            // Otherwise every search would wait for the same timeout.
            self.embedding_pause.begin(now);
            SearchError::NoVectors(error)
        })
    }

    async fn look_up(
        &self,
        ranked: Vec<Fused>,
        counting: Counting,
        filter: SearchFilter,
        limit: usize,
    ) -> Result<Results, SearchError> {
        self.store
            .read(move |transaction| {
                let mut found = Vec::with_capacity(limit.min(ranked.len()));
                let mut rest = ranked.as_slice();
                // As many as are wanted, then a few more in place of those that are gone.
                while found.len() < limit && !rest.is_empty() {
                    let few = (limit - found.len()).min(rest.len());
                    let (part, others) = rest.split_at(few);
                    rest = others;
                    let ids = part.iter().map(|fused| Value::from(fused.id)).collect();
                    let query = Query::all().filter(Filter::OneOf("id", ids));
                    let mut chunks = transaction.list::<Chunk>(&query)?;
                    // The index may be behind the document. Whose it is, above all, is asked of the
                    // document.
                    chunks.retain(|stored| filter.accepts(&stored.document));
                    let views = views(transaction, chunks)?;
                    let mut by_id: HashMap<Id, ChunkView> =
                        views.into_iter().map(|view| (view.id, view)).collect();
                    found.extend(part.iter().filter_map(|fused| {
                        let Fused { id, score, vector_score, keyword_score } = *fused;
                        let chunk = by_id.remove(&id)?;
                        Some(Found { chunk, score, vector_score, keyword_score })
                    }));
                }
                // Here, because this thread may take its time.
                Ok(Results { found, total: counting.total() })
            })
            .await
    }
}

/// What is known about the number of chunks found.
#[derive(Debug)]
enum Counting {
    Done(usize),
    Both {
        words: ByWord,
        by_word: Hits,
        by_vector: Hits,
        who: WithVector,
        for_indexes: recall::Filter,
    },
}

impl Counting {
    fn total(&self) -> usize {
        match self {
            Self::Done(total) => *total,
            Self::Both { words, by_word, by_vector, who, for_indexes } => {
                words.total(by_word, by_vector, who, for_indexes)
            }
        }
    }
}

/// A query to the keyword index of one moment.
#[derive(Clone, Debug)]
struct ByWord {
    index: Arc<keyword::Snapshot>,
    query: String,
}

impl ByWord {
    fn search(&self, filter: &recall::Filter, depth: usize) -> Hits {
        self.index.search(&self.query, filter, depth)
    }

    /// How many chunks are found by one way or the other. Every chunk with a vector is; usually
    /// that is all of them, and there is nothing to count.
    fn total(
        &self,
        by_word: &Hits,
        by_vector: &Hits,
        who: &WithVector,
        filter: &recall::Filter,
    ) -> usize {
        if by_word.total == 0 || self.index.count(filter) == by_vector.total {
            return by_vector.total;
        }
        let found = match who {
            WithVector::Among(vectors) => {
                let with_vector: HashSet<Id> = vectors.list(filter).into_iter().collect();
                let without = |id| !with_vector.contains(&id);
                self.index.count_found(&self.query, filter, without)
            }
            WithVector::AllBut(lacking) => {
                self.index.count_found(&self.query, filter, |id| lacking.contains(&id))
            }
        };
        by_vector.total + found
    }
}

static WORKERS: LazyLock<Workers> = LazyLock::new(Workers::of_this_machine);

/// What takes a processor for a while, on a thread of its own.
pub(super) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    WORKERS.work(work).await.map_err(|error| StoreError::Unavailable(error.into()))
}

fn by_vector_alone(hit: &Hit) -> Fused {
    let Hit { id, score } = *hit;
    Fused { id, score, vector_score: Some(score), keyword_score: None }
}

fn by_word_alone(hit: &Hit) -> Fused {
    let Hit { id, score } = *hit;
    Fused { id, score, vector_score: None, keyword_score: Some(score) }
}
