use std::time::Duration;

use kernel::{FieldErrors, Id, Page, Slice};
use store::{Filter, Once, Query, StoreError, Transaction};

use super::{PreviewLink, token};
use crate::content::Content;
use crate::error::ContentError;
use crate::items::service::living;
use crate::items::{ContentType, Item};
use crate::revisions::Author;

/// How many days a link can live, and does when nobody says.
const DAYS: std::ops::RangeInclusive<i64> = 1..=30;
const USUAL_DAYS: i64 = 7;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Who needs more can revoke one.
const MOST: u64 = 20;

/// A link with what opens it.
#[derive(Clone, Debug)]
pub(crate) struct OpenLink {
    pub(crate) link: PreviewLink,
    pub(crate) token: String,
}

impl Content {
    pub(crate) async fn create_preview_link(
        &self,
        (content_type, id): (ContentType, Id),
        days: Option<i64>,
        by: Author,
        once: Option<Once>,
    ) -> Result<OpenLink, ContentError> {
        let days = days.unwrap_or(USUAL_DAYS);
        let mut errors = FieldErrors::default();
        if !DAYS.contains(&days) {
            errors.add("days", "must be from 1 to 30");
        }
        errors.finish()?;
        let life = DAY * u32::try_from(days).unwrap_or(1);
        // Asked of the tree: that an item is hidden by a deleted section above it does not stand in
        // its row.
        self.read(|tree| living(tree, content_type, id).map(drop))?;
        let make = move |transaction: &mut Transaction<'_>| {
            // Held until the end, so that links made at the same time count each other.
            transaction.get::<Item>(id)?;
            if let Some(known) = transaction.outcome(once.as_ref())? {
                return Ok(known);
            }
            let of_item = [Filter::equal("item_id", id)];
            if transaction.count::<PreviewLink>(&of_item)? >= MOST {
                return Err(ContentError::TooManyLinks { most: MOST });
            }
            let now = transaction.now();
            let link = PreviewLink {
                id: transaction.generate_id(),
                item_id: id,
                created_at: now,
                expires_at: now.plus(life),
                created_by: by.clone(),
            };
            transaction.remember(once.as_ref(), || link.clone())?;
            Ok(transaction.insert(link)?.document)
        };
        let link = self.0.store.write(make).await?;
        let key = self.0.signing_key.get(&self.0.store).await?;
        Ok(OpenLink { token: token::sign(&key, link.id), link })
    }

    /// Those that still work, newest first.
    pub(crate) async fn list_preview_links(
        &self,
        content_type: ContentType,
        id: Id,
        page: Page,
    ) -> Result<Slice<OpenLink>, ContentError> {
        self.read(|tree| living(tree, content_type, id).map(drop))?;
        let query = Query::all().filter(Filter::equal("item_id", id)).descending("created_at");
        let slice = self.0.store.page::<PreviewLink>(query, page).await?;
        let key = self.0.signing_key.get(&self.0.store).await?;
        Ok(slice.map(|stored| OpenLink {
            token: token::sign(&key, stored.document.id),
            link: stored.document,
        }))
    }

    pub(crate) async fn revoke_preview_link(
        &self,
        content_type: ContentType,
        id: Id,
        link_id: Id,
    ) -> Result<(), ContentError> {
        self.read(|tree| living(tree, content_type, id).map(drop))?;
        // The item is part of the condition, so that the link of another item cannot be revoked by
        // its id.
        let named = [Filter::equal("id", link_id), Filter::equal("item_id", id)];
        let revoke = move |transaction: &mut Transaction<'_>| {
            transaction.delete_where::<PreviewLink>(&named)
        };
        match self.0.store.write(revoke).await? {
            0 => Err(ContentError::Missing),
            _ => Ok(()),
        }
    }

    /// The item that a token shows, while its link lives. Whether the item exists is for the
    /// reading room to say.
    pub async fn previewed(&self, token: &str) -> Result<Option<Id>, StoreError> {
        let key = self.0.signing_key.get(&self.0.store).await?;
        // Before the database is asked: a guess costs a hash and nothing else.
        let Some(link) = token::open(&key, token) else { return Ok(None) };
        let found = self.0.store.find::<PreviewLink>(link).await?;
        Ok(found.map(|stored| stored.document.item_id))
    }
}
