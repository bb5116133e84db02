use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::error::ArchiveError;
use super::layout::MANIFEST;
use super::metered::{Allowance, Metered};
use crate::progress::{Progress, Stoppable};
use crate::regular;

/// Where an archive is read from: a folder or a tar file, told apart by looking.
#[derive(Clone, Debug)]
pub(super) struct Source {
    path: PathBuf,
    progress: Progress,
}

/// It names each collection, and each file that was missing.
const LONGEST_MANIFEST: u64 = 64 * 1024 * 1024;

const TOO_LONG: &str = "has a name that is longer than any can be";

type Visit<'a> = &'a mut dyn FnMut(&str, &mut dyn Read) -> Result<(), ArchiveError>;

impl Source {
    pub(super) fn at(path: &Path, progress: &Progress) -> Self {
        Self { path: path.to_owned(), progress: progress.clone() }
    }

    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Shows every file, in no particular order, but for what a desktop has left among them.
    fn visit(&self, visit: Visit<'_>) -> Result<(), ArchiveError> {
        match self.path.is_dir() {
            true => self.visit_folder(&self.path, "", visit),
            false => self.visit_bundle(visit),
        }
    }

    /// Shows the files in this folder.
    pub(super) fn visit_below(&self, folder: &str, visit: Visit<'_>) -> Result<(), ArchiveError> {
        self.visit(&mut |name, content| match name.starts_with(folder) {
            true => visit(name, content),
            false => Ok(()),
        })
    }

    /// Shows the file of this name. What an editor has left beside it is not it.
    pub(super) fn visit_file(&self, wanted: &str, visit: Visit<'_>) -> Result<(), ArchiveError> {
        self.visit(&mut |name, content| match name == wanted {
            true => visit(name, content),
            false => Ok(()),
        })
    }

    pub(super) fn read_manifest(&self) -> Result<Vec<u8>, ArchiveError> {
        let mut found = None;
        self.visit_file(MANIFEST, &mut |_, content| {
            let mut text = Vec::new();
            content.take(LONGEST_MANIFEST + 1).read_to_end(&mut text)?;
            if text.len() as u64 > LONGEST_MANIFEST {
                return Err(ArchiveError::damaged(MANIFEST, "is longer than any can be"));
            }
            found = Some(text);
            Ok(())
        })?;
        found.ok_or(ArchiveError::NotAnArchive("it has no manifest.json, or was cut off before it"))
    }

