//! Whose files these are. A folder or bucket may be known to several databases: a site that moves to another one takes
//! its files along without copying them, and a site is tried out beside the old one. So a file in it names the site
//! that removes files there; all others only read and add.
//!
//! A site marks a place that has no mark within minutes of being served, or when it is mended, if nothing is there
//! yet or a file of its own. Until then nobody sets anything aside. An import takes the place over, as its documents
//! name the files from then on; until they are there for good, the mark names both sites, and neither removes
//! anything. Whoever takes the mark away gives the place to whoever uses it next.
//!
//! It is a help against mistakes. That nothing is lost by one does not depend on it: what belongs to nothing is set
//! aside, and never removed ([decision 321](../../../docs/decisions/0321-nothing-is-removed-on-a-guess.md)).

use bytes::Bytes;
use futures_util::StreamExt;
use kernel::Id;
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Filter, Kind, StoreError, Transaction, Value};

use crate::blobs::BlobError;
use crate::uploads::Upload;
use crate::{Media, MediaError, layout};

/// How this database is called among those that know its files. Never in an archive: what is brought back is another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteMark {
    id: Id,
    mark: Id,
    /// Whether the documents have come for which the files were taken over last.
    #[serde(default)]
    documents_came: bool,
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

const LONGEST_MARK: usize = 200;
/// Before the site whose files they were.
const PASSING: &str = "taken over from ";
/// Whose files are looked for, to tell whether a place is in use.
const FEW: usize = 20;

/// What stands in the place of the mark.
#[derive(Clone, Debug, PartialEq, Eq)]
enum There {
    Nothing,
    /// The site that removes files here. One that nobody can read names a site that nobody is.
    Named(String),
    /// One that takes them over, and whose they were.
    Passing {
        to: String,
        from: Option<String>,
    },
}

impl There {
    /// The site that was named before anybody began to take the place over.
    fn settled(&self) -> Option<&str> {
        match self {
            Self::Nothing => None,
            Self::Named(site) => Some(site),
            Self::Passing { from, .. } => from.as_deref(),
        }
    }
}

/// Why files may not be this site's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    NoMark,
    AnotherSite,
    /// It has begun to take them over.
    Passing,
}

/// What becomes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Removed,
    SetAside,
    Kept,
}

/// A place that is being taken over, until it is clear that it stays so.
#[derive(Debug)]
pub struct TakenOver {
    from: Option<String>,
    /// Whether the site had no name before.
    is_new: bool,
}

impl Media {
    /// Marks the files as those of this site, where they have no mark and nothing speaks against it. False where they
    /// are not this site's.
    pub async fn mark_place(&self) -> Result<bool, MediaError> {
        let ours = match self.read_there().await? {
            There::Named(site) => return Ok(self.is_called(&site).await?),
            There::Passing { to, .. } if !self.is_called(&to).await? => return Ok(false),
            There::Passing { .. } if !self.documents_came().await? => return Ok(false),
            There::Nothing if self.count_files().await? > 0 && !self.has_files().await? => {
                return Ok(false);
            }
            There::Passing { to, .. } => to,
            There::Nothing => self.own_mark().await?,
        };
        self.name(Some(&ours)).await?;
        Ok(true)
    }

    /// Ends what an import of this site has begun that is no longer at work: the place is this site's if its documents
    /// came in, and else whose it was.
    pub(crate) async fn settle(&self) -> Result<(), MediaError> {
        match self.read_there().await? {
            There::Passing { to, from } if self.is_called(&to).await? => {
                let site = if self.documents_came().await? { Some(to) } else { from };
                self.name(site.as_deref()).await?;
            }
            There::Nothing | There::Named(_) | There::Passing { .. } => {}
        }
        Ok(())
    }

