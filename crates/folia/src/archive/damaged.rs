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

/// What is remembered of such rows of an archive until they are brought back. They are read twice and held one at a
/// time: one may be large, and there may be as many as there are documents.
#[derive(Debug, Default)]
pub(super) struct Damaged {
    names: Vec<String>,
    uploads: UnreadUploads,
}

impl Damaged {
    pub(super) fn read(source: &Source, manifest: &Manifest) -> Result<Self, ArchiveError> {
        let mut damaged = Self::default();
        visit_rows(source, manifest, &mut |row| {
            damaged.names.push(name(&row));
            damaged.uploads.add(&row);
            Ok(())
        })?;
        Ok(damaged)
    }

    /// One line for each.
    pub(super) fn told(&self) -> Vec<String> {
        self.names.iter().map(|name| format!("{name}: cannot be read")).collect()
    }

    /// Each by its name.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The records of uploads among them.
    pub(super) fn uploads(&self) -> &UnreadUploads {
        &self.uploads
    }
}

/// Brings them back, and tells of those that came in as documents like others, or not as they were.
pub(super) fn restore_damaged(
    transaction: &mut Transaction<'_>,
    source: &Source,
    manifest: &Manifest,
) -> Result<Vec<String>, ArchiveError> {
    let mut told = Vec::new();
    visit_rows(source, manifest, &mut |row| {
        let mut archived = COLLECTIONS.iter().filter(|collection| collection.archived);
        let found = archived.find(|collection| collection.kind.name == row.collection);
        let name = name(&row);
        let Some(collection) = found else {
            return Err(ArchiveError::TooNew(format!("{name} is not known here")));
        };
        let (fitting, is_other) = row.fit(transaction);
        if is_other {
            let what = "its NUL characters, of which this database keeps none, are replaced";
            told.push(format!("{name}: {what}"));
        }
        if let Some(id) = collection.restore_damaged(transaction, fitting)? {
            told.push(format!("{name}: it is {id}, and can be read"));
        }
        Ok(())
    })?;
    Ok(told)
}

/// Hands out each of them, and fails in the end where they are not those that the manifest tells of.
fn visit_rows(
    source: &Source,
    manifest: &Manifest,
    take: &mut dyn FnMut(RawRow) -> Result<(), ArchiveError>,
) -> Result<(), ArchiveError> {
    let Some(expected) = &manifest.damaged else { return Ok(()) };
    let mut found = None;
    source.visit_file(DAMAGED, &mut |name, content| {
        if found.is_some() {
            return Err(ArchiveError::twice(name));
        }
        let mut lines = Lines::of_rows(name, Summed::new(content));
        let mut count = 0;
        while let Some(line) = lines.next_line()? {
            take(read_line(name, line)?)?;
            count += 1;
        }
        let (_, sha256) = lines.into_inner().finish();
        found = Some(Contents { count, sha256 });
        Ok(())
    })?;
    match found.as_ref() == Some(expected) {
        true => Ok(()),
        false => Err(ArchiveError::damaged(DAMAGED, "is not what the manifest says")),
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
    fn add(&mut self, row: &RawRow) {
        if row.collection != UPLOADS.name {
            return;
        }
        let inside = serde_json::from_str::<Upload>(&row.body).ok().map(|upload| upload.id);
        let outside = row.id.parse::<Id>().ok();
        self.has_nameless |= outside.is_none() && inside.is_none();
        self.ids.extend(outside.into_iter().chain(inside));
    }

    pub(super) fn may_be(&self, id: Id) -> bool {
        self.has_nameless || self.ids.contains(&id)
    }
}
