use media::blobs;
use store::{Location, Options, Store};
use tempfile::TempDir;

use super::error::CommandError;
use super::open::open;
use super::output::print_line;
use super::progress::Shown;
use crate::app::{App, open_store};
use crate::config::Config;
use crate::data_dir::DataDirError;
use crate::schema::MIGRATIONS;
use crate::transfer::{self, Wanted};

/// Brings in a site from elsewhere, or tells what that would do.
pub(super) async fn run(config: &Config, wanted: Wanted) -> Result<(), CommandError> {
    let mut config = config.clone();
    // Until the end of it: what a dry run needs and nobody has goes with this folder.
    let (aside, store) = match wanted.dry_run {
        true => set_aside(&mut config).await.map(|(folder, store)| (Some(folder), store))?,
        false => (None, open(&config).await?),
    };
    let app = App::new(store.clone(), &config).await?;
    let shown = Shown::begin();
    let report = transfer::run(&app, wanted, &shown.progress).await;
    drop(shown);
    store.close().await;
    drop(aside);
    for line in report?.lines() {
        print_line(&line);
    }
    Ok(())
}

/// Puts in a folder that goes again whatever of a site is not there yet: a dry run makes nothing.
async fn set_aside(config: &mut Config) -> Result<(TempDir, Store), CommandError> {
    let folder = tempfile::tempdir().map_err(DataDirError::from)?;
    let is_there = match &config.database {
        Location::File(file) => file.exists(),
        server @ Location::Server(_) => {
            let store = Store::open(server, Options::default()).await?;
            let has_tables = store.has_tables().await;
            store.close().await;
            has_tables?
        }
    };
    if !config.data_dir.exists() {
        config.data_dir = folder.path().to_owned();
    }
    if matches!(&config.media.location, blobs::Location::Folder(media) if !media.exists()) {
        config.media.location = blobs::Location::Folder(folder.path().join("media"));
    }
    let store = match is_there {
        true => open_store(&config.database, Options::default()).await?,
        // Not in the log: nobody has a database that was brought up to date.
        false => {
            config.database = Location::File(folder.path().join("folia.db"));
            let store = Store::open(&config.database, Options::default()).await?;
            store.migrate(MIGRATIONS).await?;
            store
        }
    };
    Ok((folder, store))
}
