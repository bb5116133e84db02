use kernel::Id;

use crate::Stamp;
use crate::payload::{Payload, Tag, TagSet};

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

    /// A number of things that follow, none of them shorter than `each`.
    pub(crate) fn count(&mut self, each: usize) -> Result<usize, Garbled> {
        let count = usize::try_from(self.u64()?).map_err(|_| Garbled)?;
        // A count is believed only as far as there are bytes for it. A damaged one must not make us
        // allocate gigabytes.
        match count.checked_mul(each).is_some_and(|bytes| bytes <= self.0.len()) {
            true => Ok(count),
            false => Err(Garbled),
        }
    }

    pub(crate) fn id(&mut self) -> Result<Id, Garbled> {
        self.array().map(Id::from_bytes)
    }

    fn tag(&mut self) -> Result<Tag, Garbled> {
        Tag::new(self.u8()?).ok_or(Garbled)
    }

    pub(crate) fn numbers(&mut self, count: usize) -> Result<impl Iterator<Item = u32>, Garbled> {
        let bytes = self.bytes(count.checked_mul(4).ok_or(Garbled)?)?;
        Ok(bytes.as_chunks().0.iter().map(|four| u32::from_le_bytes(*four)))
    }

    pub(crate) fn floats(&mut self, count: usize) -> Result<Vec<f32>, Garbled> {
        Ok(self.numbers(count)?.map(f32::from_bits).collect())
    }

    /// What an index knows of a chunk beside what it is searched by.
    pub(crate) fn description(&mut self) -> Result<(Id, Stamp, Payload), Garbled> {
        let id = self.id()?;
        let revision = self.u64()?;
        let stamp = Stamp { revision, fingerprint: self.array().map(u128::from_le_bytes)? };
        let (source, chunk_type) = (self.tag()?, self.tag()?);
        let purposes = TagSet::from_bits(self.u64()?);
        let user = match self.u8()? {
            0 => None,
            1 => Some(self.id()?),
            _ => return Err(Garbled),
        };
        Ok((id, stamp, Payload { source, chunk_type, purposes, user }))
    }
}

pub(crate) fn write_id(bytes: &mut Vec<u8>, id: Id) {
    bytes.extend(id.as_bytes());
}

pub(crate) fn write_description(bytes: &mut Vec<u8>, id: Id, stamp: Stamp, payload: &Payload) {
    write_id(bytes, id);
    bytes.extend(stamp.revision.to_le_bytes());
    bytes.extend(stamp.fingerprint.to_le_bytes());
    bytes.extend([payload.source.number(), payload.chunk_type.number()]);
    bytes.extend(payload.purposes.bits().to_le_bytes());
    bytes.push(u8::from(payload.user.is_some()));
    if let Some(user) = payload.user {
        write_id(bytes, user);
    }
}
