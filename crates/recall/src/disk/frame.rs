use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use super::{FileError, Garbled, Reader};

/// No frame is longer; a length beyond it is garbage, not a reason to allocate.
const LONGEST_FRAME: usize = 1 << 28;

/// A length, a checksum and the bytes they speak of.
pub(crate) fn write_frame(output: &mut Vec<u8>, body: &[u8]) {
    let length = u32::try_from(body.len()).expect("frames are far below four gigabytes");
    output.extend(length.to_le_bytes());
    output.extend(crc32fast::hash(body).to_le_bytes());
    output.extend(body);
}

/// Reads the next frame; false at the end of the file.
pub(crate) fn read_frame(
    path: &Path,
    input: &mut impl Read,
    frame: &mut Vec<u8>,
) -> Result<bool, FileError> {
    let mut start = Vec::with_capacity(8);
    input.by_ref().take(8).read_to_end(&mut start).map_err(FileError::io(path))?;
    if start.is_empty() {
        return Ok(false);
    }
    let cut = || FileError::corrupt(path, "it ends in the middle");
    let mut reader = Reader(&start);
    let length = reader.u32().map_err(|Garbled| cut())? as usize;
    let checksum = reader.u32().map_err(|Garbled| cut())?;
    // Before anything is allocated: the number may be garbage.
    if length > LONGEST_FRAME {
        return Err(FileError::corrupt(path, "a length is out of range"));
    }
    frame.clear();
    input.by_ref().take(length as u64).read_to_end(frame).map_err(FileError::io(path))?;
    if frame.len() != length {
        return Err(cut());
    }
    if crc32fast::hash(frame) != checksum {
        return Err(FileError::corrupt(path, "a checksum does not match"));
    }
    Ok(true)
}

/// Writes a file beside its name and switches it in when all of it is on the disk.
pub(crate) fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), FileError> {
    let temporary = path.with_extension("partial");
    let replace = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        write(&mut file)?;
        file.flush()?;
        // On the disk before it gets its name. A name for half a file would be worse than the old
        // file.
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        sync_folder(path)
    };
    replace().map_err(FileError::io(path))
}

/// A rename is durable once its folder is.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
