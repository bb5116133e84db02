use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::error::ArchiveError;
use super::layout::MANIFEST;
use crate::progress::{Progress, Stoppable};

/// Where an archive is read from: a folder or a tar file, told apart by looking.
#[derive(Clone, Debug)]
pub(super) struct Source {
    path: PathBuf,
    progress: Progress,
}

/// It names each collection, and each file that was missing.
const LONGEST_MANIFEST: u64 = 64 * 1024 * 1024;

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
                let mut file = File::open(entry.path()).map_err(|cause| self.files(cause))?;
                visit(&name, &mut self.stoppable(&mut file))?;
            }
        }
        Ok(())
    }

    fn visit_bundle(&self, visit: Visit<'_>) -> Result<(), ArchiveError> {
        let top = self.find_top()?;
        let file = File::open(&self.path).map_err(|cause| self.files(cause))?;
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

    /// The folder inside a bundle that holds everything, as there is when somebody has unpacked an archive
    /// and packed it again. None in our own.
    fn find_top(&self) -> Result<String, ArchiveError> {
        let file = File::open(&self.path).map_err(|cause| self.files(cause))?;
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
