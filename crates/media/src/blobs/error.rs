/// Why files could not be read or written. Paths and addresses stay in the log.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    #[error("there is no such file")]
    Missing,
    #[error("the folder for media cannot be used: {0}")]
    Folder(#[from] std::io::Error),
    #[error("the store for media cannot be used: {0}")]
    Store(object_store::Error),
    #[error("the system's certificates cannot be read: {0}")]
    Certificates(std::io::Error),
}

impl From<object_store::Error> for BlobError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::Missing,
            error => Self::Store(error),
        }
    }
}
