//! Published writing becomes chunks, and stops being chunks when it is no longer published. The
//! content tells that something has changed and what it says now; the memory keeps what follows.
//! Neither knows the other.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use content::Content;
use content::items::ContentType;
use content::reading::{self, CHANGED, Changed, PlainItem, Published, SCHEDULED};
use kernel::Id;
use memory::Memory;
use memory::chunks::{ChunkType, Metadata, NewChunk, Origin, Purpose, Source, WRITING};
use memory::derived::{Block, passages};
use store::outbox::{Claimed, Handler, JobError};

pub(super) struct RememberWriting {
    pub(super) content: Content,
    pub(super) memory: Memory,
}

impl Handler for RememberWriting {
    fn topic(&self) -> &'static str {
        CHANGED
    }

    fn run<'a>(
        &'a self,
        job: &'a Claimed,
    ) -> Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>> {
        Box::pin(async move {
            let changed: Changed = serde_json::from_value(job.payload.clone())
                .map_err(|_| JobError::Fail("is no job of this topic".to_owned()))?;
            for id in self.content.changed_items(&changed).await.map_err(later)? {
                self.look_at(id).await?;
            }
            Ok(())
        })
    }

    /// A section may hold thousands of items. What is done when time runs out stays done.
    fn longest_attempt(&self) -> Duration {
        Duration::from_secs(10 * 60)
    }
}

/// The same for writing whose date has come.
pub(super) struct RememberScheduled(pub(super) RememberWriting);

impl Handler for RememberScheduled {
    fn topic(&self) -> &'static str {
        SCHEDULED
    }

    fn run<'a>(
        &'a self,
        job: &'a Claimed,
    ) -> Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>> {
        self.0.run(job)
    }

    fn longest_attempt(&self) -> Duration {
        self.0.longest_attempt()
    }
}

impl RememberWriting {
    async fn look_at(&self, id: Id) -> Result<(), JobError> {
        let Published { revision, item, appears_at } =
            self.content.read_published(id).await.map_err(later)?;
        // A text with a date in the future: nothing will write then, so the job comes back by
        // itself.
        if let Some(date) = appears_at {
            self.content.announce_at(id, date).await.map_err(later)?;
        }
        // None at all when it is not published, which removes those that were.
        let chunks = item.map(|item| chunks(&item)).unwrap_or_default();
        let origin = Origin::new(WRITING, id);
        // With the revision, so a slow job does not bring an older text back over a newer one.
        self.memory.follow_original(origin, revision.number(), chunks).await.map_err(later)
    }
}

fn later(error: impl std::error::Error) -> JobError {
    JobError::Retry(error.to_string())
}

fn chunks(item: &PlainItem) -> Vec<NewChunk> {
    let blocks: Vec<Block> = item
        .blocks
        .iter()
        .map(|block| match block {
            reading::Block::Heading(text) => Block::Heading(text.clone()),
            reading::Block::Paragraph(text) => Block::Paragraph(text.clone()),
        })
        .collect();
    // A project tells what was built with what; other writing tells how its author thinks.
    let (chunk_type, purpose) = match item.content_type {
        ContentType::Project => {
            (ChunkType::SkillContext, vec![Purpose::Facts, Purpose::Personality])
        }
        ContentType::Story | ContentType::Page | ContentType::Image => {
            (ChunkType::Meta, vec![Purpose::Personality])
        }
    };
    let metadata = metadata(item);
    passages(&item.title, &blocks)
        .into_iter()
        .map(|text| NewChunk {
            text,
            source: Source::Blog,
            chunk_type,
            purpose: purpose.clone(),
            metadata: metadata.clone(),
            origin: None,
            user_id: None,
        })
        .collect()
}

fn metadata(item: &PlainItem) -> Metadata {
    let mut metadata = Metadata::new();
    metadata.insert("content_type".to_owned(), item.content_type.name().into());
    metadata.insert("title".to_owned(), item.title.clone().into());
    for (key, words) in [("tags", &item.tags), ("technologies", &item.technologies)] {
        if !words.is_empty() {
            metadata.insert(key.to_owned(), words.clone().into());
        }
    }
    metadata
}
