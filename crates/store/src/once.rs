//! Requests that come twice, because their sender could not know whether they had arrived. What came
//! of the first is written down in its own transaction, and the second is answered with that.

use std::time::Duration;

use kernel::{Id, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::schema::{Migration, Step};
use crate::{Document, Kind, StoreError, Transaction, Value};

/// For how long a request is known again, unless somebody says otherwise.
const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// A request under a key of its sender's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Once {
    id: Id,
    asked: String,
}

impl Once {
    /// `id` stands for who asks, where and under which key; `asked` for everything that is asked.
    pub fn new(id: Id, asked: String) -> Self {
        Self { id, asked }
    }
}

/// What came of a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    id: Id,
    asked: String,
    came_of_it: serde_json::Value,
    expires_at: Timestamp,
}

pub static OUTCOMES: Kind = Kind { name: "outcomes", expires: true, ..Kind::PLAIN };

pub const MIGRATION: Migration = Migration {
    name: "outcomes",
    steps: &[Step::CreateCollection {
        name: "outcomes",
        expires: true,
        streamed: false,
        keys: &[],
        indexes: &[],
    }],
};

impl Document for Outcome {
    const KIND: &'static Kind = &OUTCOMES;

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at)
    }
}

impl Transaction<'_> {
    /// What came of this request when it was there before. To be asked before anything is written,
    /// and where nobody else can answer the same one meanwhile: in a stream, or with a document held.
    pub fn outcome<T: DeserializeOwned>(
        &mut self,
        once: Option<&Once>,
    ) -> Result<Option<T>, StoreError> {
        let Some(once) = once else { return Ok(None) };
        let Some(known) = self.find::<Outcome>(once.id)? else { return Ok(None) };
        let known = known.document;
        // The key says "the same again", and it is not: one of the two is a mistake of the sender's.
        if known.asked != once.asked {
            return Err(StoreError::AskedOtherwise);
        }
        serde_json::from_value(known.came_of_it)
            .map(Some)
            .map_err(|cause| StoreError::Unreadable { collection: OUTCOMES.name, cause })
    }

    /// Writes down what came of it, for when it is asked again. It is there exactly when this
    /// transaction commits.
    pub fn remember<T: Serialize>(
        &mut self,
        once: Option<&Once>,
        outcome: impl FnOnce() -> T,
    ) -> Result<(), StoreError> {
        self.remember_for(REMEMBERED, once, outcome)
    }

    /// The same for as long as it may still be asked.
    pub fn remember_for<T: Serialize>(
        &mut self,
        life: Duration,
        once: Option<&Once>,
        outcome: impl FnOnce() -> T,
    ) -> Result<(), StoreError> {
        let Some(once) = once else { return Ok(()) };
        let came_of_it = serde_json::to_value(outcome()).map_err(StoreError::refused)?;
        let expires_at = self.now().plus(life);
        let asked = once.asked.clone();
        self.insert(Outcome { id: once.id, asked, came_of_it, expires_at })?;
        Ok(())
    }
}
