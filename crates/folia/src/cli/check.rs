use media::Media;
use store::Store;

use super::error::CommandError;
use super::open::open_existing;
use super::output::print_line;
use crate::config::Config;
use crate::schema;

/// Reads everything. Changes nothing, unless files that belong to nothing are to be removed.
pub(super) async fn run(config: &Config, repair: bool) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
    let mut faults = schema::verify(&store).await?;
    faults.extend(check_media(&store, config, repair).await?);
    store.close().await;
    for fault in &faults {
        print_line(fault);
    }
    match faults.len() {
        0 => {
            print_line("everything is in order");
            Ok(())
        }
        count => Err(CommandError::Faulty(count)),
    }
}

async fn check_media(
    store: &Store,
    config: &Config,
    repair: bool,
) -> Result<Vec<String>, CommandError> {
    let media = Media::open(store.clone(), &config.media)?;
    let mut faults = media.check().await?;
    if repair && !faults.is_empty() {
        faults = media.repair(&faults).await?;
    }
    Ok(faults.iter().map(ToString::to_string).collect())
}
