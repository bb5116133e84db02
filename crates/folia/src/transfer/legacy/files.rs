//! The pictures beside an export.

use std::path::Path;

use media::Media;

use super::markup::OldFiles;

/// Where pictures may lie in an export.
pub(super) const FOLDERS: [&str; 3] = ["uploads", "media", "static/uploads"];

/// The files that keep their names: those with an old width in it, at the top of a folder or one below.
pub(super) fn find_old_files(export: &Path) -> OldFiles {
    let mut found = OldFiles::new();
    for folder in FOLDERS.map(|name| export.join(name)) {
        for (name, path) in files_in(&folder) {
            add(&mut found, name, &path);
        }
        for (above, folder) in folders_in(&folder) {
            for (name, path) in files_in(&folder) {
                add(&mut found, format!("{above}/{name}"), &path);
            }
        }
    }
    found
}

fn add(found: &mut OldFiles, key: String, path: &Path) {
    if Media::is_old_file(&key) {
        found.entry(key).or_insert_with(|| path.to_owned());
    }
}

fn files_in(folder: &Path) -> Vec<(String, std::path::PathBuf)> {
    named(folder, |kind| kind.is_file())
}

fn folders_in(folder: &Path) -> Vec<(String, std::path::PathBuf)> {
    named(folder, |kind| kind.is_dir())
}

/// Without links, which could lead anywhere on this machine.
fn named(
    folder: &Path,
    wanted: fn(&std::fs::FileType) -> bool,
) -> Vec<(String, std::path::PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| wanted(&kind)));
    entries
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .collect()
}
