use std::sync::Arc;

use kernel::Id;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use store::{Store, StoreError};

use crate::items::Body;
use crate::items::render::Rendered;

/// The bodies of items: in memory as far as they fit, in the database always.
#[derive(Clone)]
pub(crate) struct Bodies {
    store: Store,
    cache: Arc<Cache<Id, Rendered, ByLength>>,
}

#[derive(Clone, Debug)]
struct ByLength;

impl Weighter<Id, Rendered> for ByLength {
    fn weight(&self, _: &Id, rendered: &Rendered) -> u64 {
        // The entry itself has a weight too.
        rendered.resolved.len() as u64 + 100
    }
}

const USUAL_LENGTH: u64 = 4096;

impl Bodies {
    pub(crate) fn new(store: Store, capacity: u64) -> Self {
        let expected = usize::try_from(capacity / USUAL_LENGTH).unwrap_or(usize::MAX).max(16);
        Self { store, cache: Arc::new(Cache::with_weighter(expected, capacity, ByLength)) }
    }

    /// The item's answer, if it was written from exactly this state.
    pub(crate) fn rendered(&self, id: Id, version: i64, state: u64) -> Option<Rendered> {
        let known = self.cache.get(&id)?;
        (known.version == version && known.state == state).then_some(known)
    }

    pub(crate) fn keep(&self, id: Id, rendered: Rendered) {
        self.cache.insert(id, rendered);
    }

    pub(crate) async fn find(&self, id: Id) -> Result<Option<Body>, StoreError> {
        Ok(self.store.find::<Body>(id).await?.map(|stored| stored.document))
    }
}

impl std::fmt::Debug for Bodies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bodies").field("cached", &self.cache.len()).finish_non_exhaustive()
    }
}
