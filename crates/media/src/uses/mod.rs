//! Who shows an upload. This wing knows no other, so it is told: whoever puts the wings together
//! hands in a function that finds all places ([`FindUses`]).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::{ExpectedVersion, Id, Page, Slice};
use schemars::JsonSchema;
use serde::Serialize;
use store::{StoreError, Stored};

use crate::uploads::{Upload, UploadFilter, UploadKind};
use crate::{Media, MediaError};

/// One place that shows an upload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "UploadUse")]
pub struct Use {
    pub kind: UsedBy,
    /// Of what shows it. The settings have none.
    pub id: Option<Id>,
    pub title: String,
    /// Where it is on the site, if it has an address there.
    pub path: Option<String>,
    pub is_published: bool,
    /// Whether it is deleted, or below something that is. It would show a gap when it is restored.
    pub is_deleted: bool,
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "UploadUsedBy")]
pub enum UsedBy {
    Section,
    Story,
    Project,
    Page,
    Image,
    Settings,
    Resume,
}

/// Where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "UploadPlace")]
pub enum Place {
    /// In its text.
    Body,
    /// As its picture in lists.
    Cover,
    /// It is the picture of an image.
    Image,
    /// As the picture of a section.
    Section,
    Settings,
    Resume,
}

/// The places of every upload that is shown anywhere.
pub type Uses = HashMap<Id, Vec<Use>>;

/// Finds them.
pub type FindUses =
    Arc<dyn Fn() -> BoxFuture<'static, Result<Uses, StoreError>> + Send + Sync + 'static>;

/// The uploads, with who shows them.
#[derive(Clone)]
pub struct Library {
    pub media: Media,
    pub find_uses: FindUses,
}

/// Which uploads are wanted; all conditions hold together.
#[derive(Clone, Debug, Default)]
pub struct LibraryFilter {
    /// Only those that nothing shows.
    pub unused: bool,
    pub kind: Option<UploadKind>,
    pub missing_alt: bool,
    pub text: Option<String>,
}

impl Library {
    /// Newest first.
    pub async fn list(
        &self,
        filter: LibraryFilter,
        page: Page,
    ) -> Result<Slice<Stored<Upload>>, StoreError> {
        let except: Option<HashSet<Id>> = match filter.unused {
            true => Some((self.find_uses)().await?.into_keys().collect()),
            false => None,
        };
        let LibraryFilter { kind, missing_alt, text, .. } = filter;
        self.media.list_uploads(UploadFilter { kind, missing_alt, except, text }, page).await
    }

    /// The places that show an upload.
    pub async fn uses(&self, id: Id) -> Result<Vec<Use>, StoreError> {
        self.media.get_upload(id).await?;
        Ok((self.find_uses)().await?.remove(&id).unwrap_or_default())
    }

    /// Deletes an upload. One that is shown anywhere goes only when that is said to be all right.
    pub async fn delete(
        &self,
        id: Id,
        expected: ExpectedVersion,
        even_if_used: bool,
    ) -> Result<(), MediaError> {
        if !even_if_used {
            let stored = self.media.get_upload(id).await?;
            expected.check(stored.version)?;
            let places = (self.find_uses)().await?.get(&id).map_or(0, Vec::len);
            if places > 0 {
                return Err(MediaError::InUse { places });
            }
        }
        self.media.delete_upload(id, expected).await
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("media", &self.media).finish_non_exhaustive()
    }
}
