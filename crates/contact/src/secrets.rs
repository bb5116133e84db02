//! The key this wing seals with. It is made once, by whichever node comes first, and kept with the
//! documents, so that all nodes share it and a restart breaks no form that is open somewhere.
//! Whoever copies documents out of the database in clear leaves this kind behind.

use kernel::Id;
use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Store, StoreError, Value};

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
    let randomness = store.randomness().clone();
    let make = move |id| Secret {
        id,
        name: SIGNING.to_owned(),
        key: seal::encode(&randomness.bytes::<32>()),
    };
    let found = store.find_or_make::<Secret>(SIGNING, make).await?;
    let key = seal::decode(&found.key).ok_or_else(|| StoreError::Unreadable {
        collection: SECRETS.name,
        cause: serde_json::Error::custom("its key is no key"),
    })?;
    Ok(Seal::new(key))
}
