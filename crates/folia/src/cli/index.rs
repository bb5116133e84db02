use content::reading::Changed;
use store::StoreError;
use store::outbox::Runner;

use super::arguments::IndexAction;
use super::error::CommandError;
use super::open::open_existing;
use super::output::print_line;
use crate::app::App;
use crate::config::Config;
use crate::data_dir::DataDir;
use crate::jobs::writing_handlers;
use crate::serve::DataDirError;

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
    Runner::new(app.store.clone(), writing_handlers(app)).run_due().await?;
    let status = app.memory.rebuild_index().await?;
    print_line(&format!("{} vectors were made again", status.indexed));
    Ok(())
}
