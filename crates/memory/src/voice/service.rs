use kernel::{FieldErrors, Id, Page, Slice};
use store::{ChangeError, Filter, Once, Query, StoreError, Stored, Transaction};

use super::kind::BY_THE_OWNER;
use super::{Feedback, FeedbackInput, FeedbackType, FeedbackView, SourceHome};
use crate::chunks::{Chunk, forget, remember};
use crate::indexing::Indexed;
use crate::{Memory, STREAM};

impl Memory {
    /// Stores an entry under the user who makes it, together with the chunk it becomes.
    pub(super) async fn create_feedback(
        &self,
        user_id: String,
        by_owner: bool,
        input: FeedbackInput,
        once: Option<Once>,
    ) -> Result<Stored<FeedbackView>, ChangeError> {
        let mut errors = FieldErrors::default();
        input.check(&mut errors);
        errors.finish()?;
        self.store
            .write(move |transaction| {
                // Nobody else may answer the same request meanwhile.
                transaction.enter(STREAM)?;
                if let Some(known) = transaction.outcome::<Feedback>(once.as_ref())? {
                    return Ok(Stored { version: 1, document: FeedbackView::new(known, None) });
                }
                let input = input.clone();
                let feedback = NewFeedback {
                    user_id: user_id.clone(),
                    by_owner,
                    original_text: input.original_text.unwrap_or_default(),
                    final_text: input.final_text,
                    feedback_type: input.feedback_type.unwrap_or(FeedbackType::Approved),
                    job_context: input.job_context.unwrap_or_default(),
                    note: input.note,
                    section_type: input.section_type,
                    source_text: input.source_text,
                    source_home: None,
                };
                let stored = give_feedback(transaction, feedback)?;
                transaction.remember(once.as_ref(), || stored.document.clone())?;
                let document = FeedbackView::new(stored.document, None);
                Ok(Stored { version: stored.version, document })
            })
            .await
    }

    /// Whether there was such an entry of the user; what belongs to others is not there.
    pub(super) async fn delete_feedback(
        &self,
        user_id: String,
        id: Id,
    ) -> Result<bool, StoreError> {
        self.store.write(move |transaction| take_back(transaction, &user_id, id)).await
    }

    /// The user's own entries, the newest first.
    pub(super) async fn list_feedback(
        &self,
        user_id: String,
        feedback_type: Option<FeedbackType>,
        page: Page,
    ) -> Result<Slice<FeedbackView>, StoreError> {
        self.store
            .read(move |transaction| {
                let mut query = Query::all().filter(Filter::equal("user_id", user_id));
                let of_type = feedback_type.map(|of| Filter::equal("feedback_type", of.name()));
                query.filters.extend(of_type);
                let slice = transaction.page::<Feedback>(&query.descending("id"), page)?;
                let Slice { items, total, limit, offset } = slice;
                let items = items
                    .into_iter()
                    .map(|stored| {
                        let vector_id = vector_of(transaction, stored.document.chunk_id)?;
                        Ok(FeedbackView::new(stored.document, vector_id))
                    })
                    .collect::<Result<_, StoreError>>()?;
                Ok(Slice { items, total, limit, offset })
            })
            .await
    }
}

/// An entry before it is stored.
#[derive(Clone, Debug)]
pub struct NewFeedback {
    pub user_id: String,
    pub by_owner: bool,
    pub original_text: String,
    pub final_text: Option<String>,
    pub feedback_type: FeedbackType,
    pub job_context: String,
    pub note: Option<String>,
    pub section_type: Option<String>,
    pub source_text: Option<String>,
    pub source_home: Option<SourceHome>,
}

/// Stores an entry and its chunk as part of a transaction.
pub fn give_feedback(
    transaction: &mut Transaction<'_>,
    given: NewFeedback,
) -> Result<Stored<Feedback>, StoreError> {
    let mut feedback = Feedback {
        id: transaction.generate_id(),
        user_id: given.user_id,
        original_text: given.original_text,
        final_text: given.final_text,
        feedback_type: given.feedback_type,
        job_context: given.job_context,
        note: given.note,
        section_type: given.section_type,
        source_text: given.source_text,
        source_home: given.source_home,
        by_owner: given.by_owner,
        chunk_id: None,
        created_at: transaction.now(),
    };
    let chunk = remember(transaction, vec![feedback.chunk()])?.pop();
    feedback.chunk_id = chunk.map(|stored| stored.document.id);
    transaction.insert(feedback)
}

/// Deletes an entry of a user and its chunk, as part of a transaction. Whether there was one.
pub fn take_back(
    transaction: &mut Transaction<'_>,
    user_id: &str,
    id: Id,
) -> Result<bool, StoreError> {
    let found = transaction.find::<Feedback>(id)?;
    let Some(feedback) = found.map(|stored| stored.document).filter(|it| it.user_id == user_id)
    else {
        return Ok(false);
    };
    forget(transaction, feedback.chunk_id.into_iter().collect())?;
    transaction.delete::<Feedback>(id)?;
    Ok(true)
}

/// What the owner has said, the newest first.
pub fn owners_feedback(
    transaction: &mut Transaction<'_>,
    most: u32,
) -> Result<Vec<Feedback>, StoreError> {
    let query = Query::all().filter(Filter::equal("by_owner", BY_THE_OWNER)).descending("id");
    let found = transaction.page::<Feedback>(&query, Page::first(most))?;
    Ok(found.items.into_iter().map(|stored| stored.document).collect())
}

/// A vector goes by the id of its chunk.
fn vector_of(
    transaction: &mut Transaction<'_>,
    chunk_id: Option<Id>,
) -> Result<Option<Id>, StoreError> {
    let Some(id) = chunk_id else { return Ok(None) };
    let Some(chunk) = transaction.find::<Chunk>(id)? else { return Ok(None) };
    Ok(Indexed::at(transaction, id, chunk.version)?.map(|_| id))
}
