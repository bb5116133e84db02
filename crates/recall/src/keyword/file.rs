//! The index as a file, written whole and switched in at once.
//!
//! A frame with the header; then, for each segment, one frame with its documents, one with its
//! terms, and as many with postings as it takes. There is no journal: words come from the texts
//! in no time, so what was written after the file is read from the documents again. Whoever opens
//! the file compares [`Snapshot::entries`] with them.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use super::Snapshot;
use super::segment::{LiveDocuments, Segment};
use crate::disk::{FileError, Garbled, Reader, read_frame, replace_file, write_frame};

const KIND: &[u8; 8] = b"words\n\n\n";
/// Bumped when the layout changes, and when texts are cut into other terms than before; files of
/// another version are made again.
const VERSION: u32 = 1;
/// Postings in one frame.
const POSTINGS: usize = 1 << 22;

/// Writes a generation to a file, atomically.
pub(super) fn save(path: &Path, snapshot: &Snapshot) -> Result<(), FileError> {
    replace_file(path, |file| {
        let (mut frame, mut body) = (Vec::new(), Vec::from(KIND));
        body.extend(VERSION.to_le_bytes());
        body.extend((snapshot.segments.len() as u64).to_le_bytes());
        write_frame(&mut frame, &body);
        file.write_all(&frame)?;
        let mut write = |body: &[u8]| {
            frame.clear();
            write_frame(&mut frame, body);
            file.write_all(&frame)
        };
        for (segment, live) in &snapshot.segments {
            body.clear();
            segment.write_documents(live, &mut body);
            write(&body)?;
            body.clear();
            let lists = segment.write_terms(&mut body);
            write(&body)?;
            // In the order of the terms, whatever order they have in memory.
            body.clear();
            for posting in lists.into_iter().flatten() {
                body.extend(posting.number().to_le_bytes());
                if body.len() == POSTINGS * 4 {
                    write(&body)?;
                    body.clear();
                }
            }
            if !body.is_empty() {
                write(&body)?;
            }
        }
        Ok(())
    })
}

/// Reads a file into a generation of its own.
pub(super) fn load(path: &Path) -> Result<Snapshot, FileError> {
    let file = File::open(path).map_err(FileError::io(path))?;
    let mut input = BufReader::with_capacity(1 << 20, file);
    let mut frame = Vec::new();
    let mut next = |frame: &mut Vec<u8>| match read_frame(path, &mut input, frame) {
        Ok(true) => Ok(()),
        Ok(false) => Err(FileError::corrupt(path, "it ends too early")),
        Err(error) => Err(error),
    };
    let garbled = |Garbled| FileError::corrupt(path, "a segment is garbled");
    next(&mut frame)?;
    let segments = header(path, &frame)?;
    let mut snapshot = Snapshot::default();
    for _ in 0..segments {
        next(&mut frame)?;
        let (mut segment, live) = documents(&mut Reader(&frame)).map_err(garbled)?;
        next(&mut frame)?;
        let postings = segment.read_terms(&mut Reader(&frame)).map_err(garbled)?;
        while segment.postings_read() < postings {
            next(&mut frame)?;
            segment.read_postings(&mut Reader(&frame), postings).map_err(garbled)?;
        }
        snapshot.segments.push((segment.into(), live.into()));
    }
    // A file that goes on is not ours, or two were written into each other.
    match read_frame(path, &mut input, &mut frame)? {
        false => Ok(snapshot),
        true => Err(FileError::corrupt(path, "it goes on behind its end")),
    }
}

fn header(path: &Path, body: &[u8]) -> Result<u64, FileError> {
    let garbled = |Garbled| FileError::corrupt(path, "its header is garbled");
    let mut reader = Reader(body);
    if reader.bytes(8).map_err(garbled)? != KIND {
        return Err(garbled(Garbled));
    }
    let found = reader.u32().map_err(garbled)?;
    if found != VERSION {
        return Err(FileError::OtherVersion { path: path.into(), expected: VERSION, found });
    }
    reader.u64().map_err(garbled)
}

fn documents(reader: &mut Reader<'_>) -> Result<(Segment, LiveDocuments), Garbled> {
    let mut segment = Segment::default();
    let gone = segment.read_documents(reader)?;
    let mut live = LiveDocuments::all(&segment);
    for (document, _) in gone.iter().enumerate().filter(|(_, gone)| **gone) {
        live.remove(document, segment.lengths[document]);
    }
    Ok((segment, live))
}
