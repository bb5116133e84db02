use std::error::Error;
use std::io::{self, ErrorKind};

use bytes::Bytes;
use object_store::{MultipartUpload, WriteMultipart};

use super::BlobError;

/// How many pieces of five megabytes may be on their way at once.
const MOST_PIECES: usize = 2;

/// A file in the making. It exists when [`Writing::finish`] says so; dropped before, nothing of it
/// stays.
#[derive(Debug)]
pub struct Writing(Option<WriteMultipart>);

impl Writing {
    pub(super) fn new(upload: Box<dyn MultipartUpload>) -> Self {
        Self(Some(WriteMultipart::new(upload)))
    }

    /// Waits while too much is on its way, so that memory stays flat.
    pub async fn add(&mut self, bytes: Bytes) -> Result<(), BlobError> {
        if let Some(writing) = &mut self.0 {
            // A fast client and a slow bucket would otherwise fill the memory with a video.
            writing.wait_for_capacity(MOST_PIECES).await?;
            writing.put(bytes);
        }
        Ok(())
    }

    /// Tells the tag that the file has, where the store gives it one.
    pub async fn finish(mut self) -> Result<Option<String>, BlobError> {
        match self.0.take() {
            Some(writing) => Ok(writing.finish().await?.e_tag),
            None => Ok(None),
        }
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        // `drop` cannot wait, so the clean-up is a task of its own. Without a runtime the process
        // is ending, and the next start cleans up.
        if let (Some(writing), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current())
        {
            runtime.spawn(async move {
                if let Err(error) = writing.abort().await
                    && !is_absence(&error)
                {
                    tracing::warn!(%error, "parts of a broken upload may be left in the store");
                }
            });
        }
    }
}

/// Whether nothing was there to take away: whoever cleans up after a refused upload can be quicker.
fn is_absence(error: &object_store::Error) -> bool {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        let system = error.downcast_ref::<io::Error>();
        if system.is_some_and(|error| error.kind() == ErrorKind::NotFound) {
            return true;
        }
        cause = error.source();
    }
    matches!(error, object_store::Error::NotFound { .. })
}
