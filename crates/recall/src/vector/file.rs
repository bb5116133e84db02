//! The index as a file, written whole and switched in at once.
//!
//! A frame with the header, then one frame per block: descriptions of its rows, then their values
//! in full precision; codes are computed again at load, which costs less than reading them. The
//! file appears under its name only when all of it is on the disk.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;
use std::sync::Arc;

use fearless_simd::Level;
use kernel::Id;

use super::block::{Block, Row};
use super::record::{Header, VERSION, header, read_header, write_floats};
use super::{Snapshot, VectorIndex};
use crate::Stamp;
use crate::disk::{
    FileError, Garbled, Reader, read_frame, replace_file, write_description, write_frame,
};
use crate::embed::ModelIdentity;

const KIND: &[u8; 8] = b"vectors\n";
const GARBLED: &str = "a block is garbled";

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
    let (level, mut blocks) = (Level::new(), Vec::new());
    let written = read_blocks(path, file, model, |frame| {
        blocks.push(Arc::new(restore(level, model.dimension, frame)?));
        Ok(())
    })?;
    let index = VectorIndex::restored(model.clone(), blocks);
    let index = index.ok_or_else(|| FileError::corrupt(path, GARBLED))?;
    check_rows(path, index.snapshot().len(), written)?;
    Ok(index)
}

/// Reads which vectors a file holds, and leaves their values.
pub(crate) fn load_stamps(
    path: &Path,
    file: File,
    model: &ModelIdentity,
) -> Result<HashMap<Id, Stamp>, FileError> {
    let mut stamps = HashMap::new();
    let written = read_blocks(path, file, model, |frame| {
        let mut reader = Reader(frame);
        for _ in 0..rows(&mut reader)? {
            let (id, stamp, _) = reader.description()?;
            stamps.insert(id, stamp);
        }
        Ok(())
    })?;
    check_rows(path, stamps.len(), written)?;
    Ok(stamps)
}

/// Hands over the blocks, one by one. How many rows were written, by what the header says.
fn read_blocks(
    path: &Path,
    file: File,
    model: &ModelIdentity,
    mut take: impl FnMut(&[u8]) -> Result<(), Garbled>,
) -> Result<usize, FileError> {
    let mut input = BufReader::with_capacity(1 << 20, file);
    let mut frame = Vec::new();
    if !read_frame(path, &mut input, &mut frame)? {
        return Err(FileError::corrupt(path, "it is empty"));
    }
    let header = check_header(path, KIND, &frame, model)?;
    while read_frame(path, &mut input, &mut frame)? {
        take(&frame).map_err(|Garbled| FileError::corrupt(path, GARBLED))?;
    }
    Ok(header.rows)
}

/// The header was written first, so a file that lost its end shows here.
fn check_rows(path: &Path, rows: usize, written: usize) -> Result<(), FileError> {
    if rows != written {
        let what = format!("{rows} rows where {written} were written");
        return Err(FileError::corrupt(path, &what));
    }
    Ok(())
}

/// How many rows a block says it has; never more than it has bytes.
fn rows(reader: &mut Reader<'_>) -> Result<usize, Garbled> {
    let rows = usize::try_from(reader.u64()?).map_err(|_| Garbled)?;
    if rows > reader.0.len() { Err(Garbled) } else { Ok(rows) }
}

fn restore(level: Level, dimension: usize, frame: &[u8]) -> Result<Block, Garbled> {
    let mut reader = Reader(frame);
    let rows = rows(&mut reader)?;
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
