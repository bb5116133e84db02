//! The list of an archive's files of media, with their checksums: one line for each, beside them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::error::ArchiveError;
use super::import::read_line;
use super::layout::FILES;
use super::lines::Lines;
use super::manifest::{Contents, Manifest, Summed};
use super::source::Source;

/// A line of the list.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ListedFile {
    pub(super) key: String,
    pub(super) size: u64,
    pub(super) sha256: String,
}

/// The checksums by key. None from before there was a list.
pub(super) fn read_file_list(
    source: &Source,
    manifest: &Manifest,
) -> Result<HashMap<String, String>, ArchiveError> {
    let mut sums = HashMap::new();
    let Some(expected) = &manifest.files else { return Ok(sums) };
    let mut found = None;
    source.visit_file(FILES, &mut |name, content| {
        if found.is_some() {
            return Err(ArchiveError::twice(name));
        }
        let mut lines = Lines::of(name, Summed::new(content));
        let mut count = 0;
        while let Some(line) = lines.next_line()? {
            let ListedFile { key, sha256, .. } = read_line(name, line)?;
            sums.insert(key, sha256);
            count += 1;
        }
        let (_, sha256) = lines.into_inner().finish();
        found = Some(Contents { count, sha256 });
        Ok(())
    })?;
    match found.as_ref() == Some(expected) {
        true => Ok(sums),
        false => Err(ArchiveError::damaged(FILES, "is not what the manifest says")),
    }
}
