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

/// Texts are no keys, so the database looks at every chunk. It passes on those that may hold the
/// text, a few at a time, and they are looked at closely here.
fn containing(
    transaction: &mut Transaction<'_>,
    query: Query,
    text: &str,
    page: Page,
) -> Result<Slice<Stored<Chunk>>, StoreError> {
    let text = text.to_lowercase();
    // May be empty when nothing of the text is plain. Then every chunk is looked at here, which is
    // slow and right.
    let sieve = plain_part(&text);
    let (mut items, mut total) = (Vec::new(), 0);
    let mut last: Option<Id> = None;
    loop {
        let mut part = query.clone();
        // By id and not by offset: an offset would read everything before it again.
        part.filters.extend(last.map(|id| Filter::below("id", id)));
        let chunks = transaction.list_holding::<Chunk>(&part, sieve, AT_A_TIME)?;
        let Some(end) = chunks.last() else { break };
        last = Some(end.document.id);
        for chunk in chunks {
            if chunk.document.text.to_lowercase().contains(&text) {
                // Counting goes on after the page is full, for the total.
                if total >= page.offset && items.len() < page.limit as usize {
                    items.push(chunk);
                }
                total += 1;
            }
        }
    }
    Ok(Slice { items, total, limit: page.limit, offset: page.offset })
}

/// The longest part of a lowercase text that stands in a stored chunk as it is. Quotes and
/// backslashes are stored otherwise; `i` and `k` are also the small forms of two letters outside
/// ASCII.
fn plain_part(text: &str) -> &str {
    let is_plain =
        |c: char| (c.is_ascii_graphic() || c == ' ') && !matches!(c, '"' | '\\' | 'i' | 'k');
    text.split(|c| !is_plain(c)).max_by_key(|part| part.len()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sieve_is_a_part_of_the_text_that_every_match_holds() {
        assert_eq!(plain_part("the lake"), "the la");
        assert_eq!(plain_part("a \"boat\" here"), " here");
        assert_eq!(plain_part("größe der boote"), "e der boote");
        assert_eq!(plain_part("ki"), "");
        // The two letters that the sieve must not ask for.
        for (letter, small) in [('\u{212a}', 'k'), ('\u{130}', 'i')] {
            assert_eq!(letter.to_lowercase().next(), Some(small));
        }
        let others = ('\u{80}'..=char::MAX).filter(|c| !matches!(c, '\u{212a}' | '\u{130}'));
        assert!(others.flat_map(char::to_lowercase).all(|c| !c.is_ascii()));
    }
}
