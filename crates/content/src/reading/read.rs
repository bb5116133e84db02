use kernel::Id;
use store::{Revision, StoreError};

use super::Changed;
use crate::Content;
use crate::html::{Block, blocks};
use crate::items::{ContentType, Item};
use crate::tree::Sight;

/// What an item says to everybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub id: Id,
    pub content_type: ContentType,
    pub title: String,
    pub tags: Vec<String>,
    pub technologies: Vec<String>,
    pub blocks: Vec<Block>,
}

#[derive(Debug, thiserror::Error)]
pub enum ReadingError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the item keeps changing while it is read")]
    Restless,
}

/// How often to look again when the item changes under our hands.
const ATTEMPTS: u32 = 4;

impl Content {
    /// The items a change concerns, deleted ones too.
    pub async fn changed_items(&self, changed: &Changed) -> Result<Vec<Id>, StoreError> {
        self.catch_up().await?;
        Ok(self.read(|tree| {
            let below = changed.sections.iter().flat_map(|section| tree.subtree(*section));
            let in_sections = below.flat_map(|node| tree.list(Some(node.section().id)));
            let everything = tree.items().filter(|_| changed.everything);
            let cards = in_sections.chain(everything).map(|card| card.document.id);
            let mut ids: Vec<Id> = changed.items.iter().copied().chain(cards).collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        }))
    }

    /// What an item says to everybody at a revision of the content; nothing when it is a draft,
    /// deleted, or below a section that is either.
    pub async fn read_published(
        &self,
        id: Id,
    ) -> Result<(Revision, Option<Reading>), ReadingError> {
        for _ in 0..ATTEMPTS {
            self.catch_up().await?;
            let view = self.tree();
            let tree = &view.content;
            let shown = tree.item(id).filter(|card| tree.shows(&card.document, Sight::Published));
            let Some(card) = shown else { return Ok((view.revision, None)) };
            let body = self.0.bodies.find(id).await?;
            if let Some(body) = body.filter(|body| body.item_version == card.version) {
                return Ok((view.revision, Some(read(&card.document, &body.html))));
            }
        }
        Err(ReadingError::Restless)
    }
}

fn read(item: &Item, html: &str) -> Reading {
    let mut blocks = blocks(html);
    // Pictures without a text still have something to say.
    let caption = item.extra.caption.iter().filter(|caption| !caption.is_empty());
    blocks.extend(caption.map(|caption| Block::Paragraph(caption.clone())));
    Reading {
        id: item.id,
        content_type: item.content_type,
        title: item.title.clone(),
        tags: item.tags.clone(),
        technologies: item.extra.technologies.clone(),
        blocks,
    }
}
