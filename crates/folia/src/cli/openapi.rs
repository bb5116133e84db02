use media::blobs;
use store::{Location, Options};

use super::error::CommandError;
use super::output::print_line;
use crate::app::{App, open_store};
use crate::config::Config;
use crate::data_dir::DataDirError;

/// Prints the description without touching the owner's data. The table of routes belongs to a whole
/// site, so an empty one is made in a folder that is gone afterwards.
pub(super) async fn run(config: &Config) -> Result<(), CommandError> {
    let folder = tempfile::tempdir().map_err(DataDirError::from)?;
    let mut config = config.clone();
    config.data_dir = folder.path().to_owned();
    config.media.location = blobs::Location::Folder(folder.path().join("media"));
    let location = Location::File(folder.path().join("folia.db"));
    let store = open_store(&location, Options::default()).await?;
    let app = App::new(store.clone(), &config).await?;
    app.http_service();
    // Before the folder goes: the database's own thread would write its log into nothing.
    store.close().await;
    print_line(&String::from_utf8_lossy(&app.openapi()));
    Ok(())
}