    /// Whether a file is there that a record names.
    pub(crate) async fn has_files(&self) -> Result<bool, MediaError> {
        let (uploads, _) = self.read_all::<Upload>().await?;
        for (key, _) in uploads.iter().take(FEW).flat_map(Upload::keys_and_sizes) {
            if self.blobs.look(&key).await?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Begins to make them those of this site, whosever they were.
    pub async fn take_over(&self) -> Result<TakenOver, MediaError> {
        let from = self.read_there().await?.settled().map(ToOwned::to_owned);
        let is_new = self.store.find::<SiteMark>(ONLY).await?.is_none();
        let ours = self.own_mark().await?;
        self.expect_documents().await?;
        let taken = TakenOver { from, is_new };
        let mark = format!("{ours}\n{PASSING}{}\n", taken.from.as_deref().unwrap_or_default());
        match self.write_mark(&mark).await {
            Ok(()) => Ok(taken),
            Err(error) => {
                self.forget_name(&taken).await?;
                Err(error.into())
            }
        }
    }

    async fn expect_documents(&self) -> Result<(), StoreError> {
        self.store
            .write(|transaction| {
                let mut own = transaction.get::<SiteMark>(ONLY)?;
                if std::mem::take(&mut own.document.documents_came) {
                    transaction.replace(own)?;
                }
                Ok(())
            })
            .await
    }

    /// Notes that the documents have come, in the transaction that brings them.
    pub(crate) fn note_documents(transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
        if let Some(mut own) = transaction.find::<SiteMark>(ONLY)? {
            own.document.documents_came = true;
            transaction.replace(own)?;
        }
        Ok(())
    }

    async fn documents_came(&self) -> Result<bool, StoreError> {
        let own = self.store.find::<SiteMark>(ONLY).await?;
        Ok(own.is_some_and(|own| own.document.documents_came))
    }

    /// They are this site's for good: its documents name them.
    pub async fn keep_over(&self) -> Result<(), MediaError> {
        let ours = self.own_mark().await?;
        Ok(self.name(Some(&ours)).await?)
    }

    /// Leaves them to whoever had them, unless somebody else has taken them over meanwhile.
    pub async fn give_back(&self, taken: TakenOver) -> Result<(), MediaError> {
        let is_ours = match self.read_there().await? {
            There::Passing { to, .. } => self.is_called(&to).await?,
            There::Nothing | There::Named(_) => false,
        };
        if is_ours {
            self.name(taken.from.as_deref()).await?;
        }
        Ok(self.forget_name(&taken).await?)
    }

    async fn forget_name(&self, taken: &TakenOver) -> Result<(), StoreError> {
        if !taken.is_new {
            return Ok(());
        }
        let named = [Filter::equal("id", ONLY)];
        self.store
            .write(move |transaction| transaction.delete_where::<SiteMark>(&named).map(drop))
            .await
    }

    /// Whether the files are this site's, so that what belongs to nothing here belongs to nobody.
    pub async fn is_named(&self) -> Result<bool, MediaError> {
        match self.read_there().await? {
            There::Named(site) => Ok(self.is_called(&site).await?),
            There::Nothing | There::Passing { .. } => Ok(false),
        }
    }

    /// What a check has to say of the mark, unless it names this site.
    pub(crate) async fn doubt(&self) -> Result<Doubt, MediaError> {
        Ok(match self.read_there().await? {
            There::Nothing => Doubt::NoMark,
            There::Passing { to, .. } if self.is_called(&to).await? => Doubt::Passing,
            There::Named(_) | There::Passing { .. } => Doubt::AnotherSite,
        })
    }

    /// Whether this site may remove files of which it has noted that they are its own. Where there is no mark, nobody
    /// has taken them over.
    pub(crate) async fn may_remove(&self) -> Result<bool, MediaError> {
        match self.read_there().await? {
            There::Nothing => Ok(true),
            There::Named(site) => Ok(self.is_called(&site).await?),
            There::Passing { .. } => Ok(false),
        }
    }

    /// What becomes of files that this site began to copy here when there was this mark, and that no record names.
    /// Where another site is named, its own files may have come to the same keys since.
    pub(crate) async fn fate_of_copied(&self, mark: Option<&str>) -> Result<Fate, MediaError> {
        let is_as_before = |site: Option<&str>| site == mark;
        Ok(match self.read_there().await? {
            There::Nothing if mark.is_none() => Fate::Removed,
            There::Named(site) if self.is_called(&site).await? => Fate::Removed,
            There::Named(site) if is_as_before(Some(&site)) => Fate::SetAside,
            There::Passing { to, from } if self.is_called(&to).await? => {
                match (is_as_before(from.as_deref()), from) {
                    (true, None) => Fate::Removed,
                    (true, Some(_)) => Fate::SetAside,
                    (false, _) => Fate::Kept,
                }
            }
            There::Nothing | There::Named(_) | There::Passing { .. } => Fate::Kept,
        })
    }

    /// Does so with one of them.
    pub(crate) async fn drop_file(
        &self,
        key: &str,
        fate: Fate,
        aside: Id,
    ) -> Result<(), MediaError> {
        match fate {
            Fate::Removed => self.blobs.delete_whatever_came(key).await?,
            Fate::SetAside => {
                self.blobs.delete_parts(key).await?;
                if !self.blobs.is_absent(key).await? {
                    self.blobs.rename(key, &layout::aside(aside, key)).await?;
                }
            }
            Fate::Kept => {}
        }
        Ok(())
    }

    /// The site whose files these are, as far as anybody has said so.
    pub(crate) async fn read_mark(&self) -> Result<Option<String>, BlobError> {
        Ok(self.read_there().await?.settled().map(ToOwned::to_owned))
    }

    async fn read_there(&self) -> Result<There, BlobError> {
        let Some(mut found) = self.blobs.find(layout::SITE_MARK, None).await? else {
            // A link or a folder in its place is no mark of ours, but somebody's.
            return match self.blobs.is_absent(layout::SITE_MARK).await? {
                true => Ok(There::Nothing),
                false => Ok(There::Named(String::new())),
            };
        };
        let mut mark = Vec::new();
        // One that is longer was not written by us. Its beginning is nobody's mark either.
        while let (true, Some(piece)) = (mark.len() < LONGEST_MARK, found.bytes.next().await) {
            mark.extend_from_slice(&piece?);
        }
        mark.truncate(LONGEST_MARK);
        let mark = String::from_utf8_lossy(&mark);
        let named = || There::Named(mark.trim().to_owned());
        Ok(mark.split_once('\n').map_or_else(named, |(to, rest)| {
            match rest.strip_prefix(PASSING) {
                Some(from) => {
                    let from = Some(from.trim().to_owned()).filter(|from| !from.is_empty());
                    There::Passing { to: to.trim().to_owned(), from }
                }
                None => named(),
            }
        }))
    }

    /// Marks the files as those of a site, or of none.
    async fn name(&self, site: Option<&str>) -> Result<(), BlobError> {
        match site {
            Some(site) => self.write_mark(&format!("{site}\n")).await,
            None => self.blobs.delete_whatever_came(layout::SITE_MARK).await,
        }
    }

    async fn write_mark(&self, mark: &str) -> Result<(), BlobError> {
        // What writers have left that were killed. One who writes in this moment is told that it failed.
        self.blobs.delete_parts(layout::SITE_MARK).await?;
        self.blobs.put(layout::SITE_MARK, Bytes::from(mark.to_owned())).await
    }

    async fn is_called(&self, site: &str) -> Result<bool, StoreError> {
        let own = self.store.find::<SiteMark>(ONLY).await?;
        Ok(own.is_some_and(|own| own.document.mark.to_string() == site))
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
            transaction.insert(SiteMark { id: ONLY, mark, documents_came: false })?;
            Ok::<_, StoreError>(mark)
        });
        Ok(named.await?.to_string())
    }
}