    fn visit_folder(
        &self,
        folder: &Path,
        above: &str,
        visit: Visit<'_>,
    ) -> Result<(), ArchiveError> {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|cause| self.files(cause))? {
            entries.push(entry.map_err(|cause| self.files(cause))?);
        }
        // The same order on every machine, so that two runs fail at the same file.
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let name = format!("{above}{}", entry.file_name().to_string_lossy());
            if is_of_a_desktop(&name) {
                continue;
            }
            let kind = entry.file_type().map_err(|cause| self.files(cause))?;
            if kind.is_dir() {
                self.visit_folder(&entry.path(), &format!("{name}/"), visit)?;
            } else if kind.is_file() {
                // Files only: a link could lead anywhere on this machine.
                let file = regular::open_unlinked(&entry.path());
                let mut file = file.map_err(|cause| self.files(cause))?;
                visit(&name, &mut self.stoppable(&mut file))?;
            }
        }
        Ok(())
    }

    fn visit_bundle(&self, visit: Visit<'_>) -> Result<(), ArchiveError> {
        let top = self.find_top()?;
        let (mut bundle, allowance) = self.open_bundle()?;
        // What the reader says would repeat bytes of the file.
        let damaged = |_: io::Error| ArchiveError::damaged("it", "is cut off or overwritten");
        for (position, entry) in bundle.entries_with_seek().map_err(damaged)?.enumerate() {
            let mut entry = entry.map_err(|error| match position {
                _ if allowance.is_spent() => ArchiveError::damaged("it", TOO_LONG),
                0 => ArchiveError::NotAnArchive("it is no tar file"),
                _ => damaged(error),
            })?;
            allowance.only_heads();
            // Files only, as in a folder.
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let inside = without_dot(&name).strip_prefix(&top);
            if let Some(name) = inside.filter(|name| !is_of_a_desktop(name)) {
                allowance.everything();
                visit(name, &mut self.stoppable(&mut entry))?;
                allowance.only_heads();
            }
        }
        Ok(())
    }

    /// The folder inside a bundle that holds everything, as there is when somebody has unpacked an archive
    /// and packed it again. None in our own.
    fn find_top(&self) -> Result<String, ArchiveError> {
        let (mut bundle, allowance) = self.open_bundle()?;
        // What is wrong with the bundle is said by whoever reads all of it.
        let entries = bundle.entries_with_seek().into_iter().flatten();
        for entry in entries.map_while(Result::ok) {
            allowance.only_heads();
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            match without_dot(&name).strip_suffix(MANIFEST) {
                Some("") => return Ok(String::new()),
                Some(top) if top.ends_with('/') && top.matches('/').count() == 1 => {
                    return Ok(top.to_owned());
                }
                _ => {}
            }
        }
        Ok(String::new())
    }

    fn open_bundle(&self) -> Result<(tar::Archive<Metered>, Allowance), ArchiveError> {
        let file = regular::open(&self.path).map_err(|cause| self.files(cause))?;
        let (metered, allowance) = Metered::new(file);
        Ok((tar::Archive::new(metered), allowance))
    }

    fn stoppable<'a>(&'a self, content: &'a mut dyn Read) -> Stoppable<'a> {
        Stoppable { content, progress: &self.progress }
    }

    fn files(&self, cause: io::Error) -> ArchiveError {
        ArchiveError::Files { path: self.path.clone(), cause }
    }
}

/// What file managers put beside files, each with a name of its own: hidden files, among them the second half of
/// each file that a Mac packs, and folders of such. Nothing that is written here is called so.
fn is_of_a_desktop(name: &str) -> bool {
    // At the top, where it is put. Below, a folder of media may be called so.
    name.starts_with("__MACOSX/")
        || name.split('/').any(|part| match part {
            // Not hidden: another way to spell a place.
            "." | ".." => false,
            "Thumbs.db" | "desktop.ini" => true,
            _ => part.starts_with('.'),
        })
}

