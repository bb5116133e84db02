//! `folia restore`: a site from its backup, in a place where nothing is yet; and `folia import`, which asks
//! for no more than that there are no documents.
//!
//! For a restore the place is looked at first, all of it:
//! data folder, database, media. What is not empty is refused, so that nothing of another site is mixed in
//! or lost; and what fails leaves the place as it was found. Imports and restores into one database keep each other
//! out, and tables go only while nobody can write into them. Two databases that are filled at once
//! in one folder of media without a mark are not kept apart: whoever finds a file of the same name there that has
//! come since it looked fails, and removes what it has written itself.

mod error;
mod fetch;
mod place;

use std::path::Path;

use media::Media;
use media::site_mark::SITE_MARKS;
use media::unfinished::UNFINISHED;
use store::{Alone, Location, Options, Store, StoreError, Transaction};

use crate::archive::{self, ArchiveError, Imported};
use crate::config::Config;
use crate::data_dir::DataDir;
use crate::progress::Progress;
use crate::schema::{COLLECTIONS, MIGRATIONS};
pub(crate) use error::RestoreError;
use fetch::fetch;
use place::Place;

/// What has to be there before, which is always nothing of a site.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Neither documents nor files of media.
    EmptyPlace,
    /// No documents.
    EmptySite,
}

/// Brings an archive into a site without documents.
pub(crate) async fn import(
    config: &Config,
    archive: &Path,
    mend: bool,
    progress: &Progress,
) -> Result<Imported, RestoreError> {
    // Before a data folder is made for nothing.
    archive::look(archive)?;
    let place = Place::find(config)?;
    // A service that runs here would fill the site that has to be empty.
    let data = DataDir::claim(&config.data_dir)?;
    let wanted = Wanted::EmptySite;
    let outcome = Filling { wanted, config, archive, mend, progress }.run().await;
    if let Err(failed) = &outcome {
        place.clear(failed.is_database_ours);
    }
    drop(data);
    outcome.map_err(|failed| failed.error)
}

/// Fills the place that the configuration names.
pub(crate) async fn restore(
    config: &Config,
    archive: &str,
    mend: bool,
    progress: &Progress,
) -> Result<Imported, RestoreError> {
    let remote = archive.starts_with("s3://");
    if !remote {
        // Before a data folder is made for nothing.
        archive::look(Path::new(archive))?;
    }
    let place = Place::find(config)?;
    place.require_empty()?;
    // A service that runs here would fill the place meanwhile; what it has is not ours to clear.
    let data = DataDir::claim(&config.data_dir)?;
    fetch::remove_leftovers(&config.data_dir);
    let wanted = Wanted::EmptyPlace;
    let filling = Filling { wanted, config, archive: Path::new(archive), mend, progress };
    let outcome = match remote {
        true => filling.run_from_bucket(archive).await,
        false => filling.run().await,
    };
    if let Err(failed) = &outcome {
        place.clear(failed.is_database_ours);
    }
    drop(data);
    outcome.map_err(|failed| failed.error)
}

/// Why there is no site, and whether the database is ours to take away: data folders are locked, but databases
/// and folders of media are open to all who have their address.
struct Failed {
    error: RestoreError,
    /// Seen, and not taken for granted: nobody else fills the database, and nothing of others is in it.
    is_database_ours: bool,
    /// Held until the place is cleared: who comes next finds it as it was before.
    _alone: Option<Alone>,
}

impl<E: Into<RestoreError>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self { error: error.into(), is_database_ours: false, _alone: None }
    }
}

/// What is to be brought where, and how.
#[derive(Clone, Copy)]
struct Filling<'a> {
    wanted: Wanted,
    config: &'a Config,
    archive: &'a Path,
    mend: bool,
    progress: &'a Progress,
}

