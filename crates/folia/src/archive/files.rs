//! Between the files of media, which come and go in pieces, and the files of an archive.

use std::io::{self, Read};

use bytes::{Buf, Bytes};
use futures_util::StreamExt;
use media::blobs::{Blobs, Found};
use media::unfinished::Copying;
use tokio::runtime::Handle;
use xxhash_rust::xxh3::Xxh3;

use super::error::ArchiveError;
use super::file_list::ListedFile;
use super::layout::MEDIA;
use super::manifest::Summed;
use super::place::Place;
use crate::progress::{Progress, Stoppable};

/// How much is on its way at a time.
const PIECE: usize = 1024 * 1024;

/// What a record says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recorded {
    pub(super) size: u64,
    pub(super) hash: u64,
}

/// What became of a file that was to be copied.
#[derive(Debug)]
pub(super) enum Copied {
    Whole(ListedFile),
    /// Its size is right and its bytes are others. They are in the archive.
    Altered,
    /// It is not there, or has another size.
    Missing,
}

/// Copies a file out, if it is there as it should be. Waits, so it must not be called on a thread of the runtime.
pub(super) fn copy_out(
    blobs: &Blobs,
    key: &str,
    recorded: Option<Recorded>,
    place: &mut impl Place,
    progress: &Progress,
    runtime: &Handle,
) -> Result<Copied, ArchiveError> {
    let found = runtime.block_on(blobs.find(key, None))?;
    // One of another size would make an import refuse all of the archive.
    let is_expected = |found: &Found| recorded.is_none_or(|recorded| recorded.size == found.size);
    let Some(found) = found.filter(is_expected) else { return Ok(Copied::Missing) };
    let size = found.size;
    let mut pieces = Pieces { found, current: Bytes::new(), runtime: runtime.clone() };
    let hashed =
        Hashed { content: Stoppable { content: &mut pieces, progress }, hash: Xxh3::new() };
    let mut content = Summed::new(hashed);
    place.add(&format!("{MEDIA}{key}"), size, &mut content)?;
    let (hashed, sha256) = content.finish();
    match recorded.is_none_or(|recorded| recorded.hash == hashed.hash.digest()) {
        true => Ok(Copied::Whole(ListedFile { key: key.to_owned(), size, sha256 })),
        false => Ok(Copied::Altered),
    }
}

/// Passes bytes on and remembers the hash that records have of them.
struct Hashed<T> {
    content: T,
    hash: Xxh3,
}

impl<T: Read> Read for Hashed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

/// Copies a file in, notes that it is there, and tells its size. Waits like [`copy_out`].
pub(super) fn copy_in(
    blobs: &Blobs,
    key: &str,
    content: &mut dyn Read,
    copying: &Copying,
    runtime: &Handle,
) -> Result<u64, ArchiveError> {
    let mut writing = runtime.block_on(blobs.write(key))?;
    let mut size = 0;
    loop {
        // A fresh piece each time, as it is given away to the writer.
        let mut piece = Vec::with_capacity(PIECE);
        content.take(PIECE as u64).read_to_end(&mut piece)?;
        if piece.is_empty() {
            // Somebody else's, who has brought it since we looked.
            if runtime.block_on(blobs.look(key))?.is_some() {
                return Err(ArchiveError::FileInTheWay(key.to_owned()));
            }
            copying.add_written(key, runtime.block_on(writing.finish())?);
            return Ok(size);
        }
        size += piece.len() as u64;
        runtime.block_on(writing.add(piece.into()))?;
    }
}

/// Reads a file and the one that is there already under its name, which has to be the same, and tells its
/// size. Waits like [`copy_out`].
pub(super) fn compare(
    blobs: &Blobs,
    key: &str,
    content: &mut dyn Read,
    runtime: &Handle,
) -> Result<u64, ArchiveError> {
    let mut content = Summed::new(content);
    let size = io::copy(&mut content, &mut io::sink())?;
    let in_the_way = || ArchiveError::FileInTheWay(key.to_owned());
    let found = runtime.block_on(blobs.find(key, None))?.ok_or_else(in_the_way)?;
    let mut there = Summed::new(Pieces { found, current: Bytes::new(), runtime: runtime.clone() });
    io::copy(&mut there, &mut io::sink())?;
    match there.finish().1 == content.finish().1 {
        true => Ok(size),
        false => Err(in_the_way()),
    }
}

struct Pieces {
    found: Found,
    current: Bytes,
    runtime: Handle,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.current.is_empty() {
            match self.runtime.block_on(self.found.bytes.next()) {
                Some(piece) => self.current = piece.map_err(io::Error::other)?,
                None => return Ok(0),
            }
        }
        let count = self.current.len().min(buffer.len());
        self.current.copy_to_slice(&mut buffer[..count]);
        Ok(count)
    }
}
