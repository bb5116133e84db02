use store::{Location, Options, Store};

use super::error::CommandError;
use crate::app::open_store;
use crate::config::Config;
use crate::data_dir;

/// Opens the site's documents beside a service that may be running.
pub(super) async fn open(config: &Config) -> Result<Store, CommandError> {
    data_dir::create(&config.data_dir)?;
    Ok(open_store(&config.database, Options::default()).await?)
}

/// The same, for commands that make no sense without a site.
pub(super) async fn open_existing(config: &Config) -> Result<Store, CommandError> {
    if matches!(&config.database, Location::File(file) if !file.exists()) {
        return Err(CommandError::NoSite);
    }
    open(config).await
}
