//! What may be in the way of a backup.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::import::read_manifest;
use super::leftovers::PREFIX;
use super::source::Source;
use crate::progress::Progress;

/// Only an older backup is written over. Anything else could be a database, or an archive of somebody's letters.
pub(super) fn refuse_in_the_way(target: &Path) -> io::Result<()> {
    let refuse = |why| Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    if target.as_os_str() == "-" {
        return refuse(
            "a backup goes into a file and not to standard output; a file of that name is ./-",
        );
    }
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    if is_beside_its_database(target) {
        return refuse("a database is beside it, whose own file it would be");
    }
    if name.starts_with(PREFIX) {
        return refuse(
            "files that are called so are taken for the rest of a backup that was killed",
        );
    }
    let found = match target.symlink_metadata() {
        // The link itself would be written over, which may be everybody's, as /dev/stdout is.
        Ok(found) if found.is_symlink() => {
            return refuse("it is a link; name the file itself");
        }
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !found.is_file() {
        return refuse("there is something else that is no file");
    }
    // An empty one may be in use as it is: a lock, or the log of a database.
    if found.len() == 0 {
        return refuse("there is an empty file, which may be in use; remove it, or name another");
    }
    match is_backup(target) {
        true => Ok(()),
        false => refuse("there is another file, which is no backup as folia writes them"),
    }
}

/// Whether a database would take a file of that name for its own: the file it is called after is there. Also where that
/// one itself is not yet.
fn is_beside_its_database(target: &Path) -> bool {
    let name = target.file_name().unwrap_or_default().as_encoded_bytes();
    ["-wal", "-shm", "-journal"].iter().any(|end| {
        let (stem, last) = name.split_at(name.len().saturating_sub(end.len()));
        // Some disks make no difference between letters.
        last.eq_ignore_ascii_case(end.as_bytes())
            && !stem.is_empty()
            && target.with_file_name(OsStr::from_bytes(stem)).symlink_metadata().is_ok()
    })
}

/// Whether our manifest is in it, and nothing that does not belong to a backup.
fn is_backup(file: &Path) -> bool {
    let source = Source::at(file, &Progress::default());
    source.is_own_bundle() && read_manifest(&source).is_ok()
}

#[cfg(test)]
mod tests {
    use kernel::Timestamp;

    use super::super::layout::MANIFEST;
    use super::super::manifest::{Contents, Manifest};
    use super::super::place::{Bundle, Draft, Place};
    use super::*;

    fn own_manifest() -> String {
        let files = Contents { count: 0, sha256: String::new() };
        let now = Timestamp::from_micros(0);
        let manifest = Manifest::new(now, Default::default(), Vec::new(), Vec::new(), files, None);
        serde_json::to_string(&manifest).unwrap()
    }

    /// A tar file that has these files in it.
    fn pack(files: &[(&str, &str)]) -> Vec<u8> {
        let mut tar = tar::Builder::new(Vec::new());
        for (name, content) in files {
            let mut head = tar::Header::new_gnu();
            head.set_size(content.len() as u64);
            tar.append_data(&mut head, name, content.as_bytes()).unwrap();
        }
        tar.into_inner().unwrap()
    }

    fn begin(target: &Path) -> io::Result<Draft> {
        let mut bundle = Bundle::create(target, Timestamp::from_micros(0))?;
        let manifest = own_manifest();
        bundle.add(MANIFEST, manifest.len() as u64, &mut manifest.as_bytes())?;
        bundle.finish()
    }

    /// As a backup that is whole does.
    fn name(draft: Draft) -> io::Result<()> {
        draft.publish()?.map_or(Ok(()), |draft| draft.replace(None))
    }

    /// What is written over, and what is not.
    fn targets() -> Vec<(Vec<u8>, bool)> {
        let own = own_manifest();
        let picture = ("media/old_500.webp", "x");
        let documents = ("documents/items.jsonl", "");
        let backup = pack(&[picture, ("files.jsonl", ""), documents, (MANIFEST, &own)]);
        let cut = backup[..backup.len() - 2048].to_vec();
        vec![
            (backup.clone(), true),
            (Vec::new(), false),
            (cut, false),
            ([&backup[..], &[0; 9216]].concat(), true),
            // Two of them in one file: of the second nobody would know.
            ([&backup[..], &backup].concat(), false),
            ([&backup[..], b"notes"].concat(), false),
            (b"my notes".to_vec(), false),
            (vec![0; 4096], false),
            (pack(&[]), false),
            (pack(&[("media/holiday.mp4", "x")]), false),
            (pack(&[("documents/letter.txt", "x"), (MANIFEST, "{}")]), false),
            (pack(&[picture, (MANIFEST, "{\"name\": \"app\", \"icons\": []}")]), false),
            (pack(&[picture, (MANIFEST, &own), ("letters/secret.txt", "x")]), false),
            (pack(&[(MANIFEST, &own), (".secret", "x")]), false),
            (pack(&[("site/manifest.json", &own), ("site/documents/items.jsonl", "")]), false),
        ]
    }

    #[test]
    fn only_a_backup_is_written_over() {
        let place = tempfile::tempdir().unwrap();
        for (number, (content, is_taken)) in targets().into_iter().enumerate() {
            let target = place.path().join(format!("{number}.tar"));
            std::fs::write(&target, &content).unwrap();
            let written = begin(&target).and_then(name);
            assert_eq!(written.is_ok(), is_taken, "{number}");
            assert_eq!(std::fs::read(&target).unwrap() == content, !is_taken, "{number}");
        }
    }

    #[test]
    fn what_comes_while_a_backup_is_made_is_only_written_over_if_it_is_one() {
        let place = tempfile::tempdir().unwrap();
        for (number, (content, is_taken)) in targets().into_iter().enumerate() {
            for was_there in [false, true] {
                let target = place.path().join(format!("{number}-{was_there}.tar"));
                if was_there {
                    std::fs::write(&target, pack(&[(MANIFEST, &own_manifest())])).unwrap();
                }
                let draft = begin(&target).unwrap();
                std::fs::write(&target, &content).unwrap();
                let told = name(draft);
                assert_eq!(told.is_ok(), is_taken, "{number} {told:?}");
                assert_eq!(std::fs::read(&target).unwrap() == content, !is_taken, "{number}");
            }
        }
        let left = std::fs::read_dir(place.path()).unwrap().flatten();
        let left = left.filter(|it| it.file_name().to_string_lossy().starts_with(PREFIX));
        assert_eq!(left.count(), 0, "what was refused is gone");
    }

    /// The links that programs reach their output by, and those of people.
    #[test]
    fn a_link_is_neither_followed_nor_written_over() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        std::fs::write(path("site.tar"), pack(&[(MANIFEST, &own_manifest())])).unwrap();
        for (number, leads_to) in ["/proc/self/fd/1", "site.tar", "none", "."].iter().enumerate() {
            let link = path(&format!("link {number}"));
            std::os::unix::fs::symlink(leads_to, &link).unwrap();
            let told = begin(&link).unwrap_err().to_string();
            assert_eq!(told, "it is a link; name the file itself", "{leads_to}");
            assert_eq!(std::fs::read_link(&link).unwrap(), Path::new(leads_to));
            // One that comes meanwhile.
            std::fs::remove_file(&link).unwrap();
            let draft = begin(&link).unwrap();
            std::os::unix::fs::symlink(leads_to, &link).unwrap();
            name(draft).unwrap_err();
            assert_eq!(std::fs::read_link(&link).unwrap(), Path::new(leads_to));
        }
        let told = refuse_in_the_way(Path::new("-")).unwrap_err().to_string();
        assert!(told.contains("standard output"), "{told}");
    }

    #[test]
    fn what_a_database_takes_for_its_own_is_no_target() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        for name in ["site.db-wal", "site.db-shm", "site.db-journal"] {
            refuse_in_the_way(&path(name)).unwrap();
        }
        std::fs::write(path("site.db"), "").unwrap();
        for name in ["site.db", "site.db-wal", "site.db-shm", "site.db-journal"] {
            begin(&path(name)).unwrap_err();
            assert!(name == "site.db" || !path(name).exists());
        }
        begin(&path("site.db-old")).and_then(name).unwrap();
    }
}
