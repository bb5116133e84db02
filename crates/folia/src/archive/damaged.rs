//! Documents that could not be read when the archive was made. They come along as their rows had them, so
//! that nothing is lost that somebody may still make good, and come back the same way.

use std::collections::HashSet;

use kernel::Id;
use media::uploads::{UPLOADS, Upload};
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
        source.visit_file(DAMAGED, &mut |name, content| {
            let mut lines = Lines::of_rows(name, Summed::new(content));
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
        self.0.iter().map(|row| format!("{}: cannot be read", name(row))).collect()
    }

    /// Each by its name.
    pub(super) fn names(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(name)
    }

    /// The records of uploads among them.
    pub(super) fn uploads(&self) -> UnreadUploads {
        let mut unread = UnreadUploads::default();
        for row in self.0.iter().filter(|row| row.collection == UPLOADS.name) {
            let inside = serde_json::from_str::<Upload>(&row.body).ok().map(|upload| upload.id);
            let outside = row.id.parse::<Id>().ok();
            unread.has_nameless |= outside.is_none() && inside.is_none();
            unread.ids.extend(outside.into_iter().chain(inside));
        }
        unread
    }

    /// Brings them back, and tells of those that came in as documents like others, or not as they were.
    pub(super) fn restore(
        &self,
        transaction: &mut Transaction<'_>,
    ) -> Result<Vec<String>, ArchiveError> {
        let mut told = Vec::new();
        for row in &self.0 {
            let mut archived = COLLECTIONS.iter().filter(|collection| collection.archived);
            let found = archived.find(|collection| collection.kind.name == row.collection);
            let Some(collection) = found else {
                return Err(ArchiveError::TooNew(format!("{} is not known here", name(row))));
            };
            let (fitting, is_other) = row.clone().fit(transaction);
            if is_other {
                let what = "its NUL characters, of which this database keeps none, are replaced";
                told.push(format!("{}: {what}", name(row)));
            }
            if let Some(id) = collection.restore_damaged(transaction, fitting)? {
                told.push(format!("{}: it is {id}, and can be read", name(row)));
            }
        }
        Ok(told)
    }
}

/// As it is told. Whoever made the archive chose the words.
fn name(row: &RawRow) -> String {
    const LONGEST: usize = 100;
    let part = |text: &str| text.chars().take(LONGEST).collect::<String>();
    format!("{} {}", part(&row.collection).escape_debug(), part(&row.id).escape_debug())
}

/// Uploads whose files nobody can name.
#[derive(Debug, Default)]
pub(super) struct UnreadUploads {
    ids: HashSet<Id>,
    /// Whether there are some of which not even the id can be told. They may be any.
    has_nameless: bool,
}

impl UnreadUploads {
    pub(super) fn may_be(&self, id: Id) -> bool {
        self.has_nameless || self.ids.contains(&id)
    }
}
