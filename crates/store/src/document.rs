use kernel::{Id, Timestamp};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Kind, Value};

/// Something a collection can hold.
pub trait Document: Serialize + DeserializeOwned + Send + 'static {
    const KIND: &'static Kind;

    fn id(&self) -> Id;

    /// The values of `KIND.keys`, in their order.
    fn keys(&self) -> Vec<Value>;

    /// When the document stops existing. Only kinds that declare `expires` are asked.
    fn expires_at(&self) -> Option<Timestamp> {
        None
    }
}

/// A document with the version it was read at or written as. Replacing it succeeds only while the
/// database still holds that version.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored<D> {
    pub version: i64,
    pub document: D,
}
