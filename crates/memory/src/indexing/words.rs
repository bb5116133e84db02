//! The keyword index and its file.

use std::path::Path;

use kernel::Id;
use recall::keyword::{self, KeywordIndex};

use super::generation::Generations;
use super::ledger::Known;

/// Changes after which the words are written down, in a quiet moment and at any time.
const SAVED_WHEN_QUIET: u64 = 100;
const SAVED_ANYWAY: u64 = 2_000;

/// Whether the file has missed so many changes that reading them from the documents would take
/// longer than reading the file.
pub(super) fn are_worth_saving(keywords: &KeywordIndex, is_quiet: bool) -> bool {
    let all = keywords.snapshot().len() as u64;
    // While people write, saving would cost more than it spares. With many chunks the file is
    // large, so it waits for more.
    let enough = if is_quiet { SAVED_WHEN_QUIET } else { SAVED_ANYWAY.max(all / 8) };
    keywords.unsaved() >= enough
}

pub(super) fn save_words(keywords: &KeywordIndex, path: &Path) {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let saved = folder
        .map_err(|error| error.to_string())
        .and_then(|()| keywords.save(path).map_err(|error| error.to_string()));
    if let Err(error) = saved {
        // Nothing is lost but time at the next start.
        tracing::warn!(error, "the words could not be written down");
    }
}

pub(super) fn load_words(files: &Generations) -> KeywordIndex {
    KeywordIndex::load(&files.words()).unwrap_or_else(|error| {
        if !error.is_missing_file() {
            tracing::warn!(%error, "the words cannot be read and will be made again");
        }
        KeywordIndex::new()
    })
}

pub(super) fn words(id: Id, known: &Known, text: String) -> keyword::Change {
    let (stamp, payload) = (known.stamp(), known.payload);
    keyword::Change::Put(keyword::Document { id, stamp, payload, text })
}
