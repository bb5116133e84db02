use kernel::Id;

use crate::{Document, Filter, Query, Store, StoreError};

impl Store {
    /// The one document of this name, made by whichever node asks first: keys that all nodes have to
    /// share. Its kind has a key `name` under a unique rule.
    pub async fn find_or_make<D: Document>(
        &self,
        name: &'static str,
        make: impl Fn(Id) -> D + Clone + Send + 'static,
    ) -> Result<D, StoreError> {
        let named = Query::all().filter(Filter::equal("name", name));
        // A look costs less than a write, and mostly it is there.
        if let Some(found) = self.list::<D>(named.clone()).await?.into_iter().next() {
            return Ok(found.document);
        }
        self.write_contested(move |transaction| {
            if let Some(found) = transaction.list::<D>(&named)?.into_iter().next() {
                return Ok(found.document);
            }
            let made = make(transaction.generate_id());
            Ok(transaction.insert(made)?.document)
        })
        .await
    }
}
