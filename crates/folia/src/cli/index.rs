use std::convert::Infallible;
use std::time::Duration;

use content::reading::Changed;
use store::StoreError;
use store::outbox::Runner;

use super::arguments::IndexAction;
use super::error::CommandError;
use super::open::open_existing;
use super::output::print_line;
use super::progress::Shown;
use crate::app::App;
use crate::config::Config;
use crate::data_dir::DataDir;
use crate::jobs::writing_handlers;
use crate::serve::DataDirError;

/// How often whoever waits is told how far it is.
const LOOK_EVERY: Duration = Duration::from_millis(100);

pub(super) async fn run(action: IndexAction, config: &Config) -> Result<(), CommandError> {
    let IndexAction::Rebuild = action;
    let store = open_existing(config).await?;
    let app = App::new(store.clone(), config).await?;
    // Whatever is published is looked at again, too: a site from before there was a memory has
    // writing that nobody has told it of.
    let look_again = Changed { everything: true, ..Changed::default() };
    let told: Result<(), StoreError> =
        store.write(move |transaction| look_again.announce(transaction)).await;
    told?;
    match DataDir::claim(&config.data_dir) {
        Ok(_data) => rebuild(&app).await?,
        // The index belongs to the process that serves it.
        Err(DataDirError::InUse) => {
            let queued = app.memory.reindex(None).await?;
            print_line(&format!("the running service makes {queued} vectors again"));
        }
        Err(error) => return Err(error.into()),
    }
    store.close().await;
    Ok(())
}

async fn rebuild(app: &App) -> Result<(), CommandError> {
    let shown = Shown::begin_to_end();
    shown.progress.tell("reading what is published", 0, None);
    Runner::new(app.store.clone(), writing_handlers(app)).run_due().await?;
    shown.progress.tell("making vectors", 0, None);
    let status = tokio::select! {
        status = app.memory.rebuild_index() => status?,
        never = tell_how_far(app, &shown) => match never {},
    };
    drop(shown);
    print_line(&format!("{} vectors were made again", status.indexed));
    Ok(())
}

async fn tell_how_far(app: &App, shown: &Shown) -> Infallible {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if let Some((made, all)) = app.memory.vectors_made() {
            shown.progress.tell("making vectors", made, Some(all));
        }
    }
}
