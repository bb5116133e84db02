//! What is where among the files.
//!
//! | key | what |
//! |---|---|
//! | `<id>/<file>` | what visitors get, under `/media/<id>/<file>` |
//! | `originals/<id>`, `originals/<id>.<mark>` | a picture as it was sent, never served |
//! | `previews/<token>/<filter>.webp` | for ten minutes, under `/media/previews/<token>/…` |
//! | `.folia-site` | the mark of the site that removes files here; below a folder, the files there are another site's |
//! | `set-aside/<id>/<key>` | what belonged to nothing when somebody had it mended; never served |
//! | `backups/folia-….tar` | backups, where they are kept in the bucket; never served |
//! | `<stem>_500.webp`, `<folder>/<stem>_500.webp`, also `_750` and `_1200` | files from before |

use kernel::Id;

pub(crate) const PREVIEWS: &str = "previews";
const ORIGINALS: &str = "originals";
pub(crate) const SITE_MARK: &str = ".folia-site";
const SET_ASIDE: &str = "set-aside";

pub(crate) fn file(id: Id, name: &str) -> String {
    format!("{id}/{name}")
}

/// The mark is that of the file that replaced the first one.
pub(crate) fn original(id: Id, mark: Option<&str>) -> String {
    match mark {
        None => format!("{ORIGINALS}/{id}"),
        Some(mark) => format!("{ORIGINALS}/{id}.{mark}"),
    }
}

pub(crate) fn preview_folder(token: &str) -> String {
    format!("{PREVIEWS}/{token}")
}

/// Which upload a key belongs to, when it is one of an upload.
pub(crate) fn owner(key: &str) -> Option<Id> {
    let (folder, name) = key.split_once('/')?;
    let original = || name.split_once('.').map_or(name, |(id, _)| id);
    exact_id(if folder == ORIGINALS { original() } else { folder })
}

/// An id in the one spelling that keys have.
pub(crate) fn exact_id(text: &str) -> Option<Id> {
    // `parse` takes several spellings of an id. Only one is an address, so that caches hold one
    // copy.
    text.parse::<Id>().ok().filter(|id| id.to_string() == text)
}

/// Whether a file is called like a backup that a site has made of itself: `folia-20261116T125235Z-1f2e3d4c.tar`,
/// or without the mark of the site, as before. They may be kept in the bucket of the media, are none of them, and
/// are never served.
pub fn is_backup_name(name: &str) -> bool {
    let inner = name.strip_prefix("folia-").and_then(|rest| rest.strip_suffix(".tar"));
    let is_mark = |text: &str| {
        let digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        text.len() == 8 && text.bytes().all(digit)
    };
    inner.and_then(|inner| inner.split_once('Z')).is_some_and(|(time, rest)| {
        is_time(time) && (rest.is_empty() || rest.strip_prefix('-').is_some_and(is_mark))
    })
}

/// As in the names of backups: `20261116T125235`.
fn is_time(text: &str) -> bool {
    text.split_once('T').is_some_and(|(day, hour)| {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        day.len() == 8 && hour.len() == 6 && digits(day) && digits(hour)
    })
}

/// Where a file goes that belongs to nothing.
pub(crate) fn aside(id: Id, key: &str) -> String {
    format!("{SET_ASIDE}/{id}/{key}")
}

/// The key that a file had before it was set aside.
pub(crate) fn before_aside(key: &str) -> Option<&str> {
    let (_, before) = key.strip_prefix(SET_ASIDE)?.strip_prefix('/')?.split_once('/')?;
    Some(before)
}

/// The folder, with a slash at its end, whose files are another site's by this mark in it.
pub(crate) fn marked_folder(key: &str) -> Option<&str> {
    key.strip_suffix(SITE_MARK).filter(|folder| folder.ends_with('/'))
}

/// Whether a file is one of an upload to a site whose folder is somewhere below this one. That site may be too young to
/// have marked it.
pub(crate) fn is_of_inner_site(key: &str) -> bool {
    let below = |at: usize| key.get(at + 1..).is_some_and(|rest| owner(rest).is_some());
    owner(key).is_none() && key.match_indices('/').any(|(at, _)| below(at))
}

/// The key of a file in the making, which has a number behind it.
pub(crate) fn whole(key: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    key.rsplit_once('#').filter(|(_, number)| is_number(number)).map_or(key, |(whole, _)| whole)
}

/// Whether a file is beside the media rather than one of them.
pub(crate) fn is_beside(key: &str) -> bool {
    // Whoever writes the mark next removes what a killed writer has left of it.
    let is_mark = |rest: &str| rest.is_empty() || rest.starts_with('#');
    is_backup(key) || is_aside(key) || key.strip_prefix(SITE_MARK).is_some_and(is_mark)
}

fn is_aside(key: &str) -> bool {
    before_aside(key).is_some()
}

