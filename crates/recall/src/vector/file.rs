//! The index as a file, written whole and switched in at once.
//!
//! A frame with the header, then one frame per block: descriptions of its rows, then their values
//! in full precision; codes are computed again at load, which costs less than reading them. The
//! file appears under its name only when all of it is on the disk.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::block::Row;
use super::record::{
    Garbled, Header, Reader, VERSION, header, read_header, write_description, write_floats,
    write_frame,
};
use super::{Snapshot, VectorIndex};
use crate::embed::ModelIdentity;

const KIND: &[u8; 8] = b"vectors\n";
/// No frame is longer; a length beyond it is garbage, not a reason to allocate.
const LONGEST_FRAME: usize = 1 << 28;

/// Why an index could not be read from or written to its files.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("cannot use {path}: {cause}")]
    Io { path: PathBuf, cause: io::Error },
    /// The vectors are lost; they can be made again from the texts.
    #[error("{path} is damaged: {what}")]
    Corrupt { path: PathBuf, what: String },
    /// Written by another version of the format.
    #[error("{path} has the format version {found}, not {expected}")]
    OtherVersion { path: PathBuf, expected: u32, found: u32 },
    /// Intact, but its vectors cannot be compared with those of the model in use.
    #[error("{path} holds vectors of {}, not of {}", found.name, expected.name)]
    OtherModel { path: PathBuf, expected: ModelIdentity, found: ModelIdentity },
    #[error(transparent)]
    Dimension(#[from] super::DimensionError),
}

impl FileError {
    /// Whether the way on is to make the index again from the texts.
    pub fn calls_for_rebuild(&self) -> bool {
        matches!(self, Self::Corrupt { .. } | Self::OtherVersion { .. } | Self::OtherModel { .. })
    }

    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |cause| Self::Io { path: path.into(), cause }
    }

    pub(crate) fn corrupt(path: &Path, what: &str) -> Self {
        Self::Corrupt { path: path.into(), what: what.into() }
    }
}

/// Writes a generation to a file, atomically.
pub(crate) fn save(
    path: &Path,
    model: &ModelIdentity,
    snapshot: &Snapshot,
) -> Result<(), FileError> {
    let failed = FileError::io(path);
    let temporary = path.with_extension("partial");
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        let mut frame = Vec::new();
        write_frame(&mut frame, &header(KIND, model, snapshot.len()));
        file.write_all(&frame)?;
        let mut body = Vec::new();
        for block in &snapshot.blocks {
            body.clear();
            frame.clear();
            body.extend((block.len() as u64).to_le_bytes());
            for index in 0..block.len() {
                write_description(&mut body, &block.row(index));
            }
            write_floats(&mut body, &block.values);
            write_frame(&mut frame, &body);
            file.write_all(&frame)?;
        }
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        sync_folder(path)
    };
    write().map_err(failed)
}

/// A rename is durable once its folder is.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// Reads a file into a fresh index.
pub(crate) fn load(path: &Path, model: &ModelIdentity) -> Result<VectorIndex, FileError> {
    let file = File::open(path).map_err(FileError::io(path))?;
    let mut input = BufReader::with_capacity(1 << 20, file);
    let mut frame = Vec::new();
    if !read_frame(path, &mut input, &mut frame)? {
        return Err(FileError::corrupt(path, "it is empty"));
    }
    let header = check_header(path, KIND, &frame, model)?;
    let index = VectorIndex::new(model.clone());
    while read_frame(path, &mut input, &mut frame)? {
        restore(&index, &frame)
            .map_err(|Garbled| FileError::corrupt(path, "a block is garbled"))?;
    }
    let rows = index.snapshot().len();
    if rows != header.rows {
        let what = format!("{rows} rows where {} were written", header.rows);
        return Err(FileError::corrupt(path, &what));
    }
    Ok(index)
}

fn restore(index: &VectorIndex, frame: &[u8]) -> Result<(), Garbled> {
    let mut reader = Reader(frame);
    let rows = usize::try_from(reader.u64()?).map_err(|_| Garbled)?;
    if rows > frame.len() {
        return Err(Garbled);
    }
    let descriptions = (0..rows).map(|_| reader.description()).collect::<Result<Vec<_>, _>>()?;
    let dimension = index.model().dimension;
    let values = reader.floats(rows.checked_mul(dimension).ok_or(Garbled)?)?;
    let row = |((id, stamp, payload), values)| Row { id, stamp, payload, values };
    index.restore(descriptions.into_iter().zip(values.chunks_exact(dimension.max(1))).map(row));
    Ok(())
}

pub(crate) fn check_header(
    path: &Path,
    kind: &[u8; 8],
    body: &[u8],
    model: &ModelIdentity,
) -> Result<Header, FileError> {
    let header = read_header(kind, body)
        .map_err(|Garbled| FileError::corrupt(path, "its header is garbled"))?;
    if header.version != VERSION {
        let (path, found) = (path.into(), header.version);
        return Err(FileError::OtherVersion { path, expected: VERSION, found });
    }
    if header.model != *model {
        let (path, expected) = (path.into(), model.clone());
        return Err(FileError::OtherModel { path, expected, found: header.model });
    }
    Ok(header)
}

/// Reads the next frame; false at the end of the file.
fn read_frame(path: &Path, input: &mut impl Read, frame: &mut Vec<u8>) -> Result<bool, FileError> {
    let mut start = Vec::with_capacity(8);
    input.by_ref().take(8).read_to_end(&mut start).map_err(FileError::io(path))?;
    if start.is_empty() {
        return Ok(false);
    }
    let cut = || FileError::corrupt(path, "it ends in the middle");
    let mut reader = Reader(&start);
    let length = reader.u32().map_err(|Garbled| cut())? as usize;
    let checksum = reader.u32().map_err(|Garbled| cut())?;
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
