//! Videos go to the store as they come, but for what they tell about where, when and by whom they
//! were made: that is overwritten on the way. Size and duration are read from the container, by
//! looking into what has been stored.

use std::io::{self, Read, Seek, SeekFrom};

use bytes::Bytes;
use kernel::Id;
use pixels::{Format, VideoCleaner, VideoFacts, probe_video};
use tokio::runtime::Handle;
use xxhash_rust::xxh3::Xxh3;

use super::MadeFile;
use crate::blobs::{Blobs, Writing};
use crate::unfinished::Undertaking;
use crate::{Media, MediaError, layout};

/// A video that is stored and understood, and has no record yet.
#[derive(Debug)]
pub(crate) struct StoredVideo {
    pub(crate) undertaking: Undertaking,
    pub(crate) file: MadeFile,
    pub(crate) duration: Option<f64>,
}

/// A video on its way to the store.
pub(super) struct VideoWriter<'a> {
    media: &'a Media,
    undertaking: Undertaking,
    writing: Writing,
    cleaner: VideoCleaner,
    format: Format,
    file: String,
    bytes: u64,
    hash: Xxh3,
}

impl<'a> VideoWriter<'a> {
    pub(super) async fn begin(
        media: &'a Media,
        format: Format,
        stem: &str,
    ) -> Result<Self, MediaError> {
        // Refuses what it cannot clean before anything is stored.
        let cleaner = VideoCleaner::new(format)?;
        let id = Id::generate(media.store.clock(), media.store.randomness());
        let undertaking = media.undertake(id).await?;
        let ending = if format == Format::WebM { "webm" } else { "mp4" };
        let file = format!("{stem}.{ending}");
        let writing = media.blobs.write(&layout::file(id, &file)).await?;
        let hash = Xxh3::new();
        Ok(Self { media, undertaking, writing, cleaner, format, file, bytes: 0, hash })
    }

    pub(super) async fn add(&mut self, chunk: Bytes) -> Result<(), MediaError> {
        let limit = self.media.most_video_bytes;
        self.bytes += chunk.len() as u64;
        // Counted as it comes. A declared length is only a promise.
        if self.bytes > limit {
            return Err(MediaError::TooLarge { limit });
        }
        let clean = self.cleaner.add(&chunk)?;
        self.write(clean).await
    }

    async fn write(&mut self, clean: Vec<u8>) -> Result<(), MediaError> {
        self.hash.update(&clean);
        Ok(self.writing.add(clean.into()).await?)
    }

    pub(super) async fn finish(mut self) -> Result<StoredVideo, MediaError> {
        let rest = self.cleaner.finish();
        self.write(rest).await?;
        self.undertaking.end(self.writing).await?;
        let key = layout::file(self.undertaking.id(), &self.file);
        // What was stored is looked at, not what was sent: the cleaner may have changed it.
        let facts = probe(self.media.blobs.clone(), key, self.bytes).await?;
        let file = MadeFile {
            variant: "full".to_owned(),
            file: self.file,
            media_type: self.format.media_type().to_owned(),
            width: facts.width,
            height: facts.height,
            bytes: self.bytes,
            hash: self.hash.digest(),
        };
        let duration = facts.duration.map(|duration| duration.as_secs_f64());
        Ok(StoredVideo { undertaking: self.undertaking, file, duration })
    }
}

async fn probe(blobs: Blobs, key: String, size: u64) -> Result<VideoFacts, MediaError> {
    let runtime = Handle::current();
    let probing = tokio::task::spawn_blocking(move || {
        let mut reader = BlobReader { blobs, key, size, runtime, at: 0, block: None, fetched: 0 };
        probe_video(&mut reader)
    });
    Ok(probing.await??)
}

const BLOCK: u64 = 64 * 1024;
/// A container scattered over more blocks than this is not worth the requests.
const MOST_BLOCKS: u32 = 200;

/// Reads a stored file block by block, from a thread that may block.
struct BlobReader {
    blobs: Blobs,
    key: String,
    size: u64,
    runtime: Handle,
    at: u64,
    block: Option<(u64, Bytes)>,
    fetched: u32,
}

impl BlobReader {
    fn block_at(&mut self, at: u64) -> io::Result<Bytes> {
        let start = at / BLOCK * BLOCK;
        if let Some((held, bytes)) = &self.block
            && *held == start
        {
            return Ok(bytes.clone());
        }
        self.fetched += 1;
        if self.fetched > MOST_BLOCKS {
            return Err(io::Error::other("the container is too scattered"));
        }
        let range = start..self.size.min(start + BLOCK);
        let bytes = self.runtime.block_on(self.blobs.read_range(&self.key, range));
        let bytes = bytes.map_err(io::Error::other)?;
        self.block = Some((start, bytes.clone()));
        Ok(bytes)
    }
}

impl Read for BlobReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.size {
            return Ok(0);
        }
        let block = self.block_at(self.at)?;
        let offset = usize::try_from(self.at % BLOCK).map_err(io::Error::other)?;
        let count = block.get(offset..).unwrap_or_default().read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for BlobReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => i128::from(at),
            SeekFrom::End(offset) => i128::from(self.size) + i128::from(offset),
            SeekFrom::Current(offset) => i128::from(self.at) + i128::from(offset),
        };
        self.at = u64::try_from(at).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}