/// `tar` writes `./` before all names when it packs the folder it is in.
fn without_dot(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Seek, Write};

    use tar::EntryType::{GNULongLink, GNULongName, Regular, XGlobalHeader, XHeader};

    use super::*;

    /// Longer than anybody takes a name for.
    const LONG: u64 = 64 * 1024 * 1024;

    /// A head that says how long what follows is, and what follows: nearly all of it holes, long to read and small
    /// on disk.
    fn append(file: &mut File, (kind, name): (tar::EntryType, &str), said: u64, content: &str) {
        let mut head = tar::Header::new_gnu();
        head.set_entry_type(kind);
        head.set_size(said);
        head.set_path(name).unwrap();
        head.set_cksum();
        let start = file.stream_position().unwrap() + 512;
        file.write_all(head.as_bytes()).unwrap();
        file.write_all(content.as_bytes()).unwrap();
        let end = start + said.next_multiple_of(512);
        file.set_len(end).unwrap();
        file.seek(io::SeekFrom::Start(end)).unwrap();
    }

    /// What was appended, and a manifest after it.
    fn read(append_first: impl FnOnce(&mut File)) -> Result<Vec<u8>, String> {
        let mut bundle = tempfile::NamedTempFile::new().unwrap();
        let file = bundle.as_file_mut();
        append_first(file);
        append(file, (Regular, MANIFEST), 2, "{}");
        file.write_all(&[0; 1024]).unwrap();
        let read = Source::at(bundle.path(), &Progress::default()).read_manifest();
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_is_read_only_as_far_as_one_can_be_long() {
        for kind in [GNULongName, GNULongLink, XHeader] {
            let told = read(|file| append(file, (kind, "x"), LONG, "")).unwrap_err();
            assert!(told.contains(TOO_LONG), "{kind:?}: {told}");
        }
        // Nobody takes these into memory.
        for kind in [Regular, XGlobalHeader] {
            assert_eq!(read(|file| append(file, (kind, "x"), LONG, "")).unwrap(), b"{}");
        }
    }

    /// Whoever goes by the head of the file passes over the name as if it were inside of it.
    #[test]
    fn a_long_name_cannot_be_hidden_in_a_file() {
        let hidden = read(|file| {
            append(file, (XHeader, "x"), 10, "10 size=0\n");
            let start = file.stream_position().unwrap();
            append(file, (Regular, "file"), 4096, "");
            file.seek(io::SeekFrom::Start(start + 512)).unwrap();
            append(file, (GNULongName, "x"), LONG, "");
        });
        let told = hidden.unwrap_err();
        assert!(told.contains(TOO_LONG), "{told}");
    }

    #[test]
    fn what_a_desktop_leaves_is_known_by_its_name() {
        for name in [
            ".DS_Store",
            "documents/.DS_Store",
            "documents/._items.jsonl",
            "__MACOSX/documents/items.jsonl",
            "media/Thumbs.db",
            "media/desktop.ini",
            ".Trashes/501/items.jsonl",
        ] {
            assert!(is_of_a_desktop(name), "{name}");
        }
        for name in [
            "manifest.json",
            "documents/items.jsonl",
            "documents/items.jsonl~",
            "documents/./items.jsonl",
            "documents/../items.jsonl",
            "documents/Thumbs.db.jsonl",
            "media/My.Cat_500.webp",
            "media/__MACOSX/img_500.webp",
        ] {
            assert!(!is_of_a_desktop(name), "{name}");
        }
    }

    /// In a folder they come in the order of their names, so the copy would be the last that is read.
    #[test]
    fn only_the_name_itself_is_the_manifest() {
        let place = tempfile::tempdir().unwrap();
        std::fs::write(place.path().join("manifest.json~"), "copy").unwrap();
        let source = Source::at(place.path(), &Progress::default());
        let told = source.read_manifest().unwrap_err().to_string();
        assert!(told.contains("no manifest.json"), "{told}");
        std::fs::write(place.path().join(MANIFEST), "{}").unwrap();
        assert_eq!(source.read_manifest().unwrap(), b"{}");

        for copy in ["./manifest.json~", "manifest.json.orig"] {
            let mut bundle = tempfile::NamedTempFile::new().unwrap();
            let file = bundle.as_file_mut();
            append(file, (Regular, "./manifest.json"), 2, "{}");
            append(file, (Regular, copy), 4, "copy");
            file.write_all(&[0; 1024]).unwrap();
            let source = Source::at(bundle.path(), &Progress::default());
            assert_eq!(source.read_manifest().unwrap(), b"{}", "{copy}");
        }
    }

    /// Other programs note attributes and links beside long names.
    #[test]
    fn names_of_other_programs_are_read() {
        let noted = format!("100000 SCHILY.xattr.user.x={}\n", "x".repeat(100_000 - 28));
        assert_eq!(noted.len(), 100_000);
        let read = read(|file| {
            for number in 0..100 {
                append(file, (XHeader, "x"), 100_000, &noted);
                append(file, (GNULongName, "x"), 5001, &"n".repeat(5000));
                append(file, (Regular, "short"), number, "");
            }
        });
        assert_eq!(read.unwrap(), b"{}");
    }

    #[test]
    fn only_a_file_or_a_folder_is_an_archive() {
        let place = tempfile::tempdir().unwrap();
        let pipe = place.path().join("pipe.tar");
        regular::make_pipe(&pipe);
        let refused = Source::at(&pipe, &Progress::default()).read_manifest();
        let told = refused.unwrap_err().to_string();
        assert!(told.contains("not a regular file"), "{told}");
    }
}
