use ::media::{Media, MediaError};

use super::arguments::MediaAction;
use super::error::CommandError;
use super::open::open_existing;
use super::output::print_line;
use crate::config::Config;

pub(super) async fn run(action: MediaAction, config: &Config) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
    let media = Media::open(store.clone(), &config.media)?;
    let outcome = match action {
        MediaAction::Rebuild => rebuild(&media).await,
    };
    store.close().await;
    outcome
}

/// One after the other; what cannot be made again is told and left as it is.
async fn rebuild(media: &Media) -> Result<(), CommandError> {
    let uploads = media.list_rebuildable().await.map_err(MediaError::from)?;
    let mut failures = 0;
    // One at a time: the pictures are rebuilt beside a site that may be serving visitors.
    for id in &uploads {
        if let Err(error) = media.rebuild(*id).await {
            failures += 1;
            print_line(&format!("{id} could not be made again: {error}"));
        }
    }
    print_line(&format!("{} of {} pictures made again", uploads.len() - failures, uploads.len()));
    match failures {
        0 => Ok(()),
        count => Err(CommandError::Faulty(count)),
    }
}
