//! Documents that could not be read when the archive was made. They come along as their rows had them, so
//! that nothing is lost that somebody may still make good, and come back the same way.

use std::collections::HashSet;

use kernel::Id;
use media::uploads::UPLOADS;
use store::{RawRow, Transaction};

use super::error::ArchiveError;
use super::import::read_line;
use super::layout::DAMAGED;
use super::lines::Lines;
use super::manifest::{Contents, Manifest, Summed};
use super::source::Source;
use crate::schema::COLLECTIONS;

/// Such rows of an archive.
#[derive(Clone, Debug, Default)]
pub(super) struct Damaged(Vec<RawRow>);

impl Damaged {
    pub(super) fn read(source: &Source, manifest: &Manifest) -> Result<Self, ArchiveError> {
        let mut rows = Vec::new();
        let Some(expected) = &manifest.damaged else { return Ok(Self(rows)) };
        let mut found = None;
        source.visit_below(DAMAGED, &mut |name, content| {
            let mut lines = Lines::of(name, Summed::new(content));
            while let Some(line) = lines.next_line()? {
                rows.push(read_line(name, line)?);
            }
            let (_, sha256) = lines.into_inner().finish();
            found = Some(Contents { count: rows.len() as u64, sha256 });
            Ok(())
        })?;
        match found.as_ref() == Some(expected) {
            true => Ok(Self(rows)),
            false => Err(ArchiveError::damaged(DAMAGED, "is not what the manifest says")),
        }
    }

    /// One line for each.
    pub(super) fn told(&self) -> Vec<String> {
        let tell = |row: &RawRow| format!("{} {}: cannot be read", row.collection, row.id);
        self.0.iter().map(tell).collect()
    }

    /// The records of uploads among them.
    pub(super) fn uploads(&self) -> HashSet<Id> {
        let uploads = self.0.iter().filter(|row| row.collection == UPLOADS.name);
        uploads.filter_map(|row| row.id.parse().ok()).collect()
    }

    pub(super) fn restore(&self, transaction: &mut Transaction<'_>) -> Result<(), ArchiveError> {
        for row in &self.0 {
            let mut archived = COLLECTIONS.iter().filter(|collection| collection.archived);
            let found = archived.find(|collection| collection.kind.name == row.collection);
            let Some(collection) = found else {
                return Err(ArchiveError::TooNew(format!("{} is not known here", row.collection)));
            };
            collection.restore_damaged(transaction, row.clone())?;
        }
        Ok(())
    }
}
