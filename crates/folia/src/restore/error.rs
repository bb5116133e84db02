use std::path::PathBuf;

use media::MediaError;
use media::blobs::BlobError;
use store::StoreError;

use crate::archive::ArchiveError;
use crate::data_dir::DataDirError;

/// Why a site was not restored, in the words its user sees.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RestoreError {
    #[error(
        "this place is not empty: {0}; restore into a new one (another --data folder, --database, media.url)"
    )]
    NotEmpty(String),
    #[error("{}: {cause}", path.display())]
    Files { path: PathBuf, cause: std::io::Error },
    #[error("{0} is no backup in a bucket; write s3://BUCKET/PREFIX/FILE.tar")]
    NoAddress(String),
    #[error("there is no {0}")]
    NothingThere(String),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    #[error(transparent)]
    Media(#[from] BlobError),
    #[error("media: {0}")]
    MediaWork(#[from] MediaError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
