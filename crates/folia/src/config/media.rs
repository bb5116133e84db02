//! The settings under `media`.

use std::path::{Path, PathBuf};

use ::media::blobs::{self, Bucket};

use super::error::ConfigError;
use super::settings::{Settings, address};

pub(super) fn read(
    settings: &Settings<'_>,
    data_dir: &Path,
    variables: Vec<(String, String)>,
) -> Result<::media::Settings, ConfigError> {
    Ok(::media::Settings {
        location: location(settings, data_dir, variables)?,
        most_video_bytes: settings.whole("media.max_video_bytes", 1 << 40)?,
        workers: match settings.whole("media.workers", 1000)? {
            // Decoding is pure computing, so more threads than cores would only hold more memory.
            0 => std::thread::available_parallelism().map_or(2, usize::from),
            workers => usize::try_from(workers).unwrap_or(2),
        },
        // The running program itself, also after a newer one was put in its place.
        decoder: PathBuf::from("/proc/self/exe"),
    })
}

fn location(
    settings: &Settings<'_>,
    data_dir: &Path,
    variables: Vec<(String, String)>,
) -> Result<blobs::Location, ConfigError> {
    let text = settings.text("media.url");
    if let Some(folder) = text.strip_prefix("file:") {
        return Ok(blobs::Location::Folder(match folder.strip_prefix("//").unwrap_or(folder) {
            "" => data_dir.join("media"),
            folder => PathBuf::from(folder),
        }));
    }
    let expected = "file:, file:FOLDER or s3://BUCKET/PREFIX";
    let wrong = ConfigError::WrongValue { key: "media.url", expected };
    let Some((name, prefix)) = text.strip_prefix("s3://").map(|rest| {
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        (name, prefix.trim_matches('/'))
    }) else {
        return Err(wrong);
    };
    // Names go into addresses and into a signature, where other characters have several spellings.
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
    if name.is_empty() || !plain(name) || !plain(prefix) {
        return Err(wrong);
    }
    let endpoint = address(settings.text("media.endpoint"), "media.endpoint")?;
    let (name, prefix) = (name.to_owned(), prefix.to_owned());
    Ok(blobs::Location::Bucket(Bucket { name, prefix, endpoint, variables }))
}
