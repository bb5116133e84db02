use ::media::{Media, MediaError};

use super::arguments::MediaAction;
use super::error::CommandError;
use super::open::open_existing;
use super::output::print_line;
use super::progress::Shown;
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
    // What is made otherwise takes the place of what was there: the other site would miss its files.
    if !media.mark_place().await? {
        return Err(CommandError::AnotherSitesMedia);
    }
    let uploads = media.list_rebuildable().await.map_err(MediaError::from)?;
    let (mut failures, all) = (0, uploads.len());
    let shown = Shown::begin_to_end();
    // One at a time: the pictures are rebuilt beside a site that may be serving visitors.
    for (number, id) in uploads.iter().enumerate() {
        shown.progress.tell("making pictures again", number as u64, Some(all as u64));
        if let Err(error) = media.rebuild(*id).await {
            failures += 1;
            shown.print_line(&format!("{id} could not be made again: {error}"));
        }
    }
    drop(shown);
    print_line(&format!("{} of {all} pictures made again", all - failures));
    match failures {
        0 => Ok(()),
        count => Err(CommandError::Faulty(count)),
    }
}
