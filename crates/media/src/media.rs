use std::path::PathBuf;
use std::sync::Arc;

use edge::Metrics;
use pixels::JpegDecoder;
use store::Store;

use crate::blobs::{BlobError, Blobs, Location};
use crate::changes::Changes;
use crate::decoder::Decoder;
use crate::layout;
use crate::picture_pool::PicturePool;

/// What the owner decides about media.
#[derive(Clone, Debug)]
pub struct Settings {
    pub location: Location,
    pub most_video_bytes: u64,
    /// How many pictures are worked on at a time.
    pub workers: usize,
    /// The program that decodes AVIF: this one, called as `decode-avif`.
    pub decoder: PathBuf,
    /// Who decodes JPEG.
    pub jpeg: JpegDecoder,
}

/// The media of a site: documents in the store, files in the blobs. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Media {
    pub(crate) store: Store,
    pub(crate) changes: Changes,
    pub(crate) blobs: Blobs,
    pub(crate) pictures: PicturePool,
    pub(crate) decoder: Arc<Decoder>,
    pub(crate) most_video_bytes: u64,
}

impl Media {
    pub fn open(store: Store, settings: &Settings) -> Result<Self, BlobError> {
        Ok(Self {
            store,
            changes: Changes::default(),
            blobs: Blobs::open(&settings.location)?,
            pictures: PicturePool::new(settings.workers),
            decoder: Arc::new(Decoder::new(settings.decoder.clone(), settings.jpeg)),
            most_video_bytes: settings.most_video_bytes,
        })
    }

    /// Tells the metrics about the work on pictures.
    pub fn count_in(&self, metrics: &Metrics) {
        self.pictures.counters.register(metrics);
    }

    /// Whether files can be read.
    pub async fn ping(&self) -> Result<(), BlobError> {
        self.blobs.ping().await
    }

    /// The keys of files from before there were records. Nothing but their names tells of them.
    pub async fn list_old_files(&self) -> Result<Vec<String>, BlobError> {
        let listed = self.blobs.list().await?.into_iter();
        let old = listed.filter(|file| !file.strange && layout::is_old(&file.key));
        Ok(old.map(|file| file.key).collect())
    }

    /// How many files of media there are, whoever they belong to. Backups in the same bucket are none, nor is the site's mark.
    pub async fn count_files(&self) -> Result<usize, BlobError> {
        let listed = self.blobs.list().await?;
        Ok(listed.iter().filter(|file| !layout::is_beside(&file.key)).count())
    }

    pub fn is_old_file(key: &str) -> bool {
        layout::is_old(key)
    }

    /// The files themselves, for whoever copies a site.
    pub fn blobs(&self) -> &Blobs {
        &self.blobs
    }
}
