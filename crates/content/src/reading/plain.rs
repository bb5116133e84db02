use kernel::{Id, Timestamp};
use store::{Revision, StoreError};

use super::body::ReadingError;
use super::entry::ItemRef;
use crate::Content;
use crate::changed::Changed;
use crate::html::{Block, blocks};
use crate::items::{ContentType, Item};
use crate::reader::{Reader, appears_at};

/// What an item says to everybody, as plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainItem {
    pub id: Id,
    pub content_type: ContentType,
    pub title: String,
    pub tags: Vec<String>,
    pub technologies: Vec<String>,
    pub blocks: Vec<Block>,
}

/// What is known about an item for everybody at a revision of the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    pub revision: Revision,
    /// Nothing when it is a draft, deleted, not yet published, or below a section that is hidden.
    pub item: Option<PlainItem>,
    /// When it is to be published, if that is still to come. Nobody writes at that moment, so
    /// whoever follows has to look again by then.
    pub appears_at: Option<Timestamp>,
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

    /// What an item says to everybody.
    pub async fn read_published(&self, id: Id) -> Result<Published, ReadingError> {
        for _ in 0..ATTEMPTS {
            // A job may run on a node that has not seen the change it tells of.
            self.catch_up().await?;
            let reading = self.reading(Reader::Public);
            let revision = reading.revision();
            let Some(item) = reading.item(id) else {
                let card = reading.tree().item(id);
                // Still to come: the follower must look again at that date, since no write will
                // wake it.
                let appears_at = card.and_then(|card| appears_at(&card.document, reading.now()));
                return Ok(Published { revision, item: None, appears_at });
            };
            let body = self.0.bodies.find(id).await?;
            if let Some(body) = body.filter(|body| body.item_version == item.version()) {
                let item = Some(plain(item.item(), &body.html));
                return Ok(Published { revision, item, appears_at: None });
            }
        }
        Err(ReadingError::Restless)
    }

    /// What an item says at the moment of a reading. Nothing where it has been written since.
    pub async fn body_of(&self, item: ItemRef<'_>) -> Result<Option<String>, StoreError> {
        let body = self.0.bodies.find(item.id).await?;
        Ok(body.filter(|body| body.item_version == item.version()).map(|body| body.html))
    }

    /// Announces a change of an item when its date comes.
    pub async fn announce_at(&self, id: Id, date: Timestamp) -> Result<(), StoreError> {
        let changed = Changed { items: vec![id], ..Changed::default() };
        self.0.store.write(move |transaction| changed.announce_at(transaction, date)).await
    }
}

/// An item and its sanitised body as plain text.
pub fn plain(item: &Item, html: &str) -> PlainItem {
    let mut blocks = blocks(html);
    // Pictures without a text still have something to say.
    let caption = item.extra.caption.iter().filter(|caption| !caption.is_empty());
    blocks.extend(caption.map(|caption| Block::Paragraph(caption.clone())));
    PlainItem {
        id: item.id,
        content_type: item.content_type,
        title: item.title.clone(),
        tags: item.tags.clone(),
        technologies: item.extra.technologies.clone(),
        blocks,
    }
}
