//! What is in the folder of media and belongs to no upload is in the way there. A database would be, and so would a
//! backup in the making.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use ::media::blobs;
use store::Location;

use super::error::ConfigError;

pub(super) fn keep_apart(
    media: &blobs::Location,
    data_dir: &Path,
    database: &Location,
    backups: &blobs::Location,
) -> Result<(), ConfigError> {
    let refuse = |key, expected| Err(ConfigError::WrongValue { key, expected });
    let file = match database {
        Location::File(path) => Some(path.as_path()),
        Location::Server(_) => None,
    };
    if [Some(data_dir), file].into_iter().flatten().any(|path| is_inside(media, path)) {
        let expected = "a folder of its own, in which neither the data folder nor the database is";
        return refuse("media.url", expected);
    }
    match backups {
        blobs::Location::Folder(folder) if is_inside(media, folder) => {
            refuse("backup.url", "a place that is not in the folder of media")
        }
        // What goes to a bucket is made here first.
        blobs::Location::Bucket(_) if is_inside(media, &data_dir.join("backups")) => {
            refuse("media.url", "a folder of its own, in which no backups are made")
        }
        _ => Ok(()),
    }
}

/// Whether a path leads into the folder of media, or to it.
pub(super) fn is_inside(media: &blobs::Location, path: &Path) -> bool {
    match media {
        blobs::Location::Folder(media) => leads_into(media, path),
        blobs::Location::Bucket(_) => false,
    }
}

/// Whether a path leads into a folder, or to it, by whatever name.
pub(super) fn leads_into(folder: &Path, path: &Path) -> bool {
    match (resolve(path), resolve(folder)) {
        (Ok(path), Ok(folder)) => {
            path.starts_with(&folder) || path.ancestors().any(|above| is_same(above, &folder))
        }
        // Nobody can tell.
        _ => true,
    }
}

/// A folder may be mounted a second time elsewhere, or be found by other letters.
fn is_same(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| path.metadata().ok().map(|found| (found.dev(), found.ino()));
    identity(one).is_some_and(|one| Some(one) == identity(other))
}

/// Where a path leads by all links, also when the end of it is not there yet.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    let known = path.ancestors().find_map(|it| Some((it, it.canonicalize().ok()?)));
    let Some((known, mut place)) = known else { return Ok(path) };
    for part in path.strip_prefix(known).unwrap_or(Path::new("")).components() {
        match part {
            Component::ParentDir => _ = place.pop(),
            part => place.push(part),
        }
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_into_media_by_whatever_way() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        std::fs::create_dir_all(path("data/media/backups")).unwrap();
        std::os::unix::fs::symlink(path("data/media"), path("link")).unwrap();
        let media = |name: &str| blobs::Location::Folder(path(name));
        for (name, expected) in [
            ("data/media", true),
            ("data/media/backups", true),
            ("data/media/new/newer", true),
            ("data/../data/./media/new", true),
            ("data/new/../media", true),
            ("link", true),
            ("link/new", true),
            ("data", false),
            ("data/backups", false),
            ("data/media2", false),
            ("data/media/../backups", false),
            ("data/media/new/../../backups", false),
            ("link/../backups", false),
        ] {
            assert_eq!(is_inside(&media("data/media"), &path(name)), expected, "{name}");
            assert_eq!(is_inside(&media("link"), &path(name)), expected, "{name}");
        }
        assert!(is_inside(&media("none/media"), &path("none/media/x")));
        assert!(!is_inside(&media("none/media"), &path("none/x")));
    }
}
