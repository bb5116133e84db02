//! The links and reading times of items from before they were kept with the card. The body of an item is another
//! document, so they cannot be made up when the card is read: a pass in the background reads the
//! bodies once and writes the cards again, some at a time, so that writers need not wait for it.

use std::time::Duration;

use kernel::{Id, SitePath};
use store::Stored;

use super::{Body, Item};
use crate::content::Content;
use crate::error::ContentError;
use crate::html;
use crate::moves::RESERVED;

/// How many items are written in one transaction.
const AT_ONCE: usize = 100;
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(60);

/// The paths a body links to that can be somebody's: the service's own have no owner.
pub(crate) fn linked_paths(html: &str) -> Vec<SitePath> {
    let mut paths = html::site_links(html);
    paths.retain(|path| {
        let first = path.as_str().split('/').next().unwrap_or_default();
        !RESERVED.contains(&first)
    });
    paths
}

fn is_incomplete(item: &Item) -> bool {
    item.linked_paths.is_none() || item.minutes.is_none()
}

impl Content {
    /// Completes the links, however long the database stays away. Once done it is done: whoever
    /// writes an item keeps its links.
    pub(crate) async fn keep_completing_links(&self) {
        while let Err(error) = self.complete_links().await {
            tracing::warn!(%error, "the links of older items are not read yet");
            tokio::time::sleep(TRY_AGAIN_AFTER).await;
        }
    }

    /// Reads the links of all items that have none yet, and says of how many.
    pub async fn complete_links(&self) -> Result<usize, ContentError> {
        let mut completed = 0;
        loop {
            let waiting: Vec<Id> = self.read(|tree| {
                let waiting = tree.items().filter(|card| is_incomplete(&card.document));
                waiting.map(|card| card.document.id).take(AT_ONCE).collect()
            });
            if waiting.is_empty() {
                return Ok(completed);
            }
            completed += self.complete(waiting).await?;
        }
    }

    async fn complete(&self, ids: Vec<Id>) -> Result<usize, ContentError> {
        self.change(move |change| {
            let tree = change.tree.clone();
            let mut completed = 0;
            for id in &ids {
                // Another node may have been here before.
                let card = tree.item(*id).filter(|card| is_incomplete(&card.document));
                let Some(card) = card else { continue };
                let mut stored = Stored::clone(card);
                let body = change.transaction.find::<Body>(*id)?;
                let html = body.as_ref().map_or("", |body| &body.document.html);
                stored.document.linked_paths = Some(linked_paths(html));
                stored.document.minutes = Some(prose::minutes(html));
                let stored = change.transaction.replace(stored)?;
                // A body belongs to a version of its item (`Body`). The item has just got a new
                // one.
                if let Some(mut body) = body {
                    body.document.item_version = stored.version;
                    change.transaction.replace(body)?;
                }
                completed += 1;
            }
            Ok(completed)
        })
        .await
    }
}
