use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use kernel::Timestamp;
use pixels::make_previews;
use schemars::JsonSchema;
use serde::Serialize;

use super::Token;
use crate::uploads::budget;
use crate::uploads::form::IncomingForm;
use crate::uploads::receive::{Content, receive};
use crate::{Media, MediaError, layout};

const LIFETIME: Duration = Duration::from_secs(10 * 60);
/// How many expired folders one request removes before it does its own work.
const REMOVED_AT_ONCE: usize = 500;
const REMOVED_WITHIN: Duration = Duration::from_secs(5);

/// Where the thumbnails are, by filter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Previews {
    pub previews: BTreeMap<&'static str, String>,
    /// When they will be gone.
    pub expires_at: Timestamp,
}

impl Media {
    pub async fn preview(&self, form: IncomingForm) -> Result<Previews, MediaError> {
        // Before the form is read, so that those who are turned away cost nothing.
        let place = self.pictures.enter()?;
        let Content::Picture { bytes, .. } = receive(form, None).await?.content else {
            return Err(MediaError::Unsupported);
        };
        // What is left is removed by the next one.
        tokio::time::timeout(REMOVED_WITHIN, self.remove_expired_previews()).await.ok();
        let decoder = self.decoder.clone();
        let making = place.work(move |wanted| {
            let watch = |_| wanted.still();
            let avif = |bytes: &[u8], go_on: &dyn Fn() -> bool| decoder.decode(bytes, go_on);
            make_previews(&bytes, &budget(&watch, &avif, decoder.jpeg)).map_err(MediaError::from)
        });
        let made = making.await??;
        let expires_at = self.store.clock().now().plus(LIFETIME);
        let token = Token::generate(expires_at, self.store.randomness());
        let folder = layout::preview_folder(&token.to_string());
        let mut previews = BTreeMap::new();
        let mut files = Vec::new();
        for preview in made {
            let name = preview.filter.name();
            previews.insert(name, format!("/media/{folder}/{name}.webp"));
            files.push((format!("{folder}/{name}.webp"), Bytes::from(preview.bytes)));
        }
        // Files last: until they are all there nobody knows the address.
        self.blobs.put_all(files).await?;
        Ok(Previews { previews, expires_at })
    }

    /// A thumbnail's key, while it lives.
    pub(crate) fn find_preview(&self, token: &str, name: &str) -> Option<String> {
        let expires_at = Token::find(token)?.expires_at;
        let filter = name.strip_suffix(".webp").and_then(pixels::Filter::find)?;
        let alive = self.store.clock().now() < expires_at;
        alive.then(|| format!("{}/{}.webp", layout::preview_folder(token), filter.name()))
    }

    /// What cannot be removed now will be tried by the next request.
    async fn remove_expired_previews(&self) {
        let folders = match self.blobs.folders(layout::PREVIEWS).await {
            Ok(folders) => folders,
            Err(error) => {
                tracing::warn!(%error, "expired previews could not be looked for");
                return;
            }
        };
        let now = self.store.clock().now();
        // A folder with another name was not made by us and would stay for ever.
        let expired = |name: &String| Token::find(name).is_none_or(|token| token.expires_at <= now);
        let expired = folders.into_iter().filter(expired).take(REMOVED_AT_ONCE);
        let removing = stream::iter(expired).map(|name| async move {
            self.blobs.delete_folder(&layout::preview_folder(&name)).await
        });
        let mut removing = removing.buffer_unordered(8);
        while let Some(removed) = removing.next().await {
            if let Err(error) = removed {
                tracing::warn!(%error, "expired previews could not be removed");
            }
        }
    }
}
