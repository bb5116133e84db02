use std::collections::HashMap;
use std::sync::Arc;

use content::Content;
use content::reading::{Block, ItemRef, PlainItem, plain};
use kernel::Id;
use quick_cache::sync::Cache;
use store::StoreError;
use xxhash_rust::xxh3::xxh3_128;

use crate::work::work;

/// Some fifty bytes each; a large site has as many passages.
const MOST_KEPT: usize = 50_000;

/// Which passages of the index stand in their things as these are now. The index follows a change by a job, so for a
/// moment it knows words that were taken out.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    /// By a passage and the version of its thing, so nothing has to be thrown away.
    kept: Arc<Cache<u128, bool>>,
}

impl Default for Standing {
    fn default() -> Self {
        Self { kept: Arc::new(Cache::new(MOST_KEPT)) }
    }
}

impl Standing {
    /// Whether each of these does. What was written after this reading stands nowhere in it.
    pub(crate) async fn of(
        &self,
        content: &Content,
        passages: &[(ItemRef<'_>, &str)],
    ) -> Result<Vec<bool>, StoreError> {
        let keys: Vec<u128> = passages.iter().map(|(item, passage)| key(*item, passage)).collect();
        let mut known: HashMap<u128, bool> = HashMap::new();
        let mut asked: HashMap<Id, (ItemRef<'_>, Vec<(u128, String)>)> = HashMap::new();
        for (key, (item, passage)) in keys.iter().zip(passages) {
            match self.kept.get(key) {
                Some(stands) => {
                    known.insert(*key, stands);
                }
                None => {
                    let (_, of_item) = asked.entry(item.id).or_insert((*item, Vec::new()));
                    of_item.push((*key, (*passage).to_owned()));
                }
            }
        }
        // One text in memory at a time: each may be a book.
        for (item, of_item) in asked.into_values() {
            let Some(body) = content.body_of(item).await? else { continue };
            let item = item.item().clone();
            let looking = work(move || {
                let now = plain(&item, &body);
                let stands = |(key, passage): (u128, String)| (key, stands_in(&now, &passage));
                of_item.into_iter().map(stands).collect::<Vec<_>>()
            });
            for (key, stands) in looking.await.map_err(|_| StoreError::Panicked)? {
                self.kept.insert(key, stands);
                known.insert(key, stands);
            }
        }
        Ok(keys.iter().map(|key| known.get(key).copied().unwrap_or(false)).collect())
    }
}

fn key(item: ItemRef<'_>, passage: &str) -> u128 {
    xxh3_128(format!("{} {} {passage}", item.id, item.version()).as_bytes())
}

/// Whether all of a chunk is said: its title, the heading it stands under, each of its paragraphs or the part of one that
/// it is. Not whether the same chunks would be made today, as an update may cut texts in other places.
fn stands_in(now: &PlainItem, chunk: &str) -> bool {
    let Some((context, text)) = chunk.split_once("\n\n") else { return false };
    let is_heading = |text: &str| {
        let mut blocks = now.blocks.iter();
        // Long ones are shortened.
        blocks.any(|block| matches!(block, Block::Heading(known) if known.starts_with(text)))
    };
    let is_context = match context.strip_prefix(now.title.as_str()) {
        Some("") => true,
        Some(rest) => rest.strip_prefix(": ").is_some_and(is_heading),
        None => false,
    };
    let is_said = |text: &str| {
        let mut blocks = now.blocks.iter();
        blocks.any(|block| matches!(block, Block::Paragraph(known) if known.contains(text)))
    };
    is_context && text.split("\n\n").all(is_said)
}

#[cfg(test)]
mod tests {
    use content::items::ContentType;
    use memory::derived;

    use super::*;

    fn item(title: &str, blocks: &[Block]) -> PlainItem {
        PlainItem {
            id: "01939b1e-7c00-7abc-8def-0123456789ab".parse().expect("an id"),
            content_type: ContentType::Story,
            title: title.to_owned(),
            tags: Vec::new(),
            technologies: Vec::new(),
            blocks: blocks.to_vec(),
        }
    }

    #[test]
    fn every_passage_that_is_made_of_a_text_stands_in_it() {
        let heading = Block::Heading(format!("On {}", "long ".repeat(100).trim_end()));
        let sentence = format!("{}.", ["word"; 19].join(" "));
        let long = Block::Paragraph(vec![sentence.as_str(); 60].join(" "));
        let glued = Block::Paragraph("x".repeat(9000));
        // A caption keeps its lines.
        let lines = Block::Paragraph("One.\n\nTwo.\n  Three.".to_owned());
        let blocks = [long.clone(), heading, glued, lines, long];
        let of_memory: Vec<derived::Block> = blocks
            .iter()
            .map(|block| match block {
                Block::Heading(text) => derived::Block::Heading(text.clone()),
                Block::Paragraph(text) => derived::Block::Paragraph(text.clone()),
            })
            .collect();
        for title in ["Plates", "Plates: glass", "a: b: c"] {
            let made = derived::passages(title, &of_memory);
            assert!(made.len() > 8);
            let now = item(title, &blocks);
            for passage in &made {
                assert!(stands_in(&now, passage), "{passage}");
            }
        }
    }

    #[test]
    fn a_passage_does_not_stand_where_any_of_it_is_gone() {
        let paragraph = |text: &str| Block::Paragraph(text.to_owned());
        let now = item("Plates", &[Block::Heading("Glass".to_owned()), paragraph("One two.")]);
        for said in ["Plates\n\nOne two.", "Plates: Glass\n\nOne two.", "Plates\n\nOne"] {
            assert!(stands_in(&now, said), "{said}");
        }
        for gone in [
            "Plates\n\nOne two.\n\nThree.",
            "Plates\n\nTwo",
            "Plates: Paper\n\nOne two.",
            "Plates: One\n\nOne two.",
            "Old plates\n\nOne two.",
            "Plates of glass\n\nOne two.",
            "Plates\n\nGlass",
            "Plates",
            "",
        ] {
            assert!(!stands_in(&now, gone), "{gone}");
        }
    }
}
