//! Whether what was written would come back: read from the first byte to the last, as an import reads it.

use std::path::Path;

use store::{Location, Options, Store, StoreError, Transaction};

use super::copying::{list_files, read_files};
use super::damaged::Damaged;
use super::error::ArchiveError;
use super::import::{judge, read_manifest, restore};
use super::leftovers::Workshop;
use super::place::{Draft, beside};
use super::source::Source;
use super::worth::Worth;
use crate::progress::Progress;
use crate::schema::MIGRATIONS;
use crate::upkeep;

const HELD: &str = "a backup holds what an import would refuse; `folia check` tells more";
const STUCK: &str =
    "a backup cannot be brought back, not even with --repair, until its site is in order";

/// What an import would say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    /// How many things are not in order, as far as could be looked.
    pub(super) faults: u64,
    /// Whether it comes back, with `--repair` where something is not in order.
    pub(super) comes_back: bool,
}

impl Verdict {
    /// No import takes it.
    fn refused(faults: &[String], beyond: usize) -> Self {
        for fault in faults {
            tracing::warn!(fault, "{}", HELD);
        }
        Self { faults: (faults.len() + beyond) as u64, comes_back: false }
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
    if !verdict.comes_back {
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
    let source = Source::at(file, progress);
    let reading = tokio::task::spawn_blocking(move || read_manifest(&source));
    let lost = reading.await.map_err(std::io::Error::other)??.count_lost();
    let Verdict { comes_back, .. } = read_back(file, workplace, progress).await?;
    Ok(Worth { comes_back, lost })
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
        let expected = list_files(&reading, &manifest, &damaged)?;
        read_files(&reading, expected)?;
        Ok::<_, ArchiveError>((manifest, damaged))
    });
    let (manifest, damaged) = match read.await.map_err(std::io::Error::other)? {
        Ok(read) => read,
        // Records of uploads that no request could have made. The rest is not looked at.
        Err(ArchiveError::Refused { faults, beyond, .. }) => {
            return Ok(Verdict::refused(&faults, beyond));
        }
        Err(error) => return Err(error),
    };
    progress.tell("reading the documents back", 0, None);
    let workshop = Workshop::open(workplace)?;
    let location = Location::File(workshop.path().join("probe.db"));
    let store = Store::open(&location, Options::default()).await?;
    store.migrate(MIGRATIONS).await?;
    let looking = store.write(move |transaction| {
        restore(transaction, &source, &manifest)?;
        let read = damaged.restore(transaction)?;
        for fault in &read {
            tracing::warn!(fault, "{}", HELD);
        }
        let findings = upkeep::inspect(transaction)?;
        for fault in findings.faults() {
            tracing::warn!(%fault, "{}", HELD);
        }
        let faults = (read.len() + findings.faults().count() + findings.beyond) as u64;
        let comes_back = faults == 0 || is_mended(transaction)?;
        Ok::<_, ArchiveError>(Verdict { faults, comes_back })
    });
    let verdict = match looking.await {
        // What a rule of the database does not let in together. The bytes are those of the site, and
        // somebody who has them can still make it good.
        Err(ArchiveError::Store(error)) if is_of_the_site(&error) => {
            Ok(Verdict::refused(&[error.to_string()], 0))
        }
        // What no database can keep.
        Err(ArchiveError::Refused { faults, beyond, .. }) => Ok(Verdict::refused(&faults, beyond)),
        looked => looked,
    };
    store.close().await;
    drop(workshop);
    verdict
}

/// Whether `--repair` makes all of it good, by doing it.
fn is_mended(transaction: &mut Transaction<'_>) -> Result<bool, ArchiveError> {
    match judge(transaction, true) {
        Ok(_) => Ok(true),
        Err(ArchiveError::Refused { .. }) => Ok(false),
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
