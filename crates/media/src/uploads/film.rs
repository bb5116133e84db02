//! Films go to the store as they come and are served as they came. Only the container is read, for
//! size and duration, by looking into what has been stored.

use std::io::{self, Read, Seek, SeekFrom};

use bytes::Bytes;
use edge::Problem;
use kernel::Id;
use pixels::{Format, VideoFacts, probe_video};
use tokio::runtime::Handle;
use xxhash_rust::xxh3::Xxh3;

use super::{MadeFile, UploadError};
use crate::blobs::{Blobs, Writing};
use crate::unfinished::Undertaking;
use crate::{Media, layout};

/// A film that is stored and understood, and has no record yet.
#[derive(Debug)]
pub(crate) struct Film {
    pub(crate) undertaking: Undertaking,
    pub(crate) file: MadeFile,
    pub(crate) duration: Option<f64>,
}

/// A film on its way to the store.
pub(super) struct FilmInHand<'a> {
    media: &'a Media,
    undertaking: Undertaking,
    writing: Writing,
    format: Format,
    file: String,
    bytes: u64,
    hash: Xxh3,
}

impl<'a> FilmInHand<'a> {
    pub(super) async fn begin(
        media: &'a Media,
        format: Format,
        stem: &str,
    ) -> Result<Self, Problem> {
        let id = Id::generate(media.store.clock(), media.store.randomness());
        let undertaking = media.undertake(id).await?;
        let ending = if format == Format::WebM { "webm" } else { "mp4" };
        let file = format!("{stem}.{ending}");
        let writing = media.blobs.write(&layout::file(id, &file)).await?;
        Ok(Self { media, undertaking, writing, format, file, bytes: 0, hash: Xxh3::new() })
    }

    pub(super) async fn add(&mut self, chunk: Bytes) -> Result<(), Problem> {
        let limit = self.media.most_video_bytes;
        self.bytes += chunk.len() as u64;
        if self.bytes > limit {
            return Err(UploadError::TooLarge { limit }.into());
        }
        self.hash.update(&chunk);
        Ok(self.writing.add(chunk).await?)
    }

    pub(super) async fn finish(self) -> Result<Film, Problem> {
        self.writing.finish().await?;
        let key = layout::file(self.undertaking.id(), &self.file);
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
        Ok(Film { undertaking: self.undertaking, file, duration })
    }
}

async fn probe(blobs: Blobs, key: String, size: u64) -> Result<VideoFacts, Problem> {
    let runtime = Handle::current();
    let probing = tokio::task::spawn_blocking(move || {
        let mut reader = BlobReader { blobs, key, size, runtime, at: 0, block: None, fetched: 0 };
        probe_video(&mut reader)
    });
    let facts = probing.await.map_err(Problem::internal)?;
    facts.map_err(|error| UploadError::from(error).into())
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
