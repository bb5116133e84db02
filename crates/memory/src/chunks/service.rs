use kernel::{ExpectedVersion, FieldErrors, Id, Page};
use store::outbox::Job;
use store::{ChangeError, Filter, Once, Query, StoreError, Stored};

use super::{Chunk, ChunkInput, ChunkView, Source, enqueue, forget, remember};
use crate::indexing::{IndexJob, Indexed, Reindexing, TOPIC};
use crate::{Memory, STREAM};

/// Chunks removed in one transaction, so that others get their turn in between.
const AT_A_TIME: u32 = 500;

impl Memory {
    pub(super) async fn create_chunk(
        &self,
        input: ChunkInput,
        once: Option<Once>,
    ) -> Result<Stored<ChunkView>, ChangeError> {
        let mut errors = FieldErrors::default();
        input.check_complete(&mut errors);
        let checked = input.check(&mut errors);
        errors.finish()?;
        let new = checked.into_new().expect("an incomplete input was refused just above");
        self.store
            .write(move |transaction| {
                // Nobody else may answer the same request meanwhile.
                transaction.enter(STREAM)?;
                if let Some(known) = transaction.outcome::<Chunk>(once.as_ref())? {
                    return Ok(Stored { version: 1, document: ChunkView::new(known, None) });
                }
                let stored = remember(transaction, vec![new.clone()])?.pop();
                let stored = stored.expect("as many come back as went in");
                transaction.remember(once.as_ref(), || stored.document.clone())?;
                // Not indexed yet, whatever was indexed before: the job that does it is written
                // with it.
                let document = ChunkView::new(stored.document, None);
                Ok(Stored { version: stored.version, document })
            })
            .await
    }

    pub(super) async fn get_chunk(&self, id: Id) -> Result<Stored<ChunkView>, StoreError> {
        self.store
            .read(move |transaction| {
                let stored = transaction.get::<Chunk>(id)?;
                let Stored { version, document } = stored;
                let indexed_at = Indexed::at(transaction, id, version)?;
                Ok(Stored { version, document: ChunkView::new(document, indexed_at) })
            })
            .await
    }

    pub(super) async fn update_chunk(
        &self,
        id: Id,
        input: ChunkInput,
        expected: ExpectedVersion,
    ) -> Result<Stored<ChunkView>, ChangeError> {
        let mut errors = FieldErrors::default();
        let checked = input.check(&mut errors);
        errors.finish()?;
        self.store
            .write(move |transaction| {
                let mut stored = transaction.get::<Chunk>(id)?;
                expected.check(stored.version)?;
                checked.clone().apply(&mut stored.document, transaction.now());
                let stored = transaction.replace(stored)?;
                enqueue(transaction, vec![id])?;
                // The vector belongs to the version that was replaced.
                let document = ChunkView::new(stored.document, None);
                Ok(Stored { version: stored.version, document })
            })
            .await
    }

    pub(super) async fn delete_chunk(
        &self,
        id: Id,
        expected: ExpectedVersion,
    ) -> Result<(), ChangeError> {
        self.store
            .write(move |transaction| {
                let stored = transaction.get::<Chunk>(id)?;
                expected.check(stored.version)?;
                forget(transaction, vec![id])?;
                Ok(())
            })
            .await
    }

    /// Removes all chunks of a source that exist now, and tells how many they were.
    pub(super) async fn clear_source(&self, source: Source) -> Result<u64, StoreError> {
        let mut gone = 0;
        // What is written while this runs stays.
        let last: Option<Id> = self.newest_of(source).await?;
        let Some(last) = last else { return Ok(0) };
        loop {
            let part: u64 = self
                .store
                .write(move |transaction| {
                    let query = Query::all().filter(Filter::equal("source", source.name()));
                    // Always the first page: what was on it before is gone.
                    let chunks = transaction.page::<Chunk>(&query, Page::first(AT_A_TIME))?;
                    let ids = chunks.items.iter().map(|stored| stored.document.id);
                    // Ids grow with time, so this keeps what came after the request.
                    forget(transaction, ids.filter(|id| *id <= last).collect())
                })
                .await?;
            if part == 0 {
                return Ok(gone);
            }
            gone += part;
        }
    }

    async fn newest_of(&self, source: Source) -> Result<Option<Id>, StoreError> {
        let query = Query::all().filter(Filter::equal("source", source.name())).descending("id");
        let newest = self.store.page::<Chunk>(query, Page::first(1)).await?;
        Ok(newest.items.first().map(|stored| stored.document.id))
    }

    /// Leaves the making of new vectors for later; tells how many chunks that concerns.
    pub async fn reindex(&self, source: Option<Source>) -> Result<u64, StoreError> {
        self.store
            .write(move |transaction| {
                let filters = source.map(|source| Filter::equal("source", source.name()));
                let queued = transaction.count::<Chunk>(filters.as_slice())?;
                // Nothing to do is no job. A queue of empty jobs would hide the real ones.
                if queued > 0 {
                    let number = Reindexing::ask(transaction)?;
                    let job = Job::new(TOPIC, IndexJob::Rebuild { source, number });
                    transaction.enqueue(job.expect("a source is plain text"))?;
                }
                Ok(queued)
            })
            .await
    }
}
