use kernel::Id;
use store::StoreError;

use super::moment::Reading;
use crate::Content;
use crate::reader::Reader;

impl Content {
    /// The content as it stands, for a reader.
    pub fn reading(&self, reader: Reader) -> Reading {
        Reading::new(self.tree(), reader, self.now())
    }

    /// Counts that a redirect was followed.
    pub fn count_followed(&self, redirect: Id) {
        self.0.hits.count(redirect, self.now());
    }

    /// Writes down how often redirects were followed so far.
    pub async fn write_hits(&self) -> Result<(), StoreError> {
        self.0.hits.write(&self.0.store).await
    }
}
