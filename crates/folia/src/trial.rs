//! What only tests ask: files from elsewhere, read and not carried out.

use std::path::Path;

/// The keys of the files of media that an archive holds, when it can be read to its end.
pub fn read_archive(archive: &Path) -> Option<Vec<String>> {
    crate::archive::read_all(archive).ok()
}

/// What a folder of Markdown would become; of each item its path, then its body.
pub fn plan_markdown(folder: &Path) -> Option<Vec<(String, String)>> {
    crate::transfer::plan_items(crate::transfer::Origin::Markdown, folder).ok()
}

/// The same of an export of WordPress.
pub fn plan_wordpress(file: &Path) -> Option<Vec<(String, String)>> {
    crate::transfer::plan_items(crate::transfer::Origin::WordPress, file).ok()
}
