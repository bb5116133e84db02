use serde::de::Error as _;
use store::{Document, Store, StoreError};
use tokio::sync::OnceCell;

use super::PreviewKey;
use super::token::{decode, encode};

/// The key of this site, read when it is first needed.
#[derive(Default)]
pub(crate) struct SigningKey(OnceCell<[u8; 32]>);

const NAME: &str = "signing";

impl SigningKey {
    /// The key; the first node that needs it makes it.
    pub(super) async fn get(&self, store: &Store) -> Result<[u8; 32], StoreError> {
        self.0.get_or_try_init(|| find_or_make(store)).await.copied()
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey").finish_non_exhaustive()
    }
}

async fn find_or_make(store: &Store) -> Result<[u8; 32], StoreError> {
    let randomness = store.randomness().clone();
    let make =
        move |id| PreviewKey { id, name: NAME.to_owned(), key: encode(&randomness.bytes::<32>()) };
    let found = store.find_or_make::<PreviewKey>(NAME, make).await?;
    decode(&found.key).ok_or_else(|| StoreError::Unreadable {
        collection: PreviewKey::KIND.name,
        cause: serde_json::Error::custom("its key is no key"),
    })
}