impl Filling<'_> {
    async fn run_from_bucket(self, address: &str) -> Result<Imported, Failed> {
        let Self { config, progress, .. } = self;
        let fetched = fetch(&config.buckets, address, &config.data_dir, progress).await?;
        Filling { archive: fetched.path(), ..self }.run().await
    }

    async fn run(self) -> Result<Imported, Failed> {
        // Two that fill one place would each take away what the other has brought. Before the database is opened: whoever
        // has it now may take it away again.
        let Some(alone) = Alone::claim(&self.config.database).await? else {
            let error = ArchiveError::NotAlone.into();
            return Err(Failed { error, is_database_ours: false, _alone: None });
        };
        let outcome = self.run_alone(&alone).await;
        outcome.map_err(|failed| Failed { _alone: Some(alone), ..failed })
    }

    async fn run_alone(self, alone: &Alone) -> Result<Imported, Failed> {
        let place = &self.config.database;
        let store = Store::open(place, Options::default()).await.map_err(|error| Failed {
            error: error.into(),
            is_database_ours: is_blank(place),
            _alone: None,
        })?;
        let had_tables = store.has_tables().await?;
        let outcome = match self.fill(alone, &store).await {
            Ok(imported) => Ok(imported),
            Err(error) => {
                // Where files are left, the notes of them stay as well.
                let has_notes = matches!(error, RestoreError::Archive(ArchiveError::FilesLeft(_)));
                let stays = has_notes || had_tables || !alone.is_held().await;
                let is_database_ours = !stays && !is_occupied(&store).await && unmake(&store).await;
                Err(Failed { error, is_database_ours, _alone: None })
            }
        };
        store.close().await;
        outcome
    }

    async fn fill(self, alone: &Alone, store: &Store) -> Result<Imported, RestoreError> {
        let Self { wanted, config, archive, mend, progress } = self;
        store.migrate(MIGRATIONS).await?;
        let media = match wanted {
            Wanted::EmptyPlace => open_empty(config, store).await?,
            // Documents are asked for by whoever brings them in.
            Wanted::EmptySite => Media::open(store.clone(), &config.media)?,
        };
        let imported = archive::import(alone, store, &media, archive, mend, progress).await?;
        // Of whatever the empty site had indexed. It is made again from the documents.
        match std::fs::remove_dir_all(config.data_dir.join("index")) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                tracing::warn!(%error, "an old index is left; `folia index rebuild` makes a new one");
            }
            _ => {}
        }
        Ok(imported)
    }
}

/// Whether it is a file to which nobody has written anything.
fn is_blank(database: &Location) -> bool {
    matches!(database, Location::File(path) if path.metadata().is_ok_and(|told| told.len() == 0))
}

/// Whether there is anything that is not ours: our documents come all at once, and then nothing has failed. Where nobody
/// can tell, there may be. Somebody who has only signed in, or made a key, uses the database as well.
async fn is_occupied(store: &Store) -> bool {
    match store.has_tables().await {
        Ok(false) => false,
        _ => store.read(has_something).await.unwrap_or(true),
    }
}

fn has_something(transaction: &mut Transaction<'_>) -> Result<bool, StoreError> {
    for collection in COLLECTIONS {
        // What an import writes before its documents come. Where it could not take that back, the tables stay.
        let is_own = [UNFINISHED.name, SITE_MARKS.name].contains(&collection.kind.name);
        if !is_own && !collection.is_empty(transaction)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Takes away the tables that were made here. False where somebody has begun to use them meanwhile.
async fn unmake(store: &Store) -> bool {
    if matches!(store.has_tables().await, Ok(false)) {
        return true;
    }
    match store.unmake(MIGRATIONS).await {
        Ok(true) => true,
        Ok(false) => {
            tracing::warn!("somebody uses the tables in the database; they are left");
            false
        }
        // As on a disk that is full, where a file can go. An older error is worth more than this one.
        Err(error) => {
            tracing::warn!(%error, "empty tables are left in the database");
            !is_occupied(store).await
        }
    }
}

/// The media of a place in which there is nothing.
async fn open_empty(config: &Config, store: &Store) -> Result<Media, RestoreError> {
    match archive::require_empty(store).await {
        Err(ArchiveError::SiteNotEmpty) => {
            let told = "there are documents in the database".to_owned();
            return Err(RestoreError::NotEmpty(told));
        }
        looked => looked?,
    }
    let media = Media::open(store.clone(), &config.media)?;
    // What a restore has left that was killed. Without documents nobody's work is among it.
    media.clean_up_all().await?;
    match media.count_files().await? {
        0 => Ok(media),
        files => Err(RestoreError::NotEmpty(format!("there are {files} files of media"))),
    }
}
