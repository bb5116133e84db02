use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, Write};
use std::path::Path;

use kernel::Id;
use serde::Serialize;
use store::{Collection, Mark, Record, Transaction};

use super::error::ArchiveError;
use super::layout::BATCH;
use super::manifest::{Contents, Summed};
use crate::progress::Progress;
use crate::schema::COLLECTIONS;

/// Lines, such as the documents of a collection, in a file without a name that is gone when we are. It is near the
/// archive, where there must be room anyway; the folder for temporary files may be in memory.
#[derive(Debug)]
pub(super) struct Spool {
    /// Of the collection, or of what else the lines are.
    pub(super) name: &'static str,
    pub(super) file: File,
    pub(super) contents: Contents,
}

/// Reads everything that is archived, at one moment: by collection, and what could not be read, where
/// there is something.
pub(super) fn spool_all(
    transaction: &mut Transaction<'_>,
    near: &Path,
    progress: &Progress,
) -> Result<(Vec<Spool>, Option<Spool>), ArchiveError> {
    let mut damaged = Writing::begin(near)?;
    let archived = COLLECTIONS.iter().filter(|collection| collection.archived);
    let spools = archived
        .map(|collection| spool(transaction, collection, &mut damaged, near, progress))
        .collect::<Result<_, _>>()?;
    let damaged = if damaged.count > 0 { Some(damaged.finish("damaged")?) } else { None };
    Ok((spools, damaged))
}

fn spool(
    transaction: &mut Transaction<'_>,
    collection: &'static Collection,
    damaged: &mut Writing,
    near: &Path,
    progress: &Progress,
) -> Result<Spool, ArchiveError> {
    let mut writing = Writing::begin(near)?;
    let mut after: Option<Mark> = None;
    loop {
        progress.check()?;
        let batch = collection.records(transaction, after.as_ref(), BATCH)?;
        for record in &batch.records {
            writing.value(record)?;
        }
        for row in &batch.damaged {
            tracing::warn!(
                collection = row.collection,
                id = row.id,
                "a document cannot be read and goes into the archive as it is"
            );
            damaged.value(row)?;
        }
        match batch.last {
            Some(last) => after = Some(last),
            None => return writing.finish(collection.kind.name),
        }
    }
}

impl Spool {
    /// The same without some of the documents, and with others as they are by now.
    pub(super) fn changed(
        self,
        gone: &HashSet<Id>,
        changed: &HashMap<Id, String>,
        near: &Path,
    ) -> Result<Self, ArchiveError> {
        let mut writing = Writing::begin(near)?;
        for line in BufReader::new(self.file).lines() {
            let line = line?;
            let record: Record = serde_json::from_str(&line).map_err(std::io::Error::from)?;
            if !gone.contains(&record.id) {
                writing.line(changed.get(&record.id).unwrap_or(&line))?;
            }
        }
        writing.finish(self.name)
    }
}

/// Lines on their way into such a file.
pub(super) struct Writing {
    lines: Summed<BufWriter<File>>,
    count: u64,
}

impl Writing {
    pub(super) fn begin(near: &Path) -> Result<Self, ArchiveError> {
        let file = tempfile::tempfile_in(near)?;
        Ok(Self { lines: Summed::new(BufWriter::new(file)), count: 0 })
    }

    pub(super) fn line(&mut self, line: &str) -> Result<(), ArchiveError> {
        self.count += 1;
        Ok(writeln!(self.lines, "{line}")?)
    }

    /// As a line.
    pub(super) fn value(&mut self, value: &impl Serialize) -> Result<(), ArchiveError> {
        self.line(&serde_json::to_string(value).map_err(std::io::Error::from)?)
    }

    pub(super) fn finish(self, name: &'static str) -> Result<Spool, ArchiveError> {
        let (lines, sha256) = self.lines.finish();
        let mut file = lines.into_inner().map_err(|error| error.into_error())?;
        // Whoever copies it begins where the file stands.
        file.rewind()?;
        Ok(Spool { name, file, contents: Contents { count: self.count, sha256 } })
    }
}
