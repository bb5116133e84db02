use media::blobs;
use store::{Location, Options};

use super::error::CommandError;
use super::output::print_line;
use crate::app::{App, open_store};
use crate::config::Config;

/// Prints the description without touching the owner's data.
pub(super) async fn run(config: &Config) -> Result<(), CommandError> {
    let unused = std::env::temp_dir().join(format!("folia-openapi-{}.db", std::process::id()));
    let mut config = config.clone();
    config.media.location = blobs::Location::Folder(unused.with_extension("media"));
    let location = Location::File(unused.clone());
    let store = open_store(&location, Options::default()).await?;
    let app = App::new(store.clone(), &config).await?;
    app.http_service();
    store.close().await;
    std::fs::remove_dir(unused.with_extension("media")).ok();
    for suffix in ["", "-wal", "-shm"] {
        let mut file = unused.clone().into_os_string();
        file.push(suffix);
        std::fs::remove_file(file).ok();
    }
    print_line(&String::from_utf8_lossy(&app.openapi()));
    Ok(())
}
