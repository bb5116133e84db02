//! The key that attempts to sign in are sealed with, so that only this site can have begun one. It is
//! made once, by whichever node comes first, and kept with the documents for all of them. Whoever
//! copies documents out of the database leaves this kind behind.

use hmac::{Hmac, KeyInit, Mac};
use kernel::Id;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use store::schema::{Migration, Step};
use store::{Document, Index, Key, Kind, Store, StoreError, Value};

use crate::secret::{Secret, hexadecimal};

#[derive(Clone, Serialize, Deserialize)]
pub struct AttemptKey {
    id: Id,
    name: String,
    /// 32 bytes as hexadecimal digits.
    key: String,
}

const BY_NAME: Index = Index { name: "attempt_keys_name", keys: &["name"], unique: true };

pub static ATTEMPT_KEYS: Kind =
    Kind { name: "attempt_keys", keys: &[Key::text("name")], indexes: &[BY_NAME], ..Kind::PLAIN };

pub const KEY_MIGRATION: Migration = Migration {
    name: "attempt_keys",
    steps: &[Step::CreateCollection {
        name: "attempt_keys",
        expires: false,
        streamed: false,
        keys: &[Key::text("name")],
        indexes: &[BY_NAME],
    }],
};

impl Document for AttemptKey {
    const KIND: &'static Kind = &ATTEMPT_KEYS;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        vec![Value::from(self.name.as_str())]
    }
}

impl std::fmt::Debug for AttemptKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AttemptKey").field("name", &self.name).finish_non_exhaustive()
    }
}

/// There is one.
const NAME: &str = "attempts";

/// Seals attempts.
#[derive(Clone)]
pub(crate) struct AttemptSeal(String);

impl AttemptSeal {
    #[cfg(test)]
    pub(crate) fn for_tests(key: &str) -> Self {
        Self(key.to_owned())
    }

    pub(crate) async fn load(store: &Store) -> Result<Self, StoreError> {
        let randomness = store.randomness().clone();
        let make = move |id| {
            let key = Secret::generate("", &randomness).reveal().to_owned();
            AttemptKey { id, name: NAME.to_owned(), key }
        };
        Ok(Self(store.find_or_make(NAME, make).await?.key))
    }

    pub(super) fn mark(&self, text: &str) -> String {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.0.as_bytes()).expect("any length is a key");
        mac.update(text.as_bytes());
        hexadecimal(&mac.finalize().into_bytes())
    }
}

impl std::fmt::Debug for AttemptSeal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AttemptSeal").finish_non_exhaustive()
    }
}
