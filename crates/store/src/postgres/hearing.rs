//! Whether other nodes are still heard. A node that follows nobody shows what is long past, and
//! looks well in everything else.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::StoreError;

/// Longer than it takes to lose a line and to have another.
const DEAF_AFTER: Duration = Duration::from_secs(15);

/// When something was last heard, if only that there is nothing new.
#[derive(Clone, Debug)]
pub(super) struct Hearing(Arc<Mutex<Instant>>);

impl Hearing {
    pub(super) fn begin() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    pub(super) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub(super) fn is_fresh(&self) -> Result<(), StoreError> {
        let since = self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
        match since < DEAF_AFTER {
            true => Ok(()),
            false => Err(StoreError::unavailable("changes of other nodes are not heard")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_hears_nothing_for_long_is_deaf_until_something_is_heard() {
        let hearing = Hearing::begin();
        hearing.is_fresh().unwrap();
        let earlier = Instant::now().checked_sub(DEAF_AFTER).unwrap();
        *hearing.0.lock().unwrap() = earlier;
        hearing.is_fresh().unwrap_err();
        hearing.note();
        hearing.is_fresh().unwrap();
    }
}
