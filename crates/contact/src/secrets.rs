//! The key this wing seals with. It is made once, by whichever node comes first, and kept with the
//! documents, so that all nodes share it and a restart breaks no form that is open somewhere.
//! Whoever copies documents out of the database in clear leaves this kind behind.

use kernel::{Id, Randomness};
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Query, Store, StoreError, Value};

use crate::seal::{self, Seal};

#[derive(Clone, Serialize, Deserialize)]
pub struct Secret {
    id: Id,
    name: String,
    /// 32 bytes as hexadecimal digits.
    key: String,
}

pub static SECRETS: Kind =
    Kind { name: "contact_secrets", keys: KEYS, indexes: INDEXES, ..Kind::PLAIN };

const KEYS: &[Key] = &[Key::text("name")];
const INDEXES: &[Index] = &[Index { name: "contact_secrets_name", keys: &["name"], unique: true }];

pub const MIGRATION: Migration = Migration {
    name: "contact_secrets",
    steps: &[Step::CreateCollection {
        name: "contact_secrets",
        expires: false,
        streamed: false,
        keys: &[Key::text("name")],
        indexes: &[Index { name: "contact_secrets_name", keys: &["name"], unique: true }],
    }],
};

impl Document for Secret {
    const KIND: &'static Kind = &SECRETS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![Value::from(self.name.as_str())]
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secret").field("name", &self.name).finish_non_exhaustive()
    }
}

const SIGNING: &str = "signing";

/// The seal of this site; made at the first start.
pub(crate) async fn seal(store: &Store) -> Result<Seal, StoreError> {
    if let Some(seal) = find(store).await? {
        return Ok(seal);
    }
    let randomness = store.randomness().clone();
    match store.write(move |transaction| make(transaction, &randomness)).await {
        // Another node was faster; its key is everybody's.
        Ok(()) | Err(StoreError::Taken { .. }) => {}
        Err(error) => return Err(error),
    }
    // It was taken and is not there, which only a broken database can say.
    let missing = || StoreError::Taken { rule: SECRETS.indexes[0].name.to_owned() };
    find(store).await?.ok_or_else(missing)
}

fn make(
    transaction: &mut store::Transaction<'_>,
    randomness: &Randomness,
) -> Result<(), StoreError> {
    let key = seal::encode(&randomness.bytes::<32>());
    let secret = Secret { id: transaction.generate_id(), name: SIGNING.to_owned(), key };
    transaction.insert(secret).map(|_| ())
}

async fn find(store: &Store) -> Result<Option<Seal>, StoreError> {
    let query = Query::all().filter(store::Filter::equal("name", SIGNING));
    let found = store.list::<Secret>(query).await?;
    Ok(found.first().and_then(|stored| seal::decode(&stored.document.key)).map(Seal::new))
}
