//! The settings under `backup`.

use std::path::Path;
use std::time::Duration;

use ::media::blobs::{Bucket, Location};

use super::error::ConfigError;
use super::media::{BucketAccess, location};
use super::settings::Settings;

/// What the owner decides about backups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupSettings {
    /// None: never.
    pub every: Option<Duration>,
    pub keep: usize,
    pub location: Location,
}

pub(super) fn read(
    settings: &Settings<'_>,
    data_dir: &Path,
    media: &Location,
    access: &BucketAccess,
) -> Result<BackupSettings, ConfigError> {
    let usual = data_dir.join("backups");
    let location = match (settings.text("backup.url"), media) {
        ("", Location::Folder(_)) => Location::Folder(usual),
        ("", Location::Bucket(bucket)) => {
            let prefix = format!("{}/backups", bucket.prefix);
            let prefix = prefix.trim_start_matches('/').to_owned();
            Location::Bucket(Bucket { prefix, ..bucket.clone() })
        }
        _ => location(settings, "backup.url", &usual, access)?,
    };
    Ok(BackupSettings {
        every: every(settings)?,
        keep: usize::try_from(settings.count("backup.keep")?).unwrap_or(usize::MAX),
        location,
    })
}

fn every(settings: &Settings<'_>) -> Result<Option<Duration>, ConfigError> {
    let (key, expected) = ("backup.every", "a time such as \"1d\", \"12h\" or \"30m\"");
    let text = settings.text(key).trim();
    if text.is_empty() {
        return Ok(None);
    }
    span(text).map(Some).ok_or(ConfigError::WrongValue { key, expected })
}

/// From a minute to a year.
fn span(text: &str) -> Option<Duration> {
    let minutes = match text.chars().next_back()? {
        'm' => 1,
        'h' => 60,
        'd' => 24 * 60,
        _ => return None,
    };
    let number: u64 = text[..text.len() - 1].parse().ok()?;
    let minutes = number.checked_mul(minutes)?;
    (1..=366 * 24 * 60).contains(&minutes).then(|| Duration::from_secs(minutes * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_number_and_a_unit() {
        for (text, minutes) in [("1d", 1440), ("12h", 720), ("30m", 30)] {
            assert_eq!(span(text), Some(Duration::from_secs(minutes * 60)), "{text}");
        }
        for wrong in ["0m", "1", "d", "1w", "-1h", "1.5h", "367d", "99999999999999999999d", "1ü"] {
            assert_eq!(span(wrong), None, "{wrong}");
        }
    }
}
