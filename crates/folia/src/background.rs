//! What runs beside the requests, for as long as the process lives.

use std::time::Duration;

use media::Media;
use store::{Store, StoreError};

use crate::app::App;
use crate::{jobs, schema};

impl App {
    /// Starts what runs beside the requests, for as long as the process lives.
    pub fn start_background(&self) {
        tokio::spawn(self.navlinks.clone().follow());
        tokio::spawn(self.settings.clone().follow());
        tokio::spawn(self.content.clone().follow());
        tokio::spawn(self.memory.clone().follow());
        tokio::spawn(self.media.clone().follow());
        tokio::spawn(self.site.clone().follow());
        tokio::spawn(sweep(self.store.clone()));
        tokio::spawn(clean_up_media(self.media.clone()));
        let topics = jobs::handlers(self).iter().map(|handler| handler.topic()).collect();
        tokio::spawn(self.job_counters.clone().follow(self.store.clone(), topics));
    }

    /// What a running site does by itself every ten minutes, now: how many documents had expired.
    pub async fn sweep(&self) -> Result<u64, StoreError> {
        remove_expired(&self.store).await
    }
}

const SWEEP_EVERY: Duration = Duration::from_secs(10 * 60);

/// Removes documents whose time has run out, again and again.
async fn sweep(store: Store) {
    loop {
        // After the wait, so that a start has its first minutes for itself.
        tokio::time::sleep(SWEEP_EVERY).await;
        match remove_expired(&store).await {
            Ok(0) => {}
            Ok(count) => tracing::debug!(count, "expired documents were removed"),
            Err(error) => tracing::warn!(%error, "expired documents could not be removed"),
        }
    }
}

/// How many there were. They were invisible already.
async fn remove_expired(store: &Store) -> Result<u64, StoreError> {
    let removing = store.write(|transaction| {
        let kinds = schema::COLLECTIONS.iter().map(|collection| collection.kind);
        let expiring = kinds.filter(|kind| kind.expires);
        expiring.map(|kind| transaction.delete_expired(kind)).sum()
    });
    removing.await
}

/// Removes what interrupted uploads and deletions have left behind.
async fn clean_up_media(media: Media) {
    loop {
        // After the wait: until there is a mark nobody sets anything aside, and a site that is tried for a moment leaves
        // nothing of its own.
        tokio::time::sleep(SWEEP_EVERY).await;
        match media.mark_place().await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!("the media are not marked as this site's; no file is removed")
            }
            Err(error) => tracing::warn!(%error, "the media could not be marked as this site's"),
        }
        match media.clean_up_forgotten().await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "interrupted uploads were cleaned up"),
            Err(error) => tracing::warn!(%error, "interrupted uploads could not be cleaned up"),
        }
    }
}
