use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use super::error::ArchiveError;
use super::layout::{DAMAGED, DOCUMENTS, FILES, MANIFEST, MEDIA};
use super::metered::{Allowance, Metered};
use super::names::{Wanted, plain};
use super::top::Tops;
use crate::desktop::is_of_a_desktop;
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

const BLOCK: u64 = 512;
/// Two empty blocks are the end of a bundle. Programs fill up what they write at once, some kilobytes.
const LONGEST_END: u64 = 1024 * 1024;

const TOO_LONG: &str = "has a name that is longer than any can be";

/// What is in a folder on disk.
struct Entry {
    /// Inside of the archive; that of a folder ends with a slash.
    name: String,
    path: PathBuf,
    is_folder: bool,
}

type Visit<'a> = &'a mut dyn FnMut(&str, &mut dyn Read) -> Result<(), ArchiveError>;

impl Source {
    pub(super) fn at(path: &Path, progress: &Progress) -> Self {
        Self { path: path.to_owned(), progress: progress.clone() }
    }

    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Shows the files in this folder, in no particular order, but for what a desktop has left among them.
    pub(super) fn visit_below(&self, folder: &str, visit: Visit<'_>) -> Result<(), ArchiveError> {
        self.visit(Wanted::Below(folder), visit)
    }

    /// Shows the file of this name. What an editor has left beside it is not it.
    pub(super) fn visit_file(&self, wanted: &str, visit: Visit<'_>) -> Result<(), ArchiveError> {
        self.visit(Wanted::File(wanted), visit)
    }

    /// Names the files in this folder, and opens none.
    pub(super) fn list_below(
        &self,
        folder: &str,
        list: &mut dyn FnMut(&str),
    ) -> Result<(), ArchiveError> {
        let wanted = Wanted::Below(folder);
        match self.path.is_dir() {
            true => self.walk(wanted, &mut |name, _| {
                list(name);
                Ok(())
            }),
            false => self.visit_bundle(wanted, &mut |name, _| {
                list(name);
                Ok(())
            }),
        }
    }

    fn visit(&self, wanted: Wanted<'_>, visit: Visit<'_>) -> Result<(), ArchiveError> {
        match self.path.is_dir() {
            true => self.walk(wanted, &mut |name, path| {
                let file = regular::open_unlinked(path);
                let mut file = file.map_err(|cause| self.files(cause))?;
                visit(name, &mut self.stoppable(&mut file))
            }),
            false => self.visit_bundle(wanted, visit),
        }
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

    /// Finds files in a folder on disk. Others may be many, and are not even looked at.
    fn walk(
        &self,
        wanted: Wanted<'_>,
        found: &mut dyn FnMut(&str, &Path) -> Result<(), ArchiveError>,
    ) -> Result<(), ArchiveError> {
        // Not by recursion: folders can be nested deeper than a stack is high.
        let mut waiting = self.list_folder(&self.path, "", wanted)?;
        while let Some(Entry { name, path, is_folder }) = waiting.pop() {
            match is_folder {
                true => waiting.extend(self.list_folder(&path, &name, wanted)?),
                false => found(&name, &path)?,
            }
        }
        Ok(())
    }

    /// What is in one folder and may be wanted, the last of it first: the same order on every machine, so that two
    /// runs fail at the same file.
    fn list_folder(
        &self,
        folder: &Path,
        above: &str,
        wanted: Wanted<'_>,
    ) -> Result<Vec<Entry>, ArchiveError> {
        let mut listed = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|cause| self.files(cause))? {
            let entry = entry.map_err(|cause| self.files(cause))?;
            let name = format!("{above}{}", entry.file_name().to_string_lossy());
            if is_of_a_desktop(&name) {
                continue;
            }
            let kind = entry.file_type().map_err(|cause| self.files(cause))?;
            let inside = format!("{name}/");
            if kind.is_dir() && wanted.may_be_in(&inside) {
                listed.push(Entry { name: inside, path: entry.path(), is_folder: true });
            } else if kind.is_file() && wanted.is(&name) {
                // Files only: a link could lead anywhere on this machine.
                listed.push(Entry { name, path: entry.path(), is_folder: false });
            }
        }
        listed.sort_by(|a, b| b.path.file_name().cmp(&a.path.file_name()));
        Ok(listed)
    }

