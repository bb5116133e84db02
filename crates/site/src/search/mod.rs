//! Finding things on the site: by the words of titles and tags, and by words and meaning of the
//! texts. Hits are chunks of published writing; each is looked up in the reading room, so that
//! nothing shows that this reader may not see, and counts only while all of it stands there.

mod marks;
mod passage;
mod spelling;
mod standing;

use std::collections::HashMap;

use content::items::ContentType;
use content::reading::{ItemRef, Items, Reading};
use kernel::{Id, Page};
use memory::Memory;
use memory::chunks::{Origin, Source, WRITING};
use memory::search::{Mode, SearchError, SearchFilter, Whose};

pub(crate) use marks::{Words, mark};
pub(crate) use passage::passage;
pub(crate) use spelling::nearest_spelling;
pub(crate) use standing::Standing;

use crate::Site;

/// No question is longer, in characters.
pub(crate) const LONGEST_QUERY: usize = 200;
/// Chunks that are looked at. Several can belong to one thing.
const DEPTH: usize = 60;
/// Things whose title or tags hold the words.
const BY_TITLE: u32 = 30;
/// From here on a passage that shares no word is about the same.
const SAME_MEANING: f32 = 0.38;
/// From here on two texts have enough in common to be read one after the other.
const RELATED: f32 = 0.3;

/// A thing that was found, and the passage that shows why.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FoundItem {
    pub(crate) id: Id,
    pub(crate) content_type: ContentType,
    /// Of the text; empty where the title was enough.
    pub(crate) passage: String,
}

/// What was found for a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Results {
    pub(crate) found: Vec<FoundItem>,
    /// Where nothing was: a spelling near to the question, and how much it finds.
    pub(crate) near: Option<(String, usize)>,
    /// The search itself did not answer.
    pub(crate) failed: bool,
}

/// What a question finds, best first, each thing once.
pub(crate) async fn search(
    site: &Site,
    reading: &Reading,
    query: &str,
) -> Result<Vec<FoundItem>, SearchError> {
    let filter = SearchFilter {
        // What is published, and nobody's voice. A search may never find a chunk that belongs to a
        // user.
        sources: vec![Source::Blog],
        whose: Whose::TheSites,
        ..SearchFilter::default()
    };
    let wings = &site.0.wings;
    let results = wings.memory.search(query, Mode::Hybrid, filter, DEPTH).await?;
    // Nearest by meaning is always something. Below this it has nothing to do with the question.
    let is_close = |score: f32| score >= SAME_MEANING;
    let hits = results
        .found
        .iter()
        .filter(|hit| hit.keyword_score.is_some() || hit.vector_score.is_some_and(is_close));
    let of_items = hits.filter_map(|hit| {
        let origin = hit.chunk.origin.as_ref()?;
        Some((reading.item(origin.id)?, hit.chunk.text.as_str()))
    });
    let hits: Vec<(ItemRef<'_>, &str)> = of_items.collect();
    let standing = site.0.standing.of(&wings.content, &hits).await?;
    let words = Words::of(query);
    let mut found: Vec<FoundItem> = Vec::new();
    let mut places: HashMap<Id, usize> = HashMap::new();
    let mut add = |item: ItemRef<'_>, passage: String| {
        let place = *places.entry(item.id).or_insert_with(|| {
            found.push(FoundItem {
                id: item.id,
                content_type: item.content_type,
                passage: String::new(),
            });
            found.len() - 1
        });
        // The first passage is that of the best hit.
        if found[place].passage.is_empty() {
            found[place].passage = passage;
        }
    };
    // Whoever asks for a title wants that first.
    let wanted = Items { text: Some(query), ..Items::default() };
    for item in reading.items(&wanted, Page { limit: BY_TITLE, offset: 0 }).items {
        add(item, String::new());
    }
    for ((item, chunk), _) in hits.into_iter().zip(standing).filter(|(_, stands)| *stands) {
        add(item, passage(chunk, &words));
    }
    Ok(found)
}

/// Things like this one, the closest first.
pub(crate) async fn related(
    memory: &Memory,
    reading: &Reading,
    item: ItemRef<'_>,
    limit: usize,
) -> Result<Vec<Id>, SearchError> {
    let filter = SearchFilter {
        sources: vec![Source::Blog],
        whose: Whose::TheSites,
        ..SearchFilter::default()
    };
    let results = memory.search_like(Origin::new(WRITING, item.id), filter, DEPTH).await?;
    let mut ids: Vec<Id> = Vec::new();
    for hit in results.found {
        let is_close = hit.vector_score.is_some_and(|score| score >= RELATED);
        let origin = hit.chunk.origin.as_ref().map(|origin| origin.id);
        let other = origin.filter(|id| !ids.contains(id) && is_close);
        if let Some(id) = other.filter(|id| reading.item(*id).is_some()) {
            ids.push(id);
        }
        if ids.len() == limit {
            break;
        }
    }
    Ok(ids)
}
