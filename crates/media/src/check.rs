//! Whether files and records agree, and what can be done where they do not.

use std::collections::{HashMap, HashSet};
use std::fmt;

use futures_util::StreamExt;
use kernel::{Id, Timestamp};
use store::{Document, Present, StoreError, Transaction};
use xxhash_rust::xxh3::Xxh3;

use crate::site_mark::Doubt;
use crate::unfinished::{FORGOTTEN_AFTER, Unfinished};
use crate::uploads::Upload;
use crate::{Media, MediaError, layout};

/// Something that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A file of a record is not there. It may have been set aside.
    Missing { key: String, aside: Option<String> },
    /// A file has another size than its record says.
    Differs { key: String },
    /// A file has other bytes than those that were written.
    Altered { key: String },
    /// A file that belongs to nothing.
    Orphan { key: String },
    /// The same, where the place is not this site's: whoever is named there may know it.
    Foreign { key: String },
    /// A link, or what an interrupted write left behind.
    Strange { key: String },
    /// An upload or a deletion that was interrupted and not cleaned up after.
    Unfinished { id: Id },
    /// The files are marked as those of another site, so what belongs to nothing here may belong to that.
    AnotherSites,
    /// An import of this site has begun to take them over.
    Passing,
    /// There is no mark, and whether a record names any of the files.
    Nobodys { has_ours: bool },
}

impl Fault {
    /// Whether [`Media::repair`] makes it good.
    pub fn can_be_mended(&self) -> bool {
        match self {
            Self::Orphan { .. } | Self::Strange { .. } | Self::Unfinished { .. } => true,
            Self::Missing { aside, .. } => aside.is_some(),
            // Where the import has come to its end.
            Self::Passing => true,
            Self::Foreign { .. }
            | Self::Differs { .. }
            | Self::Altered { .. }
            | Self::AnotherSites
            | Self::Nobodys { .. } => false,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { key, aside: None } => write!(f, "media: {key} is missing"),
            Self::Missing { key, aside: Some(aside) } => {
                write!(f, "media: {key} is missing; it was set aside as {aside}")
            }
            Self::Differs { key } => write!(f, "media: {key} has another size than it should"),
            Self::Altered { key } => write!(f, "media: {key} has other bytes than it should"),
            Self::Orphan { key } | Self::Foreign { key } => {
                write!(f, "media: {key} belongs to nothing here")
            }
            Self::Strange { key } => write!(f, "media: {key} is not a whole file"),
            Self::Unfinished { id } => write!(f, "media: upload {id} was interrupted"),
            Self::AnotherSites => write!(
                f,
                "media: {} names another site, so nothing is removed here; if there is none, take that file away",
                layout::SITE_MARK
            ),
            Self::Passing => f.write_str(
                "media: an import has begun to take these files over, and was interrupted or is at work",
            ),
            Self::Nobodys { has_ours: true } => f.write_str(
                "media: nothing tells whose these files are; if they are this site's, `folia serve` or `folia check --repair` does",
            ),
            Self::Nobodys { has_ours: false } => f.write_str(
                "media: nothing tells whose these files are, and this site has none among them; if they belong to another one, it says so when it is served",
            ),
        }
    }
}

