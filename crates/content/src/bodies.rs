use std::sync::Arc;

use kernel::{Id, SitePath};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use store::{Store, StoreError};
use xxhash_rust::xxh3::xxh3_128;

use crate::items::Body;
use crate::items::render::Rendered;
use crate::reader::Reader;
use crate::reading::{Edition, Reading};

/// The bodies of items: in memory as far as they fit, in the database always.
///
/// They are kept under the path that was asked for, with the edition of the content for which each
/// reader was last found to see them there. As long as nothing changes, an item is found in one
/// step, without the tree; after a change the tree is asked once more, and the answer is written
/// again only if it has become another one.
#[derive(Clone)]
pub(crate) struct Bodies {
    store: Store,
    cache: Arc<Cache<PathHash, Kept, ByLength>>,
}

/// Stands for a path. Whoever asks for a path that happens to have the hash of another one gets an
/// answer they may see.
type PathHash = u128;

#[derive(Clone, Debug)]
struct Kept {
    id: Id,
    rendered: Rendered,
    seen_by_public: Option<Edition>,
    seen_by_signed_in: Option<Edition>,
}

impl Kept {
    /// Nothing for readers whose answers are not kept: there are few, and each sees another part.
    fn seen_by(&mut self, reader: Reader) -> Option<&mut Option<Edition>> {
        match reader {
            Reader::Public => Some(&mut self.seen_by_public),
            Reader::SignedIn => Some(&mut self.seen_by_signed_in),
            Reader::Preview(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
struct ByLength;

impl Weighter<PathHash, Kept> for ByLength {
    fn weight(&self, _: &PathHash, kept: &Kept) -> u64 {
        // The entry itself has a weight too.
        kept.rendered.resolved.len() as u64 + 250
    }
}

const USUAL_LENGTH: u64 = 4096;

impl Bodies {
    pub(crate) fn new(store: Store, capacity: u64) -> Self {
        // Only an estimate for the first allocation. The limit is the weight.
        let expected = usize::try_from(capacity / USUAL_LENGTH).unwrap_or(usize::MAX).max(16);
        Self { store, cache: Arc::new(Cache::with_weighter(expected, capacity, ByLength)) }
    }

    /// What is at a path, if it is known that this reader sees it there at this moment.
    pub(crate) fn at(&self, path: &SitePath, reading: &Reading) -> Option<Rendered> {
        let mut kept = self.cache.get(&hash(path))?;
        let seen = *kept.seen_by(reading.reader())?;
        // An edition of another moment proves nothing: the item may be a draft by now. The caller
        // then asks the tree.
        (seen == Some(reading.edition())).then_some(kept.rendered)
    }

    /// The answer for an item that was found at a path, if it was written from exactly this state.
    pub(crate) fn rendered(
        &self,
        path: &SitePath,
        reading: &Reading,
        (id, version, state): (Id, i64, u64),
    ) -> Option<Rendered> {
        let mut kept = self.cache.get(&hash(path)).filter(|kept| kept.id == id)?;
        // The same version below a renamed section is another answer, since it holds the path and
        // the breadcrumbs.
        if kept.rendered.version != version || kept.rendered.state != state {
            return None;
        }
        let rendered = kept.rendered.clone();
        *kept.seen_by(reading.reader())? = Some(reading.edition());
        // Written again with the new edition, so the next request needs no tree. Two that do this
        // at once write the same.
        self.cache.insert(hash(path), kept);
        Some(rendered)
    }

    pub(crate) fn keep(&self, path: &SitePath, reading: &Reading, id: Id, rendered: Rendered) {
        let mut kept = Kept { id, rendered, seen_by_public: None, seen_by_signed_in: None };
        // Answers for preview links are not kept: they would push out what everybody reads.
        let Some(seen) = kept.seen_by(reading.reader()) else { return };
        *seen = Some(reading.edition());
        self.cache.insert(hash(path), kept);
    }

    pub(crate) async fn find(&self, id: Id) -> Result<Option<Body>, StoreError> {
        Ok(self.store.find::<Body>(id).await?.map(|stored| stored.document))
    }
}

fn hash(path: &SitePath) -> PathHash {
    xxh3_128(path.as_str().as_bytes())
}

impl std::fmt::Debug for Bodies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bodies").field("cached", &self.cache.len()).finish_non_exhaustive()
    }
}
