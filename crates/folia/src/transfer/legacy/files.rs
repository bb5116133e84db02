//! The pictures beside an export.

use std::path::{Path, PathBuf};

use media::Media;

use super::markup::OldFiles;

/// Where pictures may lie in an export.
pub(super) const FOLDERS: [&str; 3] = ["uploads", "media", "static/uploads"];

/// The files that keep their names: those with an old width in it, at the top of a folder or one below.
pub(super) fn find_old_files(export: &Path) -> OldFiles {
    let mut found = OldFiles::new();
    for folder in FOLDERS.iter().filter_map(|name| inside(export, name)) {
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

/// None where a link leads out of the export.
fn inside(export: &Path, name: &str) -> Option<PathBuf> {
    // The folder of a file that was named without one is where we are.
    let export = Path::new(".").join(export);
    let folder = export.join(name).canonicalize().ok()?;
    folder.starts_with(export.canonicalize().ok()?).then_some(folder)
}

fn add(found: &mut OldFiles, key: String, path: &Path) {
    if Media::is_old_file(&key) {
        found.entry(key).or_insert_with(|| path.to_owned());
    }
}

fn files_in(folder: &Path) -> Vec<(String, PathBuf)> {
    named(folder, |kind| kind.is_file())
}

fn folders_in(folder: &Path) -> Vec<(String, PathBuf)> {
    named(folder, |kind| kind.is_dir())
}

/// Without links, which could lead anywhere on this machine.
fn named(folder: &Path, wanted: fn(&std::fs::FileType) -> bool) -> Vec<(String, PathBuf)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| wanted(&kind)));
    entries
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .collect()
}
