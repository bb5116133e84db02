use bytes::Bytes;
use kernel::{Id, Page};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::reader::Reader;
use crate::reading::{Children, Edition, Reading, Sections};
use crate::validator::Validator;

/// Which page of which list, as it is seen by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ListPage {
    pub(crate) list: List,
    pub(crate) reader: Reader,
    pub(crate) page: Page,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum List {
    Children(Id, Children),
    Sections(Sections),
}

/// Pages of lists as they are answered. Each holds for one edition of the content, so a change
/// makes all of them useless without anybody having to find out which.
pub(crate) struct KeptPages(Cache<ListPage, KeptPage, ByLength>);

#[derive(Clone, Debug)]
pub(crate) struct KeptPage {
    edition: Edition,
    pub(crate) validator: Validator,
    pub(crate) body: Bytes,
}

#[derive(Clone, Debug)]
struct ByLength;

impl Weighter<ListPage, KeptPage> for ByLength {
    fn weight(&self, _: &ListPage, kept: &KeptPage) -> u64 {
        // The entry itself has a weight too.
        kept.body.len() as u64 + 200
    }
}

/// Enough for the pages of a large site that people visit.
const CAPACITY: u64 = 16 * 1024 * 1024;
const USUAL_LENGTH: usize = 16 * 1024;

impl KeptPages {
    /// The page as it was written for this edition, or as it is written now.
    pub(crate) fn get(
        &self,
        reading: &Reading,
        list: List,
        page: Page,
        write: impl FnOnce() -> Vec<u8>,
    ) -> KeptPage {
        let wanted = ListPage { list, reader: reading.reader(), page };
        let edition = reading.edition();
        // Old editions are not removed but overwritten, or pushed out in time. Nobody has to know
        // which pages a change touched.
        if let Some(kept) = self.0.get(&wanted).filter(|kept| kept.edition == edition) {
            return kept;
        }
        let body = Bytes::from(write());
        let kept = KeptPage { edition, validator: Validator::of_bytes(&body), body };
        self.0.insert(wanted, kept.clone());
        kept
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
