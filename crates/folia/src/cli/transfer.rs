use std::path::Path;

use super::error::CommandError;
use super::open::open;
use super::output::print_line;
use super::progress::Shown;
use crate::app::App;
use crate::config::Config;
use crate::transfer::{self, Origin};

/// Brings in a site from elsewhere. A dry run goes the same way, and makes a site where there is none.
pub(super) async fn run(
    config: &Config,
    origin: Origin,
    path: &Path,
    dry_run: bool,
) -> Result<(), CommandError> {
    let store = open(config).await?;
    let app = App::new(store.clone(), config).await?;
    let shown = Shown::begin();
    let report = transfer::run(&app, origin, path, dry_run, &shown.progress).await;
    drop(shown);
    store.close().await;
    for line in report?.lines() {
        print_line(&line);
    }
    Ok(())
}
