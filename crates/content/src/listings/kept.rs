use bytes::Bytes;
use edge::Tag;
use kernel::{Id, Page};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use store::Revision;

use super::api::ChildrenQuery;
use crate::tree::Sight;

/// Which page of children, as it is seen by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PageOfChildren {
    pub(super) section: Id,
    pub(super) query: ChildrenQuery,
    pub(super) sight: Sight,
    pub(super) page: Page,
}

/// Pages of children as they are answered. Each holds for one revision of the tree, so a change
/// makes all of them useless without anybody having to find out which.
pub(crate) struct KeptPages(Cache<PageOfChildren, Kept, ByLength>);

#[derive(Clone, Debug)]
struct Kept {
    revision: Revision,
    tag: Tag,
    body: Bytes,
}

#[derive(Clone, Debug)]
struct ByLength;

impl Weighter<PageOfChildren, Kept> for ByLength {
    fn weight(&self, _: &PageOfChildren, kept: &Kept) -> u64 {
        kept.body.len() as u64 + 200
    }
}

/// Enough for the pages of a large site that people visit.
const CAPACITY: u64 = 8 * 1024 * 1024;
const USUAL_LENGTH: usize = 16 * 1024;

impl KeptPages {
    pub(super) fn find(&self, wanted: &PageOfChildren, revision: Revision) -> Option<(Tag, Bytes)> {
        let kept = self.0.get(wanted)?;
        (kept.revision == revision).then_some((kept.tag, kept.body))
    }

    pub(super) fn keep(&self, page: PageOfChildren, revision: Revision, (tag, body): (Tag, Bytes)) {
        self.0.insert(page, Kept { revision, tag, body });
    }
}

impl Default for KeptPages {
    fn default() -> Self {
        Self(Cache::with_weighter(CAPACITY as usize / USUAL_LENGTH, CAPACITY, ByLength))
    }
}

impl std::fmt::Debug for KeptPages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptPages").field("kept", &self.0.len()).finish_non_exhaustive()
    }
}
