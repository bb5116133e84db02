//! Files that others may have put there. What is opened without looking need not be one: a pipe is waited for
//! without end, a device does something when it is opened.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

/// Opens what is a file, also behind a link.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    open_as(path, std::fs::metadata(path)?, OFlags::NONBLOCK)
}

/// Opens what is a file itself, and no link to one.
pub(crate) fn open_unlinked(path: &Path) -> io::Result<File> {
    open_as(path, std::fs::symlink_metadata(path)?, OFlags::NONBLOCK | OFlags::NOFOLLOW)
}

/// Reads all of a file that has no more than `most` bytes, as [`open`] does.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is far too large")),
        false => Ok(bytes),
    }
}

fn open_as(path: &Path, told: Metadata, how: OFlags) -> io::Result<File> {
    check(&told)?;
    // It may have become something else meanwhile, which must not be waited for. Files themselves do not
    // care for the flag.
    let how = how.bits().try_into().map_err(io::Error::other)?;
    let file = OpenOptions::new().read(true).custom_flags(how).open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn check(told: &Metadata) -> io::Result<()> {
    match told.is_file() {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

#[cfg(test)]
pub(crate) fn make_pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|status| status.success()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_are_opened_and_nothing_is_waited_for() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        std::fs::write(path("file"), "words").unwrap();
        make_pipe(&path("pipe"));
        for (link, target) in [("to file", "file"), ("to pipe", "pipe"), ("to nothing", "none")] {
            std::os::unix::fs::symlink(path(target), path(link)).unwrap();
        }
        assert_eq!(read(&path("file"), 5).unwrap(), b"words");
        assert!(read(&path("file"), 4).is_err());
        assert_eq!(read(&path("to file"), 5).unwrap(), b"words");
        open_unlinked(&path("file")).unwrap();
        for name in ["pipe", "to pipe", "to nothing", "none", "."] {
            assert!(read(&path(name), 5).is_err(), "{name}");
            assert!(open_unlinked(&path(name)).is_err(), "{name}");
        }
        assert!(open_unlinked(&path("to file")).is_err());
        let device = read(Path::new("/dev/zero"), 5).unwrap_err();
        assert_eq!(device.to_string(), "it is not a regular file");
    }
}
