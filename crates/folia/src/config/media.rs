//! The settings under `media`.

use std::path::{Path, PathBuf};

use ::media::JpegDecoder;
use ::media::blobs::{self, Bucket};
use url::Url;

use super::error::ConfigError;
use super::settings::{Settings, address};

pub(super) fn read(
    settings: &Settings<'_>,
    data_dir: &Path,
    access: &BucketAccess,
) -> Result<::media::Settings, ConfigError> {
    Ok(::media::Settings {
        location: location(settings, "media.url", &data_dir.join("media"), access)?,
        most_video_bytes: settings.whole("media.max_video_bytes", 1 << 40)?,
        workers: match settings.whole("media.workers", 1000)? {
            // Decoding is pure computing, so more threads than cores would only hold more memory.
            0 => std::thread::available_parallelism().map_or(2, usize::from),
            workers => usize::try_from(workers).unwrap_or(2),
        },
        // The running program itself, also after a newer one was put in its place.
        decoder: PathBuf::from("/proc/self/exe"),
        jpeg: match settings.text("media.jpeg_decoder") {
            "own" => JpegDecoder::Own,
            "library" => JpegDecoder::Library,
            _ => {
                let (key, expected) = ("media.jpeg_decoder", "own or library");
                return Err(ConfigError::WrongValue { key, expected });
            }
        },
    })
}

/// A folder or a bucket, as a setting says it.
pub(super) fn location(
    settings: &Settings<'_>,
    key: &'static str,
    usual: &Path,
    access: &BucketAccess,
) -> Result<blobs::Location, ConfigError> {
    let text = settings.text(key);
    if let Some(folder) = text.strip_prefix("file:") {
        return Ok(blobs::Location::Folder(match folder.strip_prefix("//").unwrap_or(folder) {
            "" => usual.to_owned(),
            folder => PathBuf::from(folder),
        }));
    }
    let expected = "file:, file:FOLDER or s3://BUCKET/PREFIX";
    let bucket = access.bucket(text).ok_or(ConfigError::WrongValue { key, expected })?;
    access.expect_whole_key()?;
    Ok(blobs::Location::Bucket(bucket))
}

/// How buckets are reached, whichever they are.
#[derive(Clone)]
pub struct BucketAccess {
    endpoint: Option<Url>,
    variables: Vec<(String, String)>,
}

impl BucketAccess {
    pub(super) fn read(
        settings: &Settings<'_>,
        variables: Vec<(String, String)>,
    ) -> Result<Self, ConfigError> {
        let endpoint = address(settings.text("media.endpoint"), "media.endpoint")?;
        Ok(Self { endpoint, variables })
    }

    /// Half of what lets somebody in opens no bucket. Without both, the machine itself may be known there.
    fn expect_whole_key(&self) -> Result<(), ConfigError> {
        let is_set =
            |name| self.variables.iter().any(|(known, text)| known == name && !text.is_empty());
        let (id, secret) = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
        match (is_set(id), is_set(secret)) {
            (true, false) => Err(ConfigError::Incomplete { key: secret, because: id }),
            (false, true) => Err(ConfigError::Incomplete { key: id, because: secret }),
            _ => Ok(()),
        }
    }

    /// The bucket at `s3://BUCKET/PREFIX`.
    pub fn bucket(&self, text: &str) -> Option<Bucket> {
        let rest = text.strip_prefix("s3://")?;
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let prefix = prefix.trim_matches('/');
        // Names go into addresses and into a signature, where other characters have several
        // spellings.
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        let is_usable = !name.is_empty() && plain(name) && plain(prefix);
        let Self { endpoint, variables } = self.clone();
        let (name, prefix) = (name.to_owned(), prefix.to_owned());
        is_usable.then_some(Bucket { name, prefix, endpoint, variables })
    }
}

/// Without the variables, which hold secrets.
impl std::fmt::Debug for BucketAccess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BucketAccess").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}
