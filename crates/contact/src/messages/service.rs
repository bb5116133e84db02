use kernel::{ExpectedVersion, Id, Page, Slice};
use store::{ChangeError, Filter, Query, StoreError, Stored};

use super::{Message, MessageChange};
use crate::Contact;
use crate::notification::Notice;

impl Contact {
    /// Newest first; all, or only those that were read or not.
    pub(super) async fn list_messages(
        &self,
        read: Option<bool>,
        page: Page,
    ) -> Result<Slice<Message>, StoreError> {
        let newest_first = Query::all().descending("created_at");
        let query = match read {
            Some(read) => newest_first.filter(Filter::equal("read", read)),
            None => newest_first,
        };
        let slice = self.store().page::<Message>(query, page).await?;
        Ok(slice.map(|stored| stored.document))
    }

    pub(super) async fn get_message(&self, id: Id) -> Result<Stored<Message>, StoreError> {
        self.store().get(id).await
    }

    pub(super) async fn update_message(
        &self,
        id: Id,
        change: MessageChange,
        expected: ExpectedVersion,
    ) -> Result<Stored<Message>, ChangeError> {
        self.store()
            .write(move |transaction| {
                let mut stored = transaction.get::<Message>(id)?;
                expected.check(stored.version)?;
                match change.read {
                    Some(read) if read != stored.document.read => {
                        stored.document.read = read;
                        Ok(transaction.replace(stored)?)
                    }
                    // An unchanged message keeps its version, and nobody's copy becomes stale.
                    _ => Ok(stored),
                }
            })
            .await
    }

    /// For good, with the note about its notification. One that is still to be sent finds nothing.
    pub(super) async fn delete_message(
        &self,
        id: Id,
        expected: ExpectedVersion,
    ) -> Result<(), ChangeError> {
        self.store()
            .write(move |transaction| {
                let stored = transaction.get::<Message>(id)?;
                expected.check(stored.version)?;
                // First, as it has the message's id and would otherwise stay for good.
                transaction.delete_where::<Notice>(&[Filter::equal("id", id)])?;
                Ok(transaction.delete::<Message>(id)?)
            })
            .await
    }
}
