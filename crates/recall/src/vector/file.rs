//! The index as a file, written whole and switched in at once.
//!
//! A frame with the header, then one frame per block: descriptions of its rows, then their values
//! in full precision; codes are computed again at load, which costs less than reading them. The
//! file appears under its name only when all of it is on the disk.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::sync::Arc;

use fearless_simd::Level;

use super::block::{Block, Row};
use super::record::{Header, VERSION, header, read_header, write_floats};
use super::{Snapshot, VectorIndex};
use crate::disk::{
    FileError, Garbled, Reader, read_frame, replace_file, write_description, write_frame,
};
use crate::embed::ModelIdentity;

const KIND: &[u8; 8] = b"vectors\n";
/// Writes a generation to a file, atomically.
pub(crate) fn save(
    path: &Path,
    model: &ModelIdentity,
    snapshot: &Snapshot,
) -> Result<(), FileError> {
    replace_file(path, |file| {
        let mut frame = Vec::new();
        write_frame(&mut frame, &header(KIND, model, snapshot.len()));
        file.write_all(&frame)?;
        let mut body = Vec::new();
        for block in &snapshot.blocks {
            body.clear();
            frame.clear();
            body.extend((block.len() as u64).to_le_bytes());
            for index in 0..block.len() {
                let Row { id, stamp, payload, .. } = block.row(index);
                write_description(&mut body, id, stamp, &payload);
            }
            write_floats(&mut body, &block.values);
            write_frame(&mut frame, &body);
            file.write_all(&frame)?;
        }
        Ok(())
    })
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
    let garbled = || FileError::corrupt(path, "a block is garbled");
    let (level, mut blocks) = (Level::new(), Vec::new());
    while read_frame(path, &mut input, &mut frame)? {
        let block = restore(level, model.dimension, &frame).map_err(|Garbled| garbled())?;
        blocks.push(Arc::new(block));
    }
    let index = VectorIndex::restored(model.clone(), blocks).ok_or_else(garbled)?;
    let rows = index.snapshot().len();
    // The header was written first, so a file that lost its end shows here.
    if rows != header.rows {
        let what = format!("{rows} rows where {} were written", header.rows);
        return Err(FileError::corrupt(path, &what));
    }
    Ok(index)
}

fn restore(level: Level, dimension: usize, frame: &[u8]) -> Result<Block, Garbled> {
    let mut reader = Reader(frame);
    let rows = usize::try_from(reader.u64()?).map_err(|_| Garbled)?;
    if rows > frame.len() {
        return Err(Garbled);
    }
    let descriptions = (0..rows).map(|_| reader.description()).collect::<Result<Vec<_>, _>>()?;
    let values = reader.floats(rows.checked_mul(dimension).ok_or(Garbled)?)?;
    Ok(Block::restored(level, descriptions.into_iter(), values))
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
