//! Whether files and records agree, and what can be done where they do not.

use std::collections::{HashMap, HashSet};
use std::fmt;

use kernel::{Id, Timestamp};
use store::Query;

use crate::unfinished::{FORGOTTEN_AFTER, Unfinished};
use crate::uploads::Upload;
use crate::{Media, MediaError, layout};

/// Something that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A file of a record is not there.
    Missing { key: String },
    /// A file has another size than its record says.
    Differs { key: String },
    /// A file that belongs to nothing.
    Orphan { key: String },
    /// A link, or what an interrupted write left behind.
    Strange { key: String },
    /// An upload or a deletion that was interrupted and not cleaned up after.
    Unfinished { id: Id },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { key } => write!(f, "media: {key} is missing"),
            Self::Differs { key } => write!(f, "media: {key} has another size than it should"),
            Self::Orphan { key } => write!(f, "media: {key} belongs to nothing"),
            Self::Strange { key } => write!(f, "media: {key} is not a whole file"),
            Self::Unfinished { id } => write!(f, "media: upload {id} was interrupted"),
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
        let notes = self.store.list::<Unfinished>(Query::all()).await?;
        let uploads = self.store.list::<Upload>(Query::all()).await?;
        let forgotten = self.forgotten(is_served);
        let mut faults: Vec<_> = notes
            .iter()
            .filter(|note| note.document.created_at <= forgotten)
            .map(|note| Fault::Unfinished { id: note.document.id })
            .collect();
        let in_hand: HashSet<Id> = notes.iter().map(|note| note.document.id).collect();
        let noted: HashSet<&str> =
            notes.iter().flat_map(|note| &note.document.keys).map(String::as_str).collect();
        let mut expected: HashMap<String, u64> =
            uploads.iter().flat_map(|stored| stored.document.keys_and_sizes()).collect();
        for file in listed {
            let known = expected.remove(&file.key);
            // In hand: whoever wrote the note finishes it or cleans up.
            let expected_soon = noted.contains(file.key.as_str())
                || layout::owner(&file.key).is_some_and(|id| in_hand.contains(&id));
            if expected_soon || layout::is_preview(&file.key) || layout::is_backup(&file.key) {
                continue;
            }
            match known {
                Some(_) if file.strange => faults.push(Fault::Strange { key: file.key }),
                Some(size) if size != file.size => faults.push(Fault::Differs { key: file.key }),
                Some(_) => {}
                None if file.strange => faults.push(Fault::Strange { key: file.key }),
                // From before there were records. Nobody can tell whose they are, so they are left
                // alone.
                None if layout::is_old(&file.key) => {}
                // It may have gone with its record since it was listed.
                None if self.blobs.look(&file.key).await?.is_none() => {}
                None => faults.push(Fault::Orphan { key: file.key }),
            }
        }
        // A record that was made after the files were listed has files that were not seen.
        for key in expected.into_keys() {
            if self.blobs.look(&key).await?.is_none() {
                faults.push(Fault::Missing { key });
            }
        }
        faults.sort_by_key(ToString::to_string);
        Ok(faults)
    }

    /// Removes what belongs to nothing. What is missing cannot be brought back here: variants can
    /// be made again from their originals.
    pub async fn repair(
        &self,
        faults: &[Fault],
        is_served: bool,
    ) -> Result<Vec<Fault>, MediaError> {
        for fault in faults {
            match fault {
                Fault::Orphan { key } | Fault::Strange { key } => self.blobs.delete(key).await?,
                // Not by key: the note knows all files of the upload, also those that are not
                // listed.
                Fault::Unfinished { .. } => {
                    self.clean_up(self.forgotten(is_served)).await?;
                }
                Fault::Missing { .. } | Fault::Differs { .. } => {}
            }
        }
        self.check(is_served).await
    }

    /// From when on a note may be somebody's who is at work.
    fn forgotten(&self, is_served: bool) -> Timestamp {
        let now = self.store.clock().now();
        if is_served { now.minus(FORGOTTEN_AFTER) } else { now }
    }
}
