use std::collections::HashSet;

use kernel::{Id, Page, Slice};
use store::{Filter, Query, StoreError, Stored, Value};

use super::{Upload, UploadKind};
use crate::{Media, layout};

/// Which uploads are wanted; all conditions hold together.
#[derive(Clone, Debug, Default)]
pub struct UploadFilter {
    pub kind: Option<UploadKind>,
    /// Only pictures without words for those who do not see them.
    pub missing_alt: bool,
    /// Only those that are not among these.
    pub except: Option<HashSet<Id>>,
    /// Only those with this text in their name, their words or their caption.
    pub text: Option<String>,
}

impl UploadFilter {
    fn is_empty(&self) -> bool {
        let Self { kind, missing_alt, except, text } = self;
        kind.is_none() && !missing_alt && except.is_none() && text.is_none()
    }

    fn includes(&self, upload: &Upload) -> bool {
        self.kind.is_none_or(|kind| kind == upload.kind)
            && (!self.missing_alt || upload.lacks_alt())
            && self.except.as_ref().is_none_or(|except| !except.contains(&upload.id))
            && self.text.as_ref().is_none_or(|text| upload.holds(text))
    }
}

impl Media {
    /// Which upload an address such as `/media/<id>/<file>` belongs to. Files from before there
    /// were records belong to none.
    pub fn upload_at(address: &str) -> Option<Id> {
        layout::owner(address.strip_prefix("/media/")?)
    }

    /// Newest first.
    pub async fn list_uploads(
        &self,
        filter: UploadFilter,
        page: Page,
    ) -> Result<Slice<Stored<Upload>>, StoreError> {
        let newest_first = Query::all().descending("created_at");
        if filter.is_empty() {
            return self.store.page(newest_first, page).await;
        }
        // A library of one person: some thousands of records of a kilobyte, read for one page of
        // an admin area.
        let mut found = self.store.list::<Upload>(newest_first).await?;
        found.retain(|stored| filter.includes(&stored.document));
        let (items, total) = (page.cut(&found).to_vec(), found.len() as u64);
        Ok(Slice { items, total, limit: page.limit, offset: page.offset })
    }

    /// The records of these uploads, as far as there are any.
    pub async fn find_uploads(&self, ids: Vec<Id>) -> Result<Vec<Upload>, StoreError> {
        let ids = ids.into_iter().map(Value::from).collect();
        let found = self.store.list(Query::all().filter(Filter::OneOf("id", ids))).await?;
        Ok(found.into_iter().map(|stored| stored.document).collect())
    }
}
