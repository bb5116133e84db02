//! Files that come along with an export: pictures that bodies know by the address they had.

use std::path::{Path, PathBuf};

use media::MOST_PICTURE_BYTES;

use super::error::TransferError;
use super::plan::Plan;
use crate::desktop::is_of_a_desktop;

/// Larger than any export that fits into memory beside the site.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// An export, and the folder it lies in.
#[derive(Debug)]
pub(super) struct Local {
    pub(super) file: PathBuf,
    folder: PathBuf,
}

impl Local {
    /// A file, or a folder in which there is one file of this kind.
    pub(super) fn find(path: &Path, ending: &str) -> Result<Self, TransferError> {
        if !path.is_dir() {
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            return Self { file: path.to_owned(), folder }.checked();
        }
        let files = TransferError::files(path);
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).map_err(&files)? {
            let entry = entry.map_err(&files)?;
            let file = entry.path();
            if is_of_a_desktop(&entry.file_name().to_string_lossy()) {
                continue;
            }
            if file.is_file() && file.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending))
            {
                found.push(file);
            }
        }
        match found.len() {
            1 => Self { file: found.remove(0), folder: path.to_owned() }.checked(),
            count => {
                let why =
                    format!("holds {count} files that end with .{ending}; name the one you mean");
                Err(TransferError::unusable(path, why))
            }
        }
    }

    fn checked(self) -> Result<Self, TransferError> {
        let told = self.file.metadata().map_err(TransferError::files(&self.file))?;
        // A pipe or a device has no end.
        if !told.is_file() {
            return Err(TransferError::unusable(&self.file, "is not a file"));
        }
        if told.len() > MOST_BYTES {
            let why = format!("has more than {MOST_BYTES} bytes");
            return Err(TransferError::unusable(&self.file, why));
        }
        Ok(self)
    }

    /// A folder whose pictures are known by their places in it.
    pub(super) fn folder(folder: &Path) -> Self {
        Self { file: folder.to_owned(), folder: folder.to_owned() }
    }

    /// One file of an export, whole.
    pub(super) fn read(file: &Path) -> Result<Vec<u8>, TransferError> {
        let folder = PathBuf::new();
        let this = Self { file: file.to_owned(), folder }.checked()?;
        std::fs::read(&this.file).map_err(TransferError::files(file))
    }

    /// The address that a picture has in a plan, where its file is at one of these places below the folder.
    pub(super) fn picture(&self, places: &[String], alt: &str, plan: &mut Plan) -> Option<String> {
        let found = || places.iter().filter(|place| self.is_file(place));
        // A smaller form is better than a whole that is not taken.
        let fits = |place: &&String| {
            self.folder.join(place).metadata().is_ok_and(|it| it.len() <= MOST_PICTURE_BYTES)
        };
        let place = found().find(fits).or_else(|| found().next())?;
        Some(plan.add_picture(place, self.folder.join(place), alt))
    }

    fn is_file(&self, place: &str) -> bool {
        let stays =
            !place.is_empty() && place.split('/').all(|part| !matches!(part, "" | "." | ".."));
        stays && is_file_below(&self.folder, place)
    }
}

/// Whether a file is at a place below a folder, and no link on the way leads out of that.
pub(super) fn is_file_below(folder: &Path, place: &str) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let file = folder.join(place);
    let is_inside = || Some(file.canonicalize().ok()?.starts_with(folder.canonicalize().ok()?));
    std::fs::symlink_metadata(&file).is_ok_and(|it| it.is_file()) && is_inside() == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Mac packs a second half of each file, with the same ending.
    #[test]
    fn an_export_is_found_beside_what_a_desktop_has_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["site.JSON", "._site.json", ".DS_Store", "Thumbs.db", "notes.txt"] {
            std::fs::write(path(name), "{}").unwrap();
        }
        assert_eq!(Local::find(folder.path(), "json").unwrap().file, path("site.JSON"));
        std::fs::write(path("other.json"), "{}").unwrap();
        let told = Local::find(folder.path(), "json").unwrap_err().to_string();
        assert!(told.contains("holds 2 files that end with .json"), "{told}");
    }
}