impl Media {
    /// Holds every file against the records, and every record against the files.
    ///
    /// Whoever knows that nobody writes, as nobody serves, says so: then what was begun is not in hand.
    pub async fn check(&self, is_served: bool) -> Result<Vec<Fault>, MediaError> {
        // Files first: what is written while we look has its note or record before we read those.
        let listed = self.blobs.list().await?;
        // At one moment: what is deleted has its note from when its record goes.
        let ((notes, all_notes), (uploads, all_uploads)) = self
            .store
            .read(|transaction| {
                Ok::<_, StoreError>((
                    scan::<Unfinished>(transaction)?,
                    scan::<Upload>(transaction)?,
                ))
            })
            .await?;
        let forgotten = self.forgotten(is_served);
        let mut faults: Vec<_> = notes
            .iter()
            .filter(|note| note.created_at <= forgotten)
            .map(|note| Fault::Unfinished { id: note.id })
            .collect();
        let in_hand: HashSet<Id> = notes.iter().map(|note| note.id).collect();
        let noted: HashSet<&str> =
            notes.iter().flat_map(|note| &note.keys).map(String::as_str).collect();
        let mut expected: HashMap<String, Expected> = uploads
            .iter()
            .flat_map(Upload::keys_and_hashes)
            .map(|(key, size, hash)| (key, Expected { size, hash }))
            .collect();
        let is_named = self.is_named().await?;
        let inner: Vec<String> = listed
            .iter()
            .filter_map(|file| layout::marked_folder(&file.key).map(ToOwned::to_owned))
            .collect();
        // By what they were called: there may be several.
        let mut aside: HashMap<String, Vec<String>> = HashMap::new();
        for file in listed.iter().filter(|file| !file.strange) {
            if let Some(before) = layout::before_aside(&file.key) {
                aside.entry(before.to_owned()).or_default().push(file.key.clone());
            }
        }
        for file in listed {
            let known = expected.remove(&file.key);
            // In hand: whoever wrote the note finishes it or cleans up.
            let whole = layout::whole(&file.key);
            let expected_soon = noted.contains(whole)
                || layout::owner(whole).is_some_and(|id| in_hand.contains(&id));
            let is_inner = inner.iter().any(|folder| file.key.starts_with(folder));
            if expected_soon
                || is_inner
                || layout::is_of_inner_site(whole)
                || layout::is_preview(&file.key)
                || layout::is_beside(&file.key)
            {
                continue;
            }
            match known {
                Some(_) if file.strange => faults.push(Fault::Strange { key: file.key }),
                Some(expected) if expected.size == file.size => {}
                // It may have been made anew since it was listed.
                Some(expected) if self.is_whole(&file.key, &expected).await? => {}
                Some(expected) if !self.is_expected(&file.key, &expected).await? => {}
                Some(_) => faults.push(Fault::Differs { key: file.key }),
                // Of a record that cannot be read, or in the hands of a note that cannot.
                None if may_be_of(whole, &all_uploads) || !all_notes.is_known() => {}
                // From before there were records. Nobody can tell whose they are, so they are left
                // alone.
                None if layout::is_old(&file.key) && !file.strange => {}
                // It may have gone with its record since it was listed, or have become a whole file.
                None if self.blobs.is_absent(&file.key).await? => {}
                None if file.strange && is_named => faults.push(Fault::Strange { key: file.key }),
                None if is_named => faults.push(Fault::Orphan { key: file.key }),
                None => faults.push(Fault::Foreign { key: file.key }),
            }
        }
        // A record that was made after the files were listed has files that were not seen.
        for (key, expected) in expected {
            // And one that has gone since had files that are gone.
            if self.blobs.look(&key).await?.is_none() && self.is_expected(&key, &expected).await? {
                let candidates = aside.get(&key).map_or(&[][..], Vec::as_slice);
                let aside = self.find_same(candidates, &expected).await?;
                faults.push(Fault::Missing { key, aside });
            }
        }
        faults.sort_by_key(ToString::to_string);
        let is_foreign = |fault: &Fault| matches!(fault, Fault::Foreign { .. });
        match self.doubt().await? {
            _ if is_named => {}
            Doubt::AnotherSite => faults.push(Fault::AnotherSites),
            Doubt::Passing => faults.push(Fault::Passing),
            Doubt::NoMark if faults.iter().any(is_foreign) => {
                faults.push(Fault::Nobodys { has_ours: self.has_files().await? });
            }
            Doubt::NoMark => {}
        }
        Ok(faults)
    }

    /// Reads every file of a record and compares its bytes with those that were written. Tells how far it
    /// is: how many records of how many.
    pub async fn check_bytes(
        &self,
        mut tell: impl FnMut(u64, u64),
    ) -> Result<Vec<Fault>, MediaError> {
        let (uploads, _) = self.read_all::<Upload>().await?;
        let mut faults = Vec::new();
        for (number, upload) in (0..).zip(&uploads) {
            tell(number, uploads.len() as u64);
            for (key, size, hash) in upload.keys_and_hashes() {
                // What is missing or has another size is told by the other check.
                match self.read_hash(&key, size).await? {
                    Some(found) if found != hash => {}
                    _ => continue,
                }
                // It may have been replaced since its record was read.
                let today = self.store.find::<Upload>(upload.id).await?;
                if today.is_some_and(|stored| stored.document == *upload) {
                    faults.push(Fault::Altered { key });
                }
            }
        }
        Ok(faults)
    }

