use kernel::Id;
use store::{Filter, Query, StoreError, Value};

use super::Upload;
use crate::{Media, layout};

impl Media {
    /// Which upload an address such as `/media/<id>/<file>` belongs to. Files from before there
    /// were records belong to none.
    pub fn upload_at(address: &str) -> Option<Id> {
        layout::owner(address.strip_prefix("/media/")?)
    }

    /// The records of these uploads, as far as there are any.
    pub async fn find_uploads(&self, ids: Vec<Id>) -> Result<Vec<Upload>, StoreError> {
        let ids = ids.into_iter().map(Value::from).collect();
        let found = self.store.list(Query::all().filter(Filter::OneOf("id", ids))).await?;
        Ok(found.into_iter().map(|stored| stored.document).collect())
    }
}
