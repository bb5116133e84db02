use std::borrow::Cow;

use kernel::{Id, SitePath};
use store::StoreError;

use super::entry::ItemRef;
use super::moment::Reading;
use crate::Content;
use crate::items::render::Rendered;
use crate::reader::Reader;

/// An item with its body, at the moment at which both belong together.
#[derive(Clone, Debug)]
pub struct ReadItem {
    reading: Reading,
    id: Id,
    pub(crate) rendered: Rendered,
}

#[derive(Debug, thiserror::Error)]
pub enum ReadingError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the item keeps changing while it is read")]
    Restless,
}

impl ReadItem {
    /// The moment of the content that the item was read at.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    pub fn item(&self) -> ItemRef<'_> {
        self.reading.item(self.id).expect("it was chosen among what this reading shows")
    }

    /// The sanitised HTML.
    pub fn html(&self) -> Cow<'_, str> {
        self.rendered.html()
    }
}

/// How often to look again when the item changes under our hands.
const ATTEMPTS: u32 = 4;

impl Content {
    /// Chooses an item with `choose` and reads it whole, with at most one look into the database
    /// and none when its body is in memory. Nothing when `choose` finds nothing.
    ///
    /// A body of another version than the card is not used: between the two the item may have
    /// become a draft. Then `choose` is asked again, of a later moment.
    pub async fn read_item(
        &self,
        reader: Reader,
        choose: impl Fn(&Reading) -> Option<Id>,
    ) -> Result<Option<ReadItem>, ReadingError> {
        // Each round takes a new moment. That an item is written between card and body is rare,
        // four times in a row it is not chance.
        for _ in 0..ATTEMPTS {
            let reading = self.reading(reader);
            let Some(item) = choose(&reading).and_then(|id| reading.item(id)) else {
                return Ok(None);
            };
            let (id, path) = (item.id, item.address());
            if let Some(rendered) = self.rendered(&path, item) {
                return Ok(Some(ReadItem { reading, id, rendered }));
            }
            let body = self.0.bodies.find(item.id).await?;
            // The body of another version may hold what became a draft in between.
            if let Some(body) = body.filter(|body| body.item_version == item.version()) {
                let rendered = Rendered::write(item, &body.html);
                self.0.bodies.keep(&path, &reading, id, rendered.clone());
                return Ok(Some(ReadItem { reading, id, rendered }));
            }
            // The body is ahead of our tree: another node has written. Waiting for that write is
            // enough.
            self.catch_up().await?;
        }
        Err(ReadingError::Restless)
    }

    /// The written answer for an item that is found at a path, when it is in memory.
    pub(crate) fn rendered(&self, path: &SitePath, item: ItemRef<'_>) -> Option<Rendered> {
        let state = item.section().map_or(0, |section| section.node().state);
        self.0.bodies.rendered(path, item.reading(), (item.id, item.version(), state))
    }
}
