//! Whether what was written would come back: read from the first byte to the last, as an import reads it.

use std::path::Path;

use store::{Location, Options, Store, StoreError, Transaction};

use super::copying::{list_files, read_files};
use super::damaged::{Damaged, restore_damaged};
use super::error::ArchiveError;
use super::import::{judge, read_manifest, restore};
use super::leftovers::{PROBE, Workshop};
use super::manifest::Manifest;
use super::place::{Draft, beside};
use super::source::Source;
use super::worth::{Losses, Worth};
use crate::progress::Progress;
use crate::schema::MIGRATIONS;
use crate::upkeep;

const HELD: &str = "a backup holds what an import would refuse; `folia check` tells more";
const STUCK: &str =
    "a backup cannot be brought back, not even with --repair, until its site is in order";

/// What an import would say.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    /// How many things are not in order, as far as could be looked.
    pub(super) faults: u64,
    pub(super) worth: Worth,
}

impl Verdict {
    /// No import takes it.
    fn refused(faults: &[String], beyond: usize, lost: &[String]) -> Self {
        for fault in faults {
            tracing::warn!(fault, "{}", HELD);
        }
        let worth = Worth { comes_back: false, lost: Losses::of(lost) };
        Self { faults: (faults.len() + beyond) as u64, worth }
    }
}

/// The keys of the files of media in an archive, each held against its checksum.
pub(crate) fn read_all(archive: &Path) -> Result<Vec<String>, ArchiveError> {
    let source = Source::at(archive, &Progress::default());
    let manifest = read_manifest(&source)?;
    let expected = list_files(&source, &manifest, &Damaged::read(&source, &manifest)?)?;
    let keys = expected.keys().map(ToOwned::to_owned).collect();
    read_files(&source, expected)?;
    Ok(keys)
}

/// Compares every file with its checksum, and brings all documents into a site that is thrown away. Tells
/// what in them is not in order: it was so in the site, and an archive of it is still
/// better than none. That site is made in `workplace`: an archive may be on a disk that no database can
/// work on.
pub(super) async fn verify(
    draft: &Draft,
    workplace: &Path,
    progress: &Progress,
) -> Result<Verdict, ArchiveError> {
    let verdict = read_back(draft.path(), workplace, progress).await?;
    if !verdict.worth.comes_back {
        tracing::warn!("{}", STUCK);
    }
    Ok(verdict)
}

/// How good a backup is that was made some time.
pub(super) async fn judge_worth(
    file: &Path,
    workplace: &Path,
    progress: &Progress,
) -> Result<Worth, ArchiveError> {
    Ok(read_back(file, workplace, progress).await?.worth)
}

async fn read_back(
    file: &Path,
    workplace: &Path,
    progress: &Progress,
) -> Result<Verdict, ArchiveError> {
    match look(file, workplace, progress).await {
        // Such as a disk that is full. Where an archive has found room there may be some for this as well.
        Err(error) if is_of_the_place(&error) && beside(file) != workplace => {
            tracing::warn!(%error, "a backup is read back beside itself, as it cannot be in the data folder");
            look(file, beside(file), progress).await
        }
        looked => looked,
    }
}

async fn look(file: &Path, workplace: &Path, progress: &Progress) -> Result<Verdict, ArchiveError> {
    let source = Source::at(file, progress);
    let reading = source.clone();
    let read = tokio::task::spawn_blocking(move || {
        let manifest = read_manifest(&reading)?;
        let damaged = Damaged::read(&reading, &manifest)?;
        let files = list_files(&reading, &manifest, &damaged);
        let files = files.and_then(|expected| read_files(&reading, expected));
        Ok::<_, ArchiveError>((manifest, damaged, files))
    });
    let (manifest, damaged, files) = read.await.map_err(std::io::Error::other)??;
    let lost = name_lost(&manifest, &damaged);
    match files {
        // Records of uploads that no request could have made. The rest is not looked at.
        Err(ArchiveError::Refused { faults, beyond, .. }) => {
            return Ok(Verdict::refused(&faults, beyond, &lost));
        }
        read => read.map(drop)?,
    }
    progress.tell("reading the documents back", 0, None);
    let workshop = Workshop::open(workplace)?;
    let location = Location::File(workshop.path().join(PROBE));
    let store = Store::open(&location, Options::default()).await?;
    store.migrate(MIGRATIONS).await?;
    let known = lost.clone();
    let looking = store.write(move |transaction| {
        restore(transaction, &source, &manifest)?;
        let read = restore_damaged(transaction, &source, &manifest)?;
        for fault in &read {
            tracing::warn!(fault, "{}", HELD);
        }
        let findings = upkeep::inspect(transaction)?;
        for fault in findings.faults() {
            tracing::warn!(%fault, "{}", HELD);
        }
        let faults = (read.len() + findings.faults().count() + findings.beyond) as u64;
        let removed = match faults {
            0 => Some(Vec::new()),
            _ => mend(transaction)?,
        };
        let comes_back = removed.is_some();
        let lost = Losses::of(known.iter().chain(removed.iter().flatten()));
        Ok::<_, ArchiveError>(Verdict { faults, worth: Worth { comes_back, lost } })
    });
    let verdict = match looking.await {
        // What a rule of the database does not let in together. The bytes are those of the site, and
        // somebody who has them can still make it good.
        Err(ArchiveError::Store(error)) if is_of_the_site(&error) => {
            Ok(Verdict::refused(&[error.to_string()], 0, &lost))
        }
        // What no database can keep.
        Err(ArchiveError::Refused { faults, beyond, .. }) => {
            Ok(Verdict::refused(&faults, beyond, &lost))
        }
        looked => looked,
    };
    store.close().await;
    drop(workshop);
    verdict
}

/// What is lost in an archive before anybody brings it back.
fn name_lost(manifest: &Manifest, damaged: &Damaged) -> Vec<String> {
    let told = manifest.missing.iter().chain(&manifest.broken).cloned();
    told.chain(damaged.names().iter().cloned()).collect()
}

/// Makes good what `--repair` does, and tells what it has removed. None where that does not make all of it good.
fn mend(transaction: &mut Transaction<'_>) -> Result<Option<Vec<String>>, ArchiveError> {
    match judge(transaction, true) {
        Ok(judged) => Ok(Some(judged.lost)),
        Err(ArchiveError::Refused { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_of_the_place(error: &ArchiveError) -> bool {
    matches!(error, ArchiveError::Broken(_) | ArchiveError::Store(StoreError::Unavailable(_)))
}

fn is_of_the_site(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Taken { .. }
            | StoreError::Unreadable { .. }
            | StoreError::Misfiled { .. }
            | StoreError::Unfit { .. }
    )
}
