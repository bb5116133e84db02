//! The names inside an archive.

pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const DOCUMENTS: &str = "documents/";
pub(super) const MEDIA: &str = "media/";
/// Which files of media there are, with their checksums.
pub(super) const FILES: &str = "files.jsonl";
/// Documents that could not be read, as their rows had them.
pub(super) const DAMAGED: &str = "damaged.jsonl";

/// How many documents are held in memory at a time.
pub(super) const BATCH: u32 = 500;
