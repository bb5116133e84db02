use kernel::{Id, Page, Slice};
use store::{Filter, Query, StoreError, Stored, Transaction};

use super::{Chunk, ChunkType, ChunkView, Purpose, Source};
use crate::Memory;
use crate::indexing::Indexed;

/// Which chunks are wanted; all conditions hold together.
#[derive(Clone, Debug, Default)]
pub struct ChunkFilter {
    pub source: Option<Source>,
    pub chunk_type: Option<ChunkType>,
    pub purpose: Option<Purpose>,
    /// Only chunks with this text in them; letter case does not matter.
    pub text: Option<String>,
}

/// Chunks held in memory at a time while a text is looked for.
const AT_A_TIME: u32 = 500;

impl ChunkFilter {
    fn conditions(&self) -> Vec<Filter> {
        let source = self.source.map(|source| Filter::equal("source", source.name()));
        let of_type = self.chunk_type.map(|of| Filter::equal("chunk_type", of.name()));
        let purpose = self.purpose.map(|purpose| Filter::equal(purpose.name(), true));
        [source, of_type, purpose].into_iter().flatten().collect()
    }
}

impl Memory {
    /// The newest first.
    pub async fn list_chunks(
        &self,
        filter: ChunkFilter,
        page: Page,
    ) -> Result<Slice<ChunkView>, StoreError> {
        self.store
            .read(move |transaction| {
                let filters = filter.conditions();
                let query = Query { filters, ..Query::all() }.descending("id");
                let slice = match filter.text.as_deref().filter(|text| !text.is_empty()) {
                    None => transaction.page::<Chunk>(&query, page)?,
                    Some(text) => containing(transaction, query, text, page)?,
                };
                let Slice { items, total, limit, offset } = slice;
                let items = views(transaction, items)?;
                Ok(Slice { items, total, limit, offset })
            })
            .await
    }
}

/// Chunks as clients see them, in the same order.
pub(crate) fn views(
    transaction: &mut Transaction<'_>,
    chunks: Vec<Stored<Chunk>>,
) -> Result<Vec<ChunkView>, StoreError> {
    let indexed = Indexed::of_all(transaction, &chunks)?;
    let view = |stored: Stored<Chunk>| {
        let indexed_at = indexed.get(&stored.document.id).copied();
        ChunkView::new(stored.document, indexed_at)
    };
    Ok(chunks.into_iter().map(view).collect())
}

/// Texts are no keys, so every chunk is looked at, a few at a time.
fn containing(
    transaction: &mut Transaction<'_>,
    query: Query,
    text: &str,
    page: Page,
) -> Result<Slice<Stored<Chunk>>, StoreError> {
    let text = text.to_lowercase();
    let (mut items, mut total) = (Vec::new(), 0);
    let mut last: Option<Id> = None;
    loop {
        let mut part = query.clone();
        part.filters.extend(last.map(|id| Filter::below("id", id)));
        let chunks = transaction.page::<Chunk>(&part, Page::first(AT_A_TIME))?.items;
        let Some(end) = chunks.last() else { break };
        last = Some(end.document.id);
        for chunk in chunks {
            if chunk.document.text.to_lowercase().contains(&text) {
                if total >= page.offset && items.len() < page.limit as usize {
                    items.push(chunk);
                }
                total += 1;
            }
        }
    }
    Ok(Slice { items, total, limit: page.limit, offset: page.offset })
}