    fn visit_bundle(&self, wanted: Wanted<'_>, visit: Visit<'_>) -> Result<(), ArchiveError> {
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
            let Some(name) = name_of(&entry) else { continue };
            let inside = name.strip_prefix(&top).filter(|name| wanted.is(name));
            if let Some(name) = inside.filter(|name| !is_of_a_desktop(name)) {
                allowance.everything();
                visit(name, &mut self.stoppable(&mut entry))?;
                allowance.only_heads();
            }
        }
        Ok(())
    }

    /// The folder inside a bundle that holds everything. None in our own.
    fn find_top(&self) -> Result<String, ArchiveError> {
        let (mut bundle, allowance) = self.open_bundle()?;
        let mut tops = Tops::default();
        // What is wrong with the bundle is said by whoever reads all of it.
        let entries = bundle.entries_with_seek().into_iter().flatten();
        for entry in entries.map_while(Result::ok) {
            allowance.only_heads();
            if let Some(name) = name_of(&entry).filter(|name| !is_of_a_desktop(name)) {
                tops.see(&name);
            }
        }
        tops.choose()
    }

    /// Whether this is a bundle with nothing in it but what is called as in one of ours.
    pub(super) fn is_own_bundle(&self) -> bool {
        let is_own = |entry: tar::Entry<'_, Metered>| {
            let (is_file, name) = (entry.header().entry_type().is_file(), entry.path_bytes());
            let below = [MEDIA, DOCUMENTS].iter().any(|it| name.starts_with(it.as_bytes()));
            let is_at_top = || [FILES, DAMAGED, MANIFEST].iter().any(|it| it.as_bytes() == &*name);
            is_file && (below || is_at_top())
        };
        let Ok((mut bundle, allowance)) = self.open_bundle() else { return false };
        let Ok(mut entries) = bundle.entries_with_seek() else { return false };
        let mut end = 0;
        let all_own = entries.all(|entry| {
            allowance.only_heads();
            entry.is_ok_and(|entry| {
                end = entry.raw_file_position() + entry.size().next_multiple_of(BLOCK);
                is_own(entry)
            })
        });
        all_own && self.has_nothing_after(end).unwrap_or(false)
    }

    /// Whether what comes behind the last file of a bundle is its end, and not somebody else's.
    fn has_nothing_after(&self, end: u64) -> io::Result<bool> {
        let mut file = regular::open(&self.path)?;
        let rest = file.metadata()?.len().saturating_sub(end);
        if rest > LONGEST_END {
            return Ok(false);
        }
        file.seek(io::SeekFrom::Start(end))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes.iter().all(|byte| *byte == 0))
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

/// None for what is no file, as in a folder.
fn name_of(entry: &tar::Entry<'_, Metered>) -> Option<String> {
    let is_file = entry.header().entry_type().is_file();
    is_file.then(|| plain(&String::from_utf8_lossy(&entry.path_bytes())))
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

        for (name, copy) in [
            ("./manifest.json", "./manifest.json~"),
            ("././manifest.json", "manifest.json.orig"),
            ("site//./manifest.json", "__MACOSX/manifest.json"),
            ("site/manifest.json", "__MACOSX/site/._manifest.json"),
        ] {
            let mut bundle = tempfile::NamedTempFile::new().unwrap();
            let file = bundle.as_file_mut();
            append(file, (Regular, copy), 4, "copy");
            append(file, (Regular, name), 2, "{}");
            append(file, (Regular, copy), 4, "copy");
            file.write_all(&[0; 1024]).unwrap();
            let source = Source::at(bundle.path(), &Progress::default());
            assert_eq!(source.read_manifest().unwrap(), b"{}", "{copy}");
        }
    }

    /// A path of this length can be listed and not opened.
    #[test]
    fn only_what_is_wanted_is_opened() {
        let place = tempfile::tempdir().unwrap();
        let (mut folder, longest) = (place.path().join("media"), "x".repeat(250));
        while folder.as_os_str().len() < 4096 - 255 {
            folder.push(&longest[..100]);
        }
        std::fs::create_dir_all(&folder).unwrap();
        let mut touch = std::process::Command::new("touch");
        assert!(touch.arg(&longest).current_dir(&folder).status().unwrap().success());
        std::fs::write(place.path().join(MANIFEST), "{}").unwrap();
        let source = Source::at(place.path(), &Progress::default());
        assert_eq!(source.read_manifest().unwrap(), b"{}");
        let mut names = Vec::new();
        source.list_below("media/", &mut |name| names.push(name.to_owned())).unwrap();
        assert!(names.len() == 1 && names[0].ends_with(&longest), "{names:?}");
        let opened = source.visit_below("media/", &mut |_, _| Ok(()));
        assert!(opened.is_err(), "the test would not notice");
    }

    /// Much deeper than a thread's stack would be high.
    #[test]
    fn folders_may_be_nested_as_deep_as_paths_can_be_long() {
        let place = tempfile::tempdir().unwrap();
        let media = place.path().join("media");
        let deepest = format!("{}/{}", media.display(), "a/".repeat(1900));
        std::fs::create_dir_all(&deepest).unwrap();
        for file in [format!("{deepest}file"), format!("{}/b", media.display())] {
            std::fs::write(file, "x").unwrap();
        }
        let source = Source::at(place.path(), &Progress::default());
        let mut names = Vec::new();
        let visited = source.visit_below(MEDIA, &mut |name, _| {
            names.push(name.to_owned());
            Ok(())
        });
        // The library would have as many files open at once as there are folders, to remove them.
        let removed = std::process::Command::new("rm").arg("-rf").arg(media).status();
        assert!(removed.is_ok_and(|status| status.success()));
        visited.unwrap();
        assert_eq!(names, [format!("media/{}file", "a/".repeat(1900)), "media/b".to_owned()]);
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
