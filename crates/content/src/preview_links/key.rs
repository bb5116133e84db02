use kernel::Randomness;
use store::{Filter, Query, Store, StoreError, Transaction};
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
    if let Some(key) = find(store).await? {
        return Ok(key);
    }
    let randomness = store.randomness().clone();
    match store.write(move |transaction| make(transaction, &randomness)).await {
        // Another node was faster; its key is everybody's.
        Ok(()) | Err(StoreError::Taken { .. }) => {}
        Err(error) => return Err(error),
    }
    let missing = || StoreError::Taken { rule: "preview_keys_name".to_owned() };
    // It was there or has been made, so only a deletion in between can lead here. Said as a
    // conflict, which callers may try again.
    find(store).await?.ok_or_else(missing)
}

fn make(transaction: &mut Transaction<'_>, randomness: &Randomness) -> Result<(), StoreError> {
    let key = encode(&randomness.bytes::<32>());
    let key = PreviewKey { id: transaction.generate_id(), name: NAME.to_owned(), key };
    transaction.insert(key).map(drop)
}

async fn find(store: &Store) -> Result<Option<[u8; 32]>, StoreError> {
    let query = Query::all().filter(Filter::equal("name", NAME));
    let found = store.list::<PreviewKey>(query).await?;
    Ok(found.first().and_then(|stored| decode(&stored.document.key)))
}
