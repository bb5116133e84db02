use std::path::Path;

use media::Media;

use super::error::CommandError;
use super::open::{open, open_existing};
use super::output::print_line;
use crate::archive::{self, Imported};
use crate::config::Config;
use crate::data_dir::DataDir;

pub(super) async fn backup(config: &Config, file: &Path) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
    let media = Media::open(store.clone(), &config.media)?;
    let written = archive::backup(&store, &media, file).await?;
    store.close().await;
    let (documents, files) = (written.documents, written.files);
    print_line(&format!("{documents} documents and {files} files are in {}", file.display()));
    Ok(())
}

pub(super) async fn export(config: &Config, folder: &Path) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
    let media = Media::open(store.clone(), &config.media)?;
    let written = archive::export(&store, &media, folder).await?;
    store.close().await;
    let (documents, files) = (written.documents, written.files);
    print_line(&format!("{documents} documents and {files} files are in {}", folder.display()));
    Ok(())
}

/// A service that runs meanwhile would fill the site that has to be empty.
pub(super) async fn import(config: &Config, path: &Path, repair: bool) -> Result<(), CommandError> {
    // Before a data folder is made for nothing.
    archive::look(path)?;
    let _data = DataDir::claim(&config.data_dir)?;
    let store = open(config).await?;
    let media = Media::open(store.clone(), &config.media)?;
    let imported = archive::import(&store, &media, path, repair).await;
    store.close().await;
    let Imported { documents, files, mended } = imported?;
    for line in mended {
        print_line(&format!("mended: {line}"));
    }
    print_line(&format!("{documents} documents and {files} files were brought back"));
    Ok(())
}