fn is_backup(key: &str) -> bool {
    is_backup_name(key.rsplit('/').next().unwrap_or_default())
}

pub(crate) fn is_preview(key: &str) -> bool {
    key.starts_with("previews/")
}

const OLD_WIDTHS: [&str; 3] = ["_500", "_750", "_1200"];
const OLD_TYPES: [(&str, &str); 4] =
    [("webp", "image/webp"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("png", "image/png")];

/// The type of a file from before, judged by its name alone: letters, digits, dots, hyphens and
/// underscores, one of the old widths, one of the old endings.
pub(crate) fn old_file(name: &str) -> Option<&'static str> {
    let (stem, ending) = name.rsplit_once('.')?;
    let known = OLD_WIDTHS.iter().any(|width| stem.len() > width.len() && stem.ends_with(width));
    let (_, media_type) = OLD_TYPES.into_iter().find(|(known, _)| *known == ending)?;
    (known && is_plain(name)).then_some(media_type)
}

/// Whether a folder may hold files from before.
pub(crate) fn old_folder(folder: &str) -> bool {
    // Otherwise an original could be fetched by a name that looks like an old file.
    is_plain(folder) && ![ORIGINALS, PREVIEWS, SET_ASIDE].contains(&folder)
}

pub(crate) fn is_old(key: &str) -> bool {
    match key.rsplit_once('/') {
        Some((folder, name)) => old_folder(folder) && old_file(name).is_some(),
        None => old_file(key).is_some(),
    }
}

fn is_plain(text: &str) -> bool {
    (1..=200).contains(&text.len())
        // Neither `.`, `..` nor hidden files.
        && !text.starts_with('.')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_files_are_known_by_their_names_and_nothing_else_is() {
        for (name, media_type) in
            [("img_500.webp", "image/webp"), ("My.Cat-1_1200.jpg", "image/jpeg")]
        {
            assert_eq!(old_file(name), Some(media_type), "{name}");
        }
        for name in [
            "img.webp",
            "img_400.webp",
            "_500.webp",
            "img_500.html",
            "img_500.svg",
            "img_500",
            "..\\img_500.webp",
            ".img_500.webp",
            "a/img_500.webp",
            "img\0_500.webp",
            "img_500.webp#1",
        ] {
            assert_eq!(old_file(name), None, "{name}");
        }
        for folder in ["..", ".", "", "originals", "previews", "set-aside", "a/b", "a\\b", "a b"] {
            assert!(!old_folder(folder), "{folder}");
        }
        assert!(is_old("2019/img_500.webp") && is_old("img_750.webp"));
        assert!(!is_old("originals/img_500.webp"));
    }

    #[test]
    fn backups_are_known_by_their_names() {
        assert!(is_backup("backups/folia-20261116T125235Z.tar"));
        assert!(is_backup("backups/folia-20261116T125235Z-1f2e3d4c.tar"));
        for key in [
            "backups/site.tar",
            "folia-20261116T12523Z.tar",
            "folia-2026111６T125235Z.tar",
            "folia-20261116T125235Z-.tar",
            "folia-20261116T125235Z-1f2e3d4.tar",
            "folia-20261116T125235Z-1F2E3D4C.tar",
            "folia-20261116T125235Z-1f2e3d4cZ.tar",
            "folia-20261116T125235Z1f2e3d4c.tar",
            "folia-20261116T125235Z-mystuff1.tar",
        ] {
            assert!(!is_backup(key), "{key}");
        }
    }

    #[test]
    fn what_is_set_aside_tells_where_it_was() {
        let id: Id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        let key = aside(id, "2019/x_500.webp");
        assert_eq!(before_aside(&key), Some("2019/x_500.webp"));
        assert!(is_beside(&key) && !is_old(&key) && owner(&key).is_none());
        assert_eq!(before_aside("set-aside/x_500.webp"), None);
        assert_eq!(before_aside("set-asides/a/b"), None);
        assert_eq!(
            (whole("a/x.webp#12"), whole("a/x.webp#"), whole("a")),
            ("a/x.webp", "a/x.webp#", "a")
        );
    }

    #[test]
    fn keys_tell_whose_they_are() {
        let id: Id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        assert_eq!(owner(&file(id, "x.webp")), Some(id));
        assert_eq!(owner(&original(id, None)), Some(id));
        assert_eq!(owner(&original(id, Some("01ab"))), Some(id));
        assert_eq!(owner("01939B1E-7C00-7ABC-8DEF-0123456789AB/x.webp"), None);
        assert_eq!(owner("2019/x_500.webp"), None);
        for key in [file(id, "x.webp"), original(id, Some("01ab"))] {
            assert!(!is_of_inner_site(&key));
            assert!(is_of_inner_site(&format!("blog/{key}")));
            assert!(is_of_inner_site(&format!("old/blog/{key}")));
        }
        assert!(!is_of_inner_site("2019/x_500.webp"));
    }
}
