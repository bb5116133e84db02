use std::collections::HashMap;

use kernel::Id;
use recall::embed::{Embedding, ModelIdentity};
use recall::{Filter, Hit, Owner, Payload};
use store::vectors::{self, LabelFilter, Labels, VectorSupport, VectorTable, Way};
use store::{Store, StoreError, Transaction};

/// Up to so many vectors the database is told which ones, and looks at each of them: that takes about as long as the
/// way through the graph (`bench vectors`), and misses nothing.
pub(in crate::indexing) const FEW: usize = 2_000;

/// What a node knows of the vectors that a filter accepts.
#[derive(Debug)]
pub(crate) struct Accepted {
    pub(crate) count: usize,
    /// Their chunks, where they are few.
    pub(crate) few: Option<Vec<Id>>,
    /// Of how many.
    pub(crate) of: usize,
}

/// A set of vectors in the database, as a node sees it.
#[derive(Clone, Debug)]
pub(crate) struct DatabaseSet {
    pub(crate) id: Id,
    pub(crate) model: ModelIdentity,
    pub(super) store: Store,
    pub(super) support: VectorSupport,
}

impl DatabaseSet {
    pub(super) fn table(&self) -> VectorTable {
        VectorTable { id: self.id, dimension: self.model.dimension }
    }

    /// The nearest chunks that the filter accepts.
    pub(crate) async fn search(
        &self,
        question: Embedding,
        filter: Filter,
        limit: usize,
        accepted: Accepted,
    ) -> Result<Vec<Hit>, StoreError> {
        let labels = for_database(&filter);
        let near = self
            .read(move |support, table, transaction| {
                let way = match &accepted.few {
                    Some(few) => Way::Among(few),
                    None => Way::Graph { of: accepted.of },
                };
                support.nearest(transaction, &table, question.values(), &labels, limit, way)
            })
            .await?;
        let mut hits: Vec<Hit> =
            near.into_iter().map(|near| Hit { id: near.id, score: near.score }).collect();
        hits.sort_unstable_by(|left, right| right.cmp(left));
        Ok(hits)
    }

    /// The vectors of these chunks, as far as they have any.
    pub(crate) async fn find(&self, ids: Vec<Id>) -> Result<HashMap<Id, Embedding>, StoreError> {
        let found = self
            .read(move |support, table, transaction| support.find(transaction, &table, &ids))
            .await?;
        Ok(self.embeddings(found))
    }

    /// The vectors of these texts, whichever chunks they were of.
    pub(in crate::indexing) async fn find_texts(
        &self,
        fingerprints: Vec<u128>,
    ) -> Result<HashMap<u128, Embedding>, StoreError> {
        let found = self
            .read(move |support, table, transaction| {
                support.find_texts(transaction, &table, &fingerprints)
            })
            .await?;
        Ok(self.embeddings(found))
    }

    fn embeddings<K: std::hash::Hash + Eq>(
        &self,
        found: Vec<(K, Vec<f32>)>,
    ) -> HashMap<K, Embedding> {
        let dimension = self.model.dimension;
        let read = |(key, values)| Some((key, Embedding::new(values, dimension).ok()?));
        found.into_iter().filter_map(read).collect()
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&VectorSupport, VectorTable, &mut Transaction<'_>) -> Result<T, StoreError>
        + Send
        + 'static,
    ) -> Result<T, StoreError> {
        let (support, table) = (self.support.clone(), self.table());
        self.store.read(move |transaction| work(&support, table, transaction)).await
    }
}

pub(super) fn labels(payload: &Payload) -> Labels {
    Labels {
        source: payload.source.number(),
        chunk_type: payload.chunk_type.number(),
        purposes: payload.purposes.bits(),
        owner: payload.user,
    }
}

fn for_database(filter: &Filter) -> LabelFilter {
    LabelFilter {
        sources: filter.sources.map(|set| set.bits()),
        chunk_types: filter.chunk_types.map(|set| set.bits()),
        purposes: filter.purposes.map(|set| set.bits()),
        owner: match filter.owner {
            Owner::Anyone => vectors::Owner::Anyone,
            Owner::Only(user) => vectors::Owner::Only(user),
            Owner::SharedAnd(user) => vectors::Owner::NobodyOr(user),
            Owner::Shared => vectors::Owner::Nobody,
        },
    }
}
