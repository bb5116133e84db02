use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The last file of an archive: what the others must turn out to be.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) format: u32,
    /// The version of folia that wrote it.
    pub(super) folia: String,
    pub(super) made_at: Timestamp,
    pub(super) documents: BTreeMap<String, Contents>,
    /// Files of media that do not come back: they were not there to be copied, or had other bytes than their records
    /// say. Those bytes are in the archive all the same, for whoever has no better.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) missing: Vec<String>,
    /// What the database said of its own file: rows that are not in an index may not be here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) broken: Vec<String>,
    /// The list of the files of media. None in archives from before there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) files: Option<Contents>,
    /// The documents that could not be read. None in nearly all archives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) damaged: Option<Contents>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Contents {
    pub(super) count: u64,
    pub(super) sha256: String,
}

impl Manifest {
    /// Grows by one when an older folia could not read what is written today.
    pub(super) const FORMAT: u32 = 2;
    /// Of an archive without documents that could not be read. An older folia would take such a document
    /// for one that is not there.
    const PLAIN: u32 = 1;

    pub(super) fn new(
        made_at: Timestamp,
        documents: BTreeMap<String, Contents>,
        missing: Vec<String>,
        broken: Vec<String>,
        files: Contents,
        damaged: Option<Contents>,
    ) -> Self {
        let folia = env!("CARGO_PKG_VERSION").to_owned();
        let format = if damaged.is_some() { Self::FORMAT } else { Self::PLAIN };
        Self { format, folia, made_at, documents, missing, broken, files: Some(files), damaged }
    }

    /// How many files were missing, and the first of them. Their names were chosen by whoever made the archive.
    pub(super) fn describe_missing(&self) -> Option<String> {
        const NAMED: usize = 3;
        const LONGEST: usize = 100;
        let name = |key: &String| key.escape_debug().take(LONGEST).collect::<String>();
        let names: Vec<_> = self.missing.iter().take(NAMED).map(name).collect();
        let (count, names) = (self.missing.len(), names.join(", "));
        let more = if count > NAMED { ", …" } else { "" };
        (count > 0).then(|| format!("{count} ({names}{more})"))
    }

    pub(super) fn count_unread(&self) -> u64 {
        self.damaged.as_ref().map_or(0, |contents| contents.count)
    }

    pub(super) fn count(&self) -> u64 {
        self.documents.values().chain(&self.damaged).map(|contents| contents.count).sum()
    }
}

/// Passes bytes on and remembers their checksum.
pub(super) struct Summed<T> {
    inner: T,
    sum: Sha256,
}

impl<T> Summed<T> {
    pub(super) fn new(inner: T) -> Self {
        Self { inner, sum: Sha256::new() }
    }

    pub(super) fn finish(self) -> (T, String) {
        let digits = self.sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        (self.inner, digits)
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.sum.update(&buffer[..read]);
        Ok(read)
    }
}
