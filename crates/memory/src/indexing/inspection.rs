//! Whether every chunk has its vector, for somebody who looks from outside and changes nothing.
//!
//! What is found here passes by itself: a service that runs makes the vectors that are missing, and
//! one that starts compares all of them. So it is counted and told, and is no fault.

use std::collections::HashSet;
use std::path::Path;

use kernel::Id;
use recall::vector::{FileError, FoundStamps};
use store::{Fault, StoreError, Transaction};

use super::generation::Generations;
use super::kind::Indexed;
use super::ledger::Known;
use super::node_index::Stamps;
use super::shared::{VectorSet, stamps_of};
use crate::chunks::Chunk;

/// The vectors of a node's own, as its files have them.
#[derive(Debug)]
pub struct OwnVectors(Option<Result<FoundStamps, FileError>>);

impl OwnVectors {
    /// Reads the folder of a node's indexes, also beside the node. Blocks. To be called before the
    /// chunks are read: a chunk comes before its vector.
    pub fn read(folder: &Path) -> Self {
        Self(Generations::new(folder.to_owned()).read_serving())
    }
}

/// How the vectors stand to the chunks they are of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    missing: usize,
    /// Of another version or another text of their chunk.
    outdated: usize,
    /// Of chunks that are not there.
    strange: usize,
}

impl Standing {
    fn of(chunks: &Stamps, vectors: &Stamps) -> Self {
        let found: Vec<_> =
            chunks.iter().filter_map(|(id, stamp)| Some((stamp, vectors.get(id)?))).collect();
        Self {
            missing: chunks.len() - found.len(),
            outdated: found.iter().filter(|(wanted, stamp)| wanted != stamp).count(),
            strange: vectors.len() - found.len(),
        }
    }

    /// What to think of it where the files were not read at one moment.
    fn doubts(self, is_whole: bool) -> Option<Fault> {
        // What was found of all is there, whenever it was found.
        let is_sure = is_whole || self == Self::default();
        let what = "were written anew each time they were read, so what is counted of them may be \
                    too much; look again when the service has less to do";
        (!is_sure).then(|| Fault::new("vectors.files", None, what))
    }
}

/// Compares vectors with chunks: those that the database keeps, else those of this node. A database
/// that others use too may have had all its vectors from them; then what was noted counts.
pub fn inspect_vectors(
    transaction: &mut Transaction<'_>,
    own: &OwnVectors,
    is_alone: bool,
) -> Result<Vec<Fault>, StoreError> {
    let mut chunks = Stamps::new();
    let all = transaction.scan::<Chunk>(|stored| {
        let known = Known::of(&stored.document, stored.version);
        chunks.insert(stored.document.id, known.stamp());
    })?;
    let mut notes = Vec::new();
    let standing = match (serving_set(transaction)?, &own.0) {
        // Vectors of no chunk are faults there, and told with the others.
        (Some(vectors), _) => Standing { strange: 0, ..Standing::of(&chunks, &vectors) },
        (None, Some(Ok(FoundStamps { stamps, is_whole }))) => {
            let standing = Standing::of(&chunks, stamps);
            // Of a chunk that cannot be read, a vector is no stranger.
            let unread = stamps.keys().filter(|id| all.is_unread(**id)).count();
            let strange = standing.strange.saturating_sub(unread);
            let standing = Standing { strange, ..standing };
            notes.extend(standing.doubts(*is_whole));
            standing
        }
        (None, Some(Err(error))) => {
            let what = format!("cannot be read and will be made again: {error}");
            notes.push(Fault::new("vectors.files", None, what));
            Standing::default()
        }
        (None, None) if is_alone => Standing::of(&chunks, &Stamps::new()),
        (None, None) => {
            let missing = not_noted(transaction, &chunks)?;
            Standing { missing, ..Standing::default() }
        }
    };
    let Standing { missing, outdated, strange } = standing;
    for (rule, count, what) in [
        ("chunks.vector", missing, "without a vector, which the service makes"),
        ("vectors.text", outdated, "of an earlier text, which the service makes again"),
        ("vectors.stranger", strange, "of chunks that are not there, which the next start drops"),
    ] {
        if count > 0 {
            notes.push(Fault::new(rule, None, format!("{count} {what}")));
        }
    }
    Ok(notes)
}

/// The vectors in the database that searches use, where it keeps any.
fn serving_set(transaction: &mut Transaction<'_>) -> Result<Option<Stamps>, StoreError> {
    for set in VectorSet::readable(transaction)? {
        let table = set.table();
        if set.is_serving() && transaction.has_vectors(&table)? {
            return stamps_of(transaction, &table).map(Some);
        }
    }
    Ok(None)
}

fn not_noted(transaction: &mut Transaction<'_>, chunks: &Stamps) -> Result<usize, StoreError> {
    let mut noted = HashSet::<(Id, u64)>::new();
    transaction.scan::<Indexed>(|stored| {
        noted.insert((stored.document.id, super::ledger::revision(stored.document.chunk_version)));
    })?;
    Ok(chunks.iter().filter(|(id, stamp)| !noted.contains(&(**id, stamp.revision))).count())
}

#[cfg(test)]
mod tests {
    use recall::Stamp;

    use super::*;

    fn stamps(all: &[(u8, u64, u128)]) -> Stamps {
        let stamp = |(number, revision, fingerprint): &(u8, u64, u128)| {
            let stamp = Stamp { revision: *revision, fingerprint: *fingerprint };
            (Id::from_bytes([*number; 16]), stamp)
        };
        all.iter().map(stamp).collect()
    }

    #[test]
    fn vectors_are_told_from_chunks_by_version_and_text() {
        let chunks = stamps(&[(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)]);
        assert_eq!(Standing::of(&chunks, &chunks), Standing::default());
        let vectors = stamps(&[(1, 1, 1), (2, 1, 2), (3, 3, 9), (5, 1, 1)]);
        let standing = Standing { missing: 1, outdated: 2, strange: 1 };
        assert_eq!(Standing::of(&chunks, &vectors), standing);
        let none = Standing { missing: 4, ..Standing::default() };
        assert_eq!(Standing::of(&chunks, &Stamps::new()), none);
        // Files that were not read at one moment may have had them.
        assert!(none.doubts(false).is_some_and(|fault| fault.rule == "vectors.files"));
        assert_eq!(none.doubts(true), None);
        assert_eq!(Standing::default().doubts(false), None);
    }
}
