//! Rows and changes as bytes: what the index file and its journal are made of.
//!
//! All numbers are little-endian. Every unit carries the CRC-32 of its bytes; the checksum is
//! against accidents, not against an adversary who can write the file.

use kernel::Id;

use super::block::Row;
use super::{Change, Stamp, Stored};
use crate::embed::{Embedding, ModelIdentity};
use crate::payload::{Payload, Tag, TagSet};

/// Bumped when the layout changes; files of another version are rebuilt, not converted.
pub(crate) const VERSION: u32 = 1;

const PUT: u8 = 1;
const DELETE: u8 = 2;

/// The bytes are not what was written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Garbled;

/// A reader that never runs past the end.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], Garbled> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Garbled)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Garbled> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Garbled)?;
        self.0 = rest;
        Ok(*taken)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Garbled> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Garbled> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Garbled> {
        self.array().map(u64::from_le_bytes)
    }

    fn u128(&mut self) -> Result<u128, Garbled> {
        self.array().map(u128::from_le_bytes)
    }

    pub(crate) fn id(&mut self) -> Result<Id, Garbled> {
        let number = u128::from_be_bytes(self.array()?);
        format!("{number:032x}").parse().map_err(|_| Garbled)
    }

    fn tag(&mut self) -> Result<Tag, Garbled> {
        Tag::new(self.u8()?).ok_or(Garbled)
    }

    pub(crate) fn floats(&mut self, count: usize) -> Result<Vec<f32>, Garbled> {
        let bytes = self.bytes(count.checked_mul(4).ok_or(Garbled)?)?;
        Ok(bytes.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
    }

    /// The row's description, without its values.
    pub(crate) fn description(&mut self) -> Result<(Id, Stamp, Payload), Garbled> {
        let id = self.id()?;
        let stamp = Stamp { revision: self.u64()?, fingerprint: self.u128()? };
        let (source, chunk_type) = (self.tag()?, self.tag()?);
        let purposes = TagSet::from_bits(self.u64()?);
        let user = match self.u8()? {
            0 => None,
            1 => Some(self.id()?),
            _ => return Err(Garbled),
        };
        Ok((id, stamp, Payload { source, chunk_type, purposes, user }))
    }

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

pub(crate) fn write_id(bytes: &mut Vec<u8>, id: Id) {
    let digits: String = id.to_string().chars().filter(|c| *c != '-').collect();
    let number = u128::from_str_radix(&digits, 16).expect("an id is 32 hexadecimal digits");
    bytes.extend(number.to_be_bytes());
}

pub(crate) fn write_description(bytes: &mut Vec<u8>, row: &Row<'_>) {
    write_id(bytes, row.id);
    bytes.extend(row.stamp.revision.to_le_bytes());
    bytes.extend(row.stamp.fingerprint.to_le_bytes());
    bytes.extend([row.payload.source.number(), row.payload.chunk_type.number()]);
    bytes.extend(row.payload.purposes.bits().to_le_bytes());
    bytes.push(u8::from(row.payload.user.is_some()));
    if let Some(user) = row.payload.user {
        write_id(bytes, user);
    }
}

pub(crate) fn write_floats(bytes: &mut Vec<u8>, values: &[f32]) {
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
}

pub(crate) fn write_change(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Put(stored) => {
            bytes.push(PUT);
            write_description(bytes, &stored.as_row());
            write_floats(bytes, stored.embedding.values());
        }
        Change::Delete(id) => {
            bytes.push(DELETE);
            write_id(bytes, *id);
        }
    }
}

/// A length, a checksum and the bytes they speak of.
pub(crate) fn write_frame(output: &mut Vec<u8>, body: &[u8]) {
    let length = u32::try_from(body.len()).expect("frames are far below four gigabytes");
    output.extend(length.to_le_bytes());
    output.extend(crc32fast::hash(body).to_le_bytes());
    output.extend(body);
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
