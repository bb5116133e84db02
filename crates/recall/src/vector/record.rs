//! Rows and changes as bytes: what the index file and its journal are made of.

use super::{Change, Stored};
use crate::disk::{Garbled, Reader, write_description, write_id};
use crate::embed::{Embedding, ModelIdentity};

/// Bumped when the layout changes; files of another version are rebuilt, not converted.
pub(crate) const VERSION: u32 = 1;

const PUT: u8 = 1;
const DELETE: u8 = 2;

impl Reader<'_> {
    pub(crate) fn change(&mut self, dimension: usize) -> Result<Change, Garbled> {
        match self.u8()? {
            PUT => {
                let (id, stamp, payload) = self.description()?;
                let embedding = Embedding::trusted(self.floats(dimension)?);
                Ok(Change::Put(Stored { id, stamp, payload, embedding }))
            }
            DELETE => self.id().map(Change::Delete),
            _ => Err(Garbled),
        }
    }
}

pub(crate) fn write_floats(bytes: &mut Vec<u8>, values: &[f32]) {
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
}

pub(crate) fn write_change(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Put(stored) => {
            bytes.push(PUT);
            write_description(bytes, stored.id, stored.stamp, &stored.payload);
            write_floats(bytes, stored.embedding.values());
        }
        Change::Delete(id) => {
            bytes.push(DELETE);
            write_id(bytes, *id);
        }
    }
}

/// What a file is for: kind, version, model, dimension and number of rows (zero in a journal).
pub(crate) fn header(kind: &[u8; 8], model: &ModelIdentity, rows: usize) -> Vec<u8> {
    let mut body = Vec::from(kind);
    body.extend(VERSION.to_le_bytes());
    body.extend((model.dimension as u64).to_le_bytes());
    body.extend((rows as u64).to_le_bytes());
    body.extend(model.name.as_bytes());
    body
}

/// What a header says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) version: u32,
    pub(crate) model: ModelIdentity,
    pub(crate) rows: usize,
}

pub(crate) fn read_header(kind: &[u8; 8], body: &[u8]) -> Result<Header, Garbled> {
    let mut reader = Reader(body);
    if reader.bytes(8)? != kind {
        return Err(Garbled);
    }
    let version = reader.u32()?;
    let dimension = usize::try_from(reader.u64()?).map_err(|_| Garbled)?;
    let rows = usize::try_from(reader.u64()?).map_err(|_| Garbled)?;
    let name = String::from_utf8(reader.0.to_vec()).map_err(|_| Garbled)?;
    Ok(Header { version, model: ModelIdentity { name, dimension }, rows })
}
