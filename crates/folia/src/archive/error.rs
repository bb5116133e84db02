use std::path::PathBuf;

use store::StoreError;

/// Why an archive was not written or not read, in the words its user sees.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("{}: {cause}", path.display())]
    Files { path: PathBuf, cause: std::io::Error },
    #[error("{} is not empty; name a new folder", .0.display())]
    FolderNotEmpty(PathBuf),
    #[error(
        "the site here is not empty; an import goes into a new one (another --data folder or --database)"
    )]
    SiteNotEmpty,
    #[error("this is not an archive of a site: {0}")]
    NotAnArchive(&'static str),
    #[error("this archive was made by a newer folia: {0}")]
    TooNew(String),
    #[error("the archive is damaged: {file} {fault}")]
    Damaged { file: String, fault: String },
    #[error("an archive could not be written or read: {0}")]
    Broken(#[from] std::io::Error),
    #[error(transparent)]
    Media(#[from] media::blobs::BlobError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ArchiveError {
    pub(super) fn damaged(file: &str, fault: impl ToString) -> Self {
        Self::Damaged { file: file.to_owned(), fault: fault.to_string() }
    }
}
