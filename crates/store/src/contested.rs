use crate::{Store, StoreError, Transaction};

/// Whoever loses this often in a row has lost to something that stays.
const TRIES: u32 = 8;
/// So often it is tried again at once: mostly one other was faster, and is through.
const AT_ONCE: u32 = 2;

impl Store {
    /// As [`Store::write`], for what others write at the same moment: the closure reads what is there, and
    /// changes or makes it. It is run again when somebody else has changed or made it meanwhile. A rule that
    /// is broken each time is told in the end.
    pub async fn write_contested<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: FnMut(&mut Transaction<'_>) -> Result<T, StoreError> + Clone + Send + 'static,
        T: Send + 'static,
    {
        for losses in 1..TRIES {
            match self.write(work.clone()).await {
                Err(StoreError::Stale { .. } | StoreError::Taken { .. }) => {}
                outcome => return outcome,
            }
            if losses > AT_ONCE {
                tokio::time::sleep(self.pause_after(losses - AT_ONCE)).await;
            }
        }
        self.write(work).await
    }
}
