use kernel::Id;
use serde::de::Error as _;

use crate::{Document, Filter, Query, Store, StoreError};

impl Store {
    /// The one document of this name, made by whichever node asks first: keys that all nodes have to
    /// share. Its kind has a key `name` under a unique rule.
    pub async fn find_or_make<D: Document>(
        &self,
        name: &'static str,
        make: impl Fn(Id) -> D + Send + 'static,
    ) -> Result<D, StoreError> {
        if let Some(found) = self.find_named(name).await? {
            return Ok(found);
        }
        let making = self.write(move |transaction| {
            let made = make(transaction.generate_id());
            transaction.insert(made).map(drop)
        });
        match making.await {
            // Another node was faster; its document is everybody's.
            Ok(()) | Err(StoreError::Taken { .. }) => {}
            Err(error) => return Err(error),
        }
        // It was there or has been made, so only a deletion in between can lead here.
        let collection = D::KIND.name;
        let gone = || serde_json::Error::custom(format!("{name} was removed while it was made"));
        let gone = || StoreError::Unreadable { collection, cause: gone() };
        self.find_named(name).await?.ok_or_else(gone)
    }

    async fn find_named<D: Document>(&self, name: &str) -> Result<Option<D>, StoreError> {
        let found = self.list::<D>(Query::all().filter(Filter::equal("name", name))).await?;
        Ok(found.into_iter().next().map(|stored| stored.document))
    }
}
