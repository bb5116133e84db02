use kernel::{Invalid, Outdated};

use crate::StoreError;

/// What can stand in the way of any change: values that are not valid, another version than the
/// expected one, or the store. A room with more to say has an enum of its own around this.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Outdated(#[from] Outdated),
    #[error(transparent)]
    Store(#[from] StoreError),
}
