use std::path::Path;

use super::{CommandError, open, open_existing, print_line};
use crate::archive;
use crate::config::Config;
use crate::data_dir::DataDir;

pub(super) async fn backup(config: &Config, file: &Path) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
    let count = archive::backup(&store, file).await?;
    store.close().await;
    print_line(&format!("{count} documents are in {}", file.display()));
    Ok(())
}

pub(super) async fn export(config: &Config, folder: &Path) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
    let count = archive::export(&store, folder).await?;
    store.close().await;
    print_line(&format!("{count} documents are in {}", folder.display()));
    Ok(())
}

/// A service that runs meanwhile would fill the site that has to be empty.
pub(super) async fn import(config: &Config, path: &Path) -> Result<(), CommandError> {
    archive::look(path)?;
    let _data = DataDir::claim(&config.data_dir)?;
    let store = open(config).await?;
    let count = archive::import(&store, path).await?;
    store.close().await;
    print_line(&format!("{count} documents were brought back"));
    Ok(())
}