    /// The files that may belong to records that cannot be read: what a copy of the site has to hold
    /// beside those of the others.
    pub async fn list_files_of_unread(&self, uploads: &Present) -> Result<Vec<String>, MediaError> {
        if uploads.is_known() {
            return Ok(Vec::new());
        }
        let listed = self.blobs.list().await?.into_iter();
        let theirs = listed.filter(|file| !file.strange && may_be_of(&file.key, uploads));
        Ok(theirs.map(|file| file.key).collect())
    }

    pub(crate) async fn read_all<D: Document>(&self) -> Result<(Vec<D>, Present), StoreError> {
        self.store.read(scan::<D>).await
    }

    async fn is_whole(&self, key: &str, expected: &Expected) -> Result<bool, MediaError> {
        Ok(self.blobs.look(key).await?.is_some_and(|(size, _)| size == expected.size))
    }

    /// Whether a record still names this file.
    async fn is_expected(&self, key: &str, expected: &Expected) -> Result<bool, MediaError> {
        let Some(id) = layout::owner(key) else { return Ok(true) };
        let Some(stored) = self.store.find::<Upload>(id).await? else { return Ok(false) };
        let named = stored.document.keys_and_hashes().into_iter();
        Ok(named
            .into_iter()
            .any(|(named, size, hash)| named == key && Expected { size, hash } == *expected))
    }

    /// The first of some files that has the bytes that are missed.
    async fn find_same(
        &self,
        candidates: &[String],
        expected: &Expected,
    ) -> Result<Option<String>, MediaError> {
        for key in candidates {
            if self.read_hash(key, expected.size).await? == Some(expected.hash) {
                return Ok(Some(key.clone()));
            }
        }
        Ok(None)
    }

    /// The hash of a file of this size; nothing where there is none.
    pub(crate) async fn read_hash(&self, key: &str, size: u64) -> Result<Option<u64>, MediaError> {
        let Some(mut found) = self.blobs.find(key, None).await? else { return Ok(None) };
        if found.size != size {
            return Ok(None);
        }
        let mut sum = Xxh3::new();
        while let Some(piece) = found.bytes.next().await {
            sum.update(&piece?);
        }
        Ok(Some(sum.digest()))
    }

    /// Sets aside what belongs to nothing, and brings back what was set aside and is missing. Nothing is removed but
    /// what a note of this site tells of: that a file belongs to nothing is a guess, and another site that knows the
    /// place may know better. What is missing otherwise cannot be brought back here: variants can be made again from
    /// their originals.
    pub async fn repair(
        &self,
        faults: &[Fault],
        is_served: bool,
    ) -> Result<Vec<Fault>, MediaError> {
        let set_aside = Id::generate(self.store.clock(), self.store.randomness());
        for fault in faults {
            let moved = match fault {
                // Asked each time: it takes long, and an import may take the files over meanwhile.
                Fault::Orphan { key } | Fault::Strange { key } if self.is_named().await? => {
                    Some((key, self.blobs.rename(key, &layout::aside(set_aside, key)).await))
                }
                // Unless it has come back meanwhile.
                Fault::Missing { key, aside: Some(aside) } if self.blobs.is_absent(key).await? => {
                    Some((key, self.blobs.rename(aside, key).await))
                }
                // Not by key: the note knows all files of the upload, also those that are not
                // listed.
                Fault::Unfinished { .. } => {
                    self.clean_up(self.forgotten(is_served)).await?;
                    None
                }
                _ => None,
            };
            // One that cannot be moved keeps nobody from mending the others. It is named again.
            if let Some((key, Err(error))) = moved {
                tracing::warn!(key, %error, "a file could not be moved");
            }
        }
        // Whoever mends has the database for itself, so no import is at work.
        if faults.contains(&Fault::Passing) {
            self.settle().await?;
        }
        self.check(is_served).await
    }

    /// From when on a note may be somebody's who is at work.
    fn forgotten(&self, is_served: bool) -> Timestamp {
        let now = self.store.clock().now();
        // The clock of whoever wrote it may have been ahead.
        if is_served { now.minus(FORGOTTEN_AFTER) } else { Timestamp::from_micros(i64::MAX) }
    }
}

/// What a record says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    size: u64,
    hash: u64,
}

fn scan<D: Document>(transaction: &mut Transaction<'_>) -> Result<(Vec<D>, Present), StoreError> {
    let mut all = Vec::new();
    let present = transaction.scan::<D>(|stored| all.push(stored.document))?;
    Ok((all, present))
}

fn may_be_of(key: &str, uploads: &Present) -> bool {
    layout::owner(key).is_some_and(|id| uploads.is_unread(id))
}
