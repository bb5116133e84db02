use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{ArchiveError, DOCUMENTS, MANIFEST};

/// Where an archive is read from: a folder or a tar file, told apart by looking.
#[derive(Debug)]
pub(super) struct Source(PathBuf);

type Visit<'a> = &'a mut dyn FnMut(&str, &mut dyn Read) -> Result<(), ArchiveError>;

impl Source {
    pub(super) fn at(path: &Path) -> Self {
        Self(path.to_owned())
    }

    /// Shows every file, the manifest first.
    pub(super) fn visit(&self, visit: Visit<'_>) -> Result<(), ArchiveError> {
        match self.0.is_dir() {
            true => self.visit_folder(visit),
            false => self.visit_bundle(visit),
        }
    }

    fn visit_folder(&self, visit: Visit<'_>) -> Result<(), ArchiveError> {
        let open = |name: &str| match File::open(self.0.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(ArchiveError::NotAnArchive("it has no manifest.json"))
            }
            opened => opened.map_err(|cause| self.files(cause)),
        };
        visit(MANIFEST, &mut open(MANIFEST)?)?;
        let folder = self.0.join(DOCUMENTS);
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(|cause| self.files(cause))? {
            let name = entry.map_err(|cause| self.files(cause))?.file_name();
            names.push(format!("{DOCUMENTS}{}", name.to_string_lossy()));
        }
        names.sort();
        names.iter().try_for_each(|name| visit(name, &mut open(name)?))
    }

    fn visit_bundle(&self, visit: Visit<'_>) -> Result<(), ArchiveError> {
        let file = File::open(&self.0).map_err(|cause| self.files(cause))?;
        let mut bundle = tar::Archive::new(io::BufReader::new(file));
        let damaged = |error: io::Error| ArchiveError::damaged("the file", error);
        for (position, entry) in bundle.entries().map_err(damaged)?.enumerate() {
            let mut entry = entry.map_err(|error| match position {
                0 => ArchiveError::NotAnArchive("it is no tar file"),
                _ => damaged(error),
            })?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            visit(&name, &mut entry)?;
        }
        Ok(())
    }

    fn files(&self, cause: io::Error) -> ArchiveError {
        ArchiveError::Files { path: self.0.clone(), cause }
    }
}
