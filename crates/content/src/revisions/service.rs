use kernel::{ExpectedVersion, Id, Page, Slice};
use store::{Filter, Query, StoreError, Stored, Transaction};

use super::rules::{folds, surplus};
use super::{Author, Revision, RevisionBody, Said};
use crate::content::{Change, Content};
use crate::error::ContentError;
use crate::html;
use crate::items::service::{Written, living};
use crate::items::{ContentType, Item};

/// How a change is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// In the newest revision, when both were written in this editor in one sitting.
    InSession(String),
    /// By itself.
    Apart,
}

/// What an item was before a change.
pub(crate) type Before<'a> = Option<(&'a Item, &'a str)>;

/// Writes down what an item says after a change, in the transaction of the change. Nothing when it
/// says the same as before.
pub(crate) fn record(
    change: &mut Change<'_, '_>,
    before: Before<'_>,
    (item, body): (&Item, &str),
    (by, kept): (&Author, &Kept),
) -> Result<(), ContentError> {
    let (said, now) = (Said::by(item), change.now());
    let same_body = before.is_some_and(|(_, before)| before == body);
    // Both have to be the same. Moving an item or featuring it changes neither.
    if same_body && before.is_some_and(|(before, _)| Said::by(before) == said) {
        return Ok(());
    }
    let transaction = &mut *change.transaction;
    let mut revisions = newest_first(transaction, item.id)?;
    // The first change of an item from before there were revisions: what it said until now.
    if let (Some((before, html)), true) = (before, revisions.is_empty()) {
        let first = Revision {
            id: transaction.generate_id(),
            item_id: item.id,
            number: 1,
            began_at: before.updated_at,
            saved_at: before.updated_at,
            saved_by: None,
            session: None,
            words: html::words(html),
            bytes: html.len(),
            said: Said::by(before),
        };
        // As if it had been recorded all along, so the next lines need no case of their own.
        revisions.push(insert(transaction, first, html)?);
    }
    let newest = revisions.first();
    let words = match newest.filter(|_| same_body) {
        Some(newest) => newest.document.words,
        None => html::words(body),
    };
    let session = match kept {
        Kept::InSession(session) => Some(session),
        Kept::Apart => None,
    };
    let folding = newest.zip(session).filter(|(newest, session)| {
        folds(&newest.document, &said, words, (by, session.as_str()), now)
    });
    match folding.map(|(newest, _)| newest.clone()) {
        Some(mut stored) => {
            let id = stored.document.id;
            let revision = &mut stored.document;
            (revision.said, revision.saved_at) = (said, now);
            // By the name that they have now.
            revision.saved_by = Some(by.clone());
            (revision.words, revision.bytes) = (words, body.len());
            transaction.replace(stored)?;
            // Most saves change the text. Those that change only the title leave the body alone.
            if !same_body {
                let mut stored = transaction.get::<RevisionBody>(id)?;
                body.clone_into(&mut stored.document.html);
                transaction.replace(stored)?;
            }
        }
        None => {
            let revision = Revision {
                id: transaction.generate_id(),
                item_id: item.id,
                number: newest.map_or(1, |newest| newest.document.number + 1),
                began_at: now,
                saved_at: now,
                saved_by: Some(by.clone()),
                session: session.cloned(),
                words,
                bytes: body.len(),
                said,
            };
            revisions.insert(0, insert(transaction, revision, body)?);
        }
    }
    let sizes = revisions.iter().map(|stored| (stored.document.id, stored.document.bytes));
    let surplus = surplus(sizes);
    if !surplus.is_empty() {
        let ids = [Filter::OneOf("id", surplus.into_iter().map(Into::into).collect())];
        transaction.delete_where::<Revision>(&ids)?;
        transaction.delete_where::<RevisionBody>(&ids)?;
    }
    Ok(())
}

fn insert(
    transaction: &mut Transaction<'_>,
    revision: Revision,
    html: &str,
) -> Result<Stored<Revision>, StoreError> {
    // The body first: a revision without its body cannot be read, a body without its revision is
    // never looked for.
    transaction.insert(RevisionBody { id: revision.id, html: html.to_owned() })?;
    transaction.insert(revision)
}

fn newest_first(
    transaction: &mut Transaction<'_>,
    item_id: Id,
) -> Result<Vec<Stored<Revision>>, StoreError> {
    transaction.list(&of_item(item_id).descending("number"))
}

fn of_item(item_id: Id) -> Query {
    Query::all().filter(Filter::equal("item_id", item_id))
}

impl Content {
    /// Newest first, without bodies.
    pub(crate) async fn list_revisions(
        &self,
        content_type: ContentType,
        id: Id,
        page: Page,
    ) -> Result<Slice<Revision>, ContentError> {
        // Whether the item exists is asked of the tree. A deleted one does not show its past
        // either.
        self.read(|tree| living(tree, content_type, id).map(drop))?;
        let query = of_item(id).descending("number");
        let slice = self.0.store.page::<Revision>(query, page).await?;
        Ok(slice.map(|stored| stored.document))
    }

    pub(crate) async fn get_revision(
        &self,
        content_type: ContentType,
        id: Id,
        number: i64,
    ) -> Result<(Revision, String), ContentError> {
        self.read(|tree| living(tree, content_type, id).map(drop))?;
        let query = of_item(id).filter(Filter::equal("number", number));
        // Both in one transaction: a save may fold into this revision between the two reads.
        let read = move |transaction: &mut Transaction<'_>| {
            let found = transaction.list::<Revision>(&query)?.pop();
            let revision = found.ok_or(ContentError::Missing)?.document;
            let body = transaction.get::<RevisionBody>(revision.id)?;
            Ok((revision, body.document.html))
        };
        self.0.store.read(read).await
    }

    /// Makes an item say again what it said then. It is a change like any other, so the body goes
    /// through today's rules, and what it said until now stays among the revisions.
    pub(crate) async fn restore_revision(
        &self,
        content_type: ContentType,
        id: Id,
        number: i64,
        expected: ExpectedVersion,
        by: Author,
    ) -> Result<Written, ContentError> {
        let (revision, html) = self.get_revision(content_type, id, number).await?;
        let input = revision.said.restoring(html);
        self.update_item((content_type, id), input, expected, (by, Kept::Apart)).await
    }
}
