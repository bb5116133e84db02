//! Changes since the index file was written, appended as they happen.
//!
//! A crash can tear only the last record; at opening the torn end is cut off. Replaying a journal
//! onto an index that already holds its changes ends in the same state, so the file can be written
//! first and the journal emptied after, with a crash allowed in between.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::Change;
use super::file::check_header;
use super::record::{header, write_change};
use crate::disk::{FileError, Garbled, Reader, write_frame};
use crate::embed::ModelIdentity;

const KIND: &[u8; 8] = b"vecjrnl\n";

#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    model: ModelIdentity,
    length: u64,
}

/// What a journal held when it was opened.
pub(crate) struct Replay {
    pub(crate) changes: Vec<Change>,
    /// Bytes of a torn end that were cut off.
    pub(crate) torn: u64,
}

impl Journal {
    pub(crate) fn open(path: &Path, model: &ModelIdentity) -> Result<(Self, Replay), FileError> {
        let failed = FileError::io(path);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(&failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&failed)?;
        let (changes, intact) = read_changes(path, &bytes, model)?;
        let torn = (bytes.len() - intact) as u64;
        let mut journal =
            Self { path: path.into(), file, model: model.clone(), length: intact as u64 };
        if intact == 0 {
            journal.clear()?;
        } else {
            journal.cut().map_err(&failed)?;
        }
        Ok((journal, Replay { changes, torn }))
    }

    /// Puts changes on the disk; they are there when this returns.
    pub(crate) fn append(&mut self, changes: &[Change]) -> Result<(), FileError> {
        let mut body = Vec::new();
        for change in changes {
            write_change(&mut body, change);
        }
        let mut record = Vec::with_capacity(body.len() + 8);
        write_frame(&mut record, &body);
        let written = self.file.write_all(&record).and_then(|()| self.file.sync_data());
        if let Err(cause) = written {
            // Whatever part arrived must not stand in front of the next record.
            let cut = self.cut();
            return Err(FileError::Io {
                path: self.path.clone(),
                cause: cut.err().unwrap_or(cause),
            });
        }
        self.length += record.len() as u64;
        Ok(())
    }

    /// Forgets all changes.
    pub(crate) fn clear(&mut self) -> Result<(), FileError> {
        let start = start(&self.model);
        self.length = 0;
        let write = |journal: &mut Self| -> io::Result<()> {
            journal.cut()?;
            journal.file.write_all(&start)?;
            journal.file.sync_data()
        };
        write(self).map_err(FileError::io(&self.path))?;
        self.length = start.len() as u64;
        Ok(())
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }
}

/// The changes in a journal, up to the first record that does not read, and how far that is.
pub(crate) fn read_changes(
    path: &Path,
    bytes: &[u8],
    model: &ModelIdentity,
) -> Result<(Vec<Change>, usize), FileError> {
    let mut reader = Reader(bytes);
    let (mut changes, mut intact) = (Vec::new(), 0);
    match frame(&mut reader) {
        Ok(body) => {
            check_header(path, KIND, body, model)?;
            intact = bytes.len() - reader.0.len();
            // What follows a record that does not read was never acknowledged, or stands behind
            // damage.
            while let Ok(batch) = frame(&mut reader).and_then(|body| batch(body, model.dimension)) {
                changes.extend(batch);
                intact = bytes.len() - reader.0.len();
            }
        }
        // A crash while starting a journal leaves less than a header; more than that was a
        // journal once.
        Err(Garbled) if bytes.len() > start(model).len() => {
            return Err(FileError::corrupt(path, "its header is garbled"));
        }
        Err(Garbled) => {}
    }
    Ok((changes, intact))
}

/// The first frame of a journal.
fn start(model: &ModelIdentity) -> Vec<u8> {
    let mut start = Vec::new();
    write_frame(&mut start, &header(KIND, model, 0));
    start
}

fn frame<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], Garbled> {
    let (length, checksum) = (reader.u32()? as usize, reader.u32()?);
    let body = reader.bytes(length)?;
    if crc32fast::hash(body) == checksum { Ok(body) } else { Err(Garbled) }
}

fn batch(body: &[u8], dimension: usize) -> Result<Vec<Change>, Garbled> {
    let mut reader = Reader(body);
    let mut changes = Vec::new();
    while !reader.0.is_empty() {
        changes.push(reader.change(dimension)?);
    }
    Ok(changes)
}
