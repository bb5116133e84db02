use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::error::ArchiveError;
use super::layout::MANIFEST;
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

/// No system has longer paths, and other programs note a few things beside them.
const LONGEST_NAME: u64 = 64 * 1024;

type Visit<'a> = &'a mut dyn FnMut(&str, &mut dyn Read) -> Result<(), ArchiveError>;

impl Source {
    pub(super) fn at(path: &Path, progress: &Progress) -> Self {
        Self { path: path.to_owned(), progress: progress.clone() }
    }

    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Shows every file, in no particular order.
    pub(super) fn visit(&self, visit: Visit<'_>) -> Result<(), ArchiveError> {
        match self.path.is_dir() {
            true => self.visit_folder(&self.path, "", visit),
            false => self.visit_bundle(visit),
        }
    }

    /// Shows the files whose names begin like this.
    pub(super) fn visit_below(&self, start: &str, visit: Visit<'_>) -> Result<(), ArchiveError> {
        self.visit(&mut |name, content| match name.starts_with(start) {
            true => visit(name, content),
            false => Ok(()),
        })
    }

    pub(super) fn read_manifest(&self) -> Result<Vec<u8>, ArchiveError> {
        let mut found = None;
        self.visit_below(MANIFEST, &mut |_, content| {
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
        self.check_names()?;
        let top = self.find_top()?;
        let file = regular::open(&self.path).map_err(|cause| self.files(cause))?;
        let mut bundle = tar::Archive::new(BufReader::new(file));
        // What the reader says would repeat bytes of the file.
        let damaged = |_: io::Error| ArchiveError::damaged("it", "is cut off or overwritten");
        for (position, entry) in bundle.entries_with_seek().map_err(damaged)?.enumerate() {
            let mut entry = entry.map_err(|error| match position {
                0 => ArchiveError::NotAnArchive("it is no tar file"),
                _ => damaged(error),
            })?;
            // Files only, as in a folder.
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if let Some(name) = without_dot(&name).strip_prefix(&top) {
                visit(name, &mut self.stoppable(&mut entry))?;
            }
        }
        Ok(())
    }

    /// A name that does not fit into its head stands before it, as long as that says. The reader takes all of it
    /// into memory, so it is looked at first.
    fn check_names(&self) -> Result<(), ArchiveError> {
        let file = regular::open(&self.path).map_err(|cause| self.files(cause))?;
        let mut bundle = tar::Archive::new(BufReader::new(file));
        // What else is wrong is said by whoever reads all of it.
        let entries = bundle.entries_with_seek().into_iter().flat_map(|entries| entries.raw(true));
        for entry in entries.map_while(Result::ok) {
            let kind = entry.header().entry_type();
            let tells_of_next = kind.is_gnu_longname()
                || kind.is_gnu_longlink()
                || kind.is_pax_local_extensions()
                || kind.is_pax_global_extensions();
            if tells_of_next && entry.size() > LONGEST_NAME {
                return Err(ArchiveError::damaged(
                    "it",
                    "has a name that is longer than any can be",
                ));
            }
        }
        Ok(())
    }

    /// The folder inside a bundle that holds everything, as there is when somebody has unpacked an archive
    /// and packed it again. None in our own.
    fn find_top(&self) -> Result<String, ArchiveError> {
        let file = regular::open(&self.path).map_err(|cause| self.files(cause))?;
        let mut bundle = tar::Archive::new(BufReader::new(file));
        // What is wrong with the bundle is said by whoever reads all of it.
        let entries = bundle.entries_with_seek().into_iter().flatten();
        for entry in entries.map_while(Result::ok) {
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

    fn stoppable<'a>(&'a self, content: &'a mut dyn Read) -> Stoppable<'a> {
        Stoppable { content, progress: &self.progress }
    }

    fn files(&self, cause: io::Error) -> ArchiveError {
        ArchiveError::Files { path: self.path.clone(), cause }
    }
}

/// `tar` writes `./` before all names when it packs the folder it is in.
fn without_dot(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use std::io::Seek;

    use super::*;

    /// A file that is nearly all holes: long to read, and small on disk.
    fn bundle(kind: tar::EntryType, length: u64) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut head = tar::Header::new_gnu();
        head.set_entry_type(kind);
        head.set_size(length);
        head.set_path("long").unwrap();
        head.set_cksum();
        io::Write::write_all(&mut file, head.as_bytes()).unwrap();
        let end = 512 + length.next_multiple_of(512);
        file.as_file().set_len(end).unwrap();
        file.seek(io::SeekFrom::Start(end)).unwrap();
        let mut manifest = tar::Header::new_gnu();
        manifest.set_size(2);
        manifest.set_path(MANIFEST).unwrap();
        manifest.set_cksum();
        io::Write::write_all(&mut file, manifest.as_bytes()).unwrap();
        io::Write::write_all(&mut file, b"{}").unwrap();
        file.as_file().set_len(end + 512 * 4).unwrap();
        file
    }

    #[test]
    fn a_name_is_measured_before_it_is_read() {
        use tar::EntryType::{GNULongLink, GNULongName, XGlobalHeader, XHeader};
        for kind in [GNULongName, GNULongLink, XHeader, XGlobalHeader] {
            let file = bundle(kind, LONGEST_NAME + 1);
            let refused = Source::at(file.path(), &Progress::default()).read_manifest();
            let told = refused.unwrap_err().to_string();
            assert!(told.contains("longer than any can be"), "{kind:?}: {told}");
        }
        let file = bundle(tar::EntryType::Regular, LONGEST_NAME + 1);
        let read = Source::at(file.path(), &Progress::default()).read_manifest();
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
