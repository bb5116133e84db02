//! Whose files these are. A folder or bucket may be known to several databases: a site that moves to another one takes
//! its files along without copying them, and a site is tried out beside the old one. So a file in it names the site
//! that removes files there; all others only read and add.
//!
//! A site marks a place that has no mark, within minutes of being served. An import takes the place over, as its
//! documents name the files from then on. Whoever takes the mark away gives the place to whoever is served next.

use bytes::Bytes;
use futures_util::StreamExt;
use kernel::Id;
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Filter, Kind, StoreError, Value};

use crate::blobs::BlobError;
use crate::{Media, MediaError, layout};

/// How this database is called among those that know its files. Never in an archive: what is brought back is another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteMark {
    id: Id,
    mark: Id,
}

pub static SITE_MARKS: Kind = Kind { name: "site_marks", ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "site_marks",
    steps: &[Step::CreateCollection {
        name: "site_marks",
        expires: false,
        streamed: false,
        keys: &[],
        indexes: &[],
    }],
};

impl Document for SiteMark {
    const KIND: &'static Kind = &SITE_MARKS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}

/// There is one.
// A valid version 7 id with the time 0: no id that is made later can be the same.
const ONLY: Id = Id::from_bytes(*b"\x00\x00\x00\x00\x00\x00\x70\x00\x80\x00sitema");

const LONGEST_MARK: usize = 100;

/// A place that was taken over, until it is clear that it stays so.
#[derive(Debug)]
pub struct TakenOver {
    before: Option<String>,
    /// Whether the site had no name before.
    named: bool,
}

impl Media {
    /// Marks the files as those of this site, unless they have a mark. False where it is another site's.
    pub async fn mark_place(&self) -> Result<bool, MediaError> {
        let ours = self.own_mark().await?;
        match self.read_mark().await? {
            None => {
                self.write_mark(&ours).await?;
                Ok(true)
            }
            Some(there) => Ok(there == ours),
        }
    }

    /// Makes them those of this site, whosever they were.
    pub async fn take_over(&self) -> Result<TakenOver, MediaError> {
        let before = self.read_mark().await?;
        let named = self.store.find::<SiteMark>(ONLY).await?.is_none();
        self.write_mark(&self.own_mark().await?).await?;
        Ok(TakenOver { before, named })
    }

    /// Leaves them to whoever had them, unless somebody else has taken them over meanwhile.
    pub async fn give_back(&self, taken: TakenOver) -> Result<(), MediaError> {
        if self.read_mark().await? == Some(self.own_mark().await?) {
            match taken.before {
                Some(before) => self.write_mark(&before).await?,
                None => self.blobs.delete(layout::SITE_MARK).await?,
            }
        }
        if taken.named {
            let named = [Filter::equal("id", ONLY)];
            let unnamed = self
                .store
                .write(move |transaction| transaction.delete_where::<SiteMark>(&named).map(drop));
            unnamed.await?;
        }
        Ok(())
    }

    /// Whether this site may remove files.
    pub async fn may_remove(&self) -> Result<bool, MediaError> {
        self.may_remove_since(None).await
    }

    /// The same for files that were copied here when there was this mark: nobody has taken them over since.
    pub(crate) async fn may_remove_since(&self, mark: Option<&str>) -> Result<bool, MediaError> {
        let Some(there) = self.read_mark().await? else { return Ok(true) };
        if mark == Some(there.as_str()) {
            return Ok(true);
        }
        let own = self.store.find::<SiteMark>(ONLY).await?;
        Ok(own.is_some_and(|own| own.document.mark.to_string() == there))
    }

    pub(crate) async fn read_mark(&self) -> Result<Option<String>, BlobError> {
        let Some(mut found) = self.blobs.find(layout::SITE_MARK, None).await? else {
            return Ok(None);
        };
        let mut mark = Vec::new();
        // One that is longer was not written by us. Its beginning is nobody's mark either.
        while let (true, Some(piece)) = (mark.len() < LONGEST_MARK, found.bytes.next().await) {
            mark.extend_from_slice(&piece?);
        }
        Ok(Some(String::from_utf8_lossy(&mark).trim().to_owned()))
    }

    async fn write_mark(&self, mark: &str) -> Result<(), BlobError> {
        // What writers have left that were killed. One who writes in this moment is told that it failed.
        self.blobs.delete_parts(layout::SITE_MARK).await?;
        self.blobs.put(layout::SITE_MARK, Bytes::from(format!("{mark}\n"))).await
    }

    async fn own_mark(&self) -> Result<String, StoreError> {
        if let Some(stored) = self.store.find::<SiteMark>(ONLY).await? {
            return Ok(stored.document.mark.to_string());
        }
        // Two nodes may have found none.
        let named = self.store.write_contested(|transaction| {
            if let Some(stored) = transaction.find::<SiteMark>(ONLY)? {
                return Ok(stored.document.mark);
            }
            let mark = transaction.generate_id();
            transaction.insert(SiteMark { id: ONLY, mark })?;
            Ok::<_, StoreError>(mark)
        });
        Ok(named.await?.to_string())
    }
}
