use std::io;
use std::path::{Path, PathBuf};

use crate::embed::ModelIdentity;
use crate::vector::DimensionError;

/// Why an index could not be read from or written to its files.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("cannot use {path}: {cause}")]
    Io { path: PathBuf, cause: io::Error },
    /// The index is lost; it can be made again from the texts.
    #[error("{path} is damaged: {what}")]
    Corrupt { path: PathBuf, what: String },
    /// Written by another version of the format.
    #[error("{path} has the format version {found}, not {expected}")]
    OtherVersion { path: PathBuf, expected: u32, found: u32 },
    /// Intact, but its vectors cannot be compared with those of the model in use.
    #[error("{path} holds vectors of {}, not of {}", found.name, expected.name)]
    OtherModel { path: PathBuf, expected: ModelIdentity, found: ModelIdentity },
    #[error(transparent)]
    Dimension(#[from] DimensionError),
}

impl FileError {
    /// Whether the way on is to make the index again from the texts.
    pub fn calls_for_rebuild(&self) -> bool {
        matches!(self, Self::Corrupt { .. } | Self::OtherVersion { .. } | Self::OtherModel { .. })
    }

    /// Whether there is no such file, which is how every index begins.
    pub fn is_missing_file(&self) -> bool {
        matches!(self, Self::Io { cause, .. } if cause.kind() == io::ErrorKind::NotFound)
    }

    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |cause| Self::Io { path: path.into(), cause }
    }

    pub(crate) fn corrupt(path: &Path, what: &str) -> Self {
        Self::Corrupt { path: path.into(), what: what.into() }
    }
}
