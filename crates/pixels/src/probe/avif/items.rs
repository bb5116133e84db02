//! The tables inside an AVIF's `meta` box: kinds, places, properties and references of items.

use std::ops::Range;

use crate::probe::boxes::{find, walk};
use crate::probe::bytes::{array, u16_big, u32_big, u64_big};

/// How the file names its colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Colour {
    Icc(Range<usize>),
    /// Primaries, transfer and matrix by number, and whether the range is full.
    Coded {
        primaries: u16,
        transfer: u16,
        matrix: u16,
        full_range: bool,
    },
}

/// What is said about an item, as far as this engine listens.
#[derive(Debug)]
pub(super) enum Property {
    Size(u32, u32),
    Turn(u8),
    Mirror(u8),
    Colour(Colour),
    /// Whether the auxiliary picture is alpha.
    AuxiliaryKind(bool),
}

/// The four-letter kind of `item`.
pub(super) fn kind(meta: &[u8], item: u32) -> Option<[u8; 4]> {
    let table = find(meta, b"iinf")?;
    let entries = table.get(if *table.first()? == 0 { 6 } else { 8 }..)?;
    walk(entries).filter(|(name, _)| *name == b"infe").find_map(|(_, entry)| {
        let (id, kind_at) = match entry.first()? {
            2 => (u32::from(u16_big(entry, 4)?), 8),
            3 => (u32_big(entry, 4)?, 10),
            _ => return None,
        };
        (id == item).then(|| array(entry, kind_at))?
    })
}

/// The byte ranges of the file that hold `item`, all inside the file.
pub(super) fn locations(bytes: &[u8], meta: &[u8], item: u32) -> Option<Vec<Range<usize>>> {
    let table = find(meta, b"iloc")?;
    let version = *table.first()?;
    let sizes = u16_big(table, 4)?;
    let [offset_size, length_size, base_size, index_size] =
        [sizes >> 12, sizes >> 8, sizes >> 4, sizes].map(|size| usize::from(size & 15));
    let mut cursor = Cursor { bytes: table, at: 6 };
    let count = cursor.number(if version < 2 { 2 } else { 4 })?;
    for _ in 0..count {
        let id = cursor.number(if version < 2 { 2 } else { 4 })?;
        let method = if version > 0 { cursor.number(2)? & 15 } else { 0 };
        cursor.number(2)?;
        let base = cursor.number(base_size)?;
        let extents = cursor.number(2)?;
        let mut ranges = Vec::new();
        for _ in 0..extents {
            if version > 0 {
                cursor.number(index_size)?;
            }
            let start = base.checked_add(cursor.number(offset_size)?)?;
            let length = cursor.number(length_size)?;
            if id == u64::from(item) {
                ranges.push((start, length));
            }
        }
        if id == u64::from(item) {
            let (home, home_start) = match method {
                0 => (bytes, 0),
                1 => {
                    let data = find(meta, b"idat")?;
                    // The same bytes of the file, so that ranges can be told as places in it.
                    (data, data.as_ptr() as usize - bytes.as_ptr() as usize)
                }
                _ => return None,
            };
            return place(&ranges, home.len(), home_start);
        }
    }
    None
}

/// Ranges inside their home and together no longer than it, so that repeating one cannot inflate.
fn place(ranges: &[(u64, u64)], length: usize, home_start: usize) -> Option<Vec<Range<usize>>> {
    let mut left = length;
    let place = |(start, count): &(u64, u64)| {
        let start = usize::try_from(*start).ok().filter(|start| *start <= length)?;
        let end = match *count {
            0 => length,
            count => start.checked_add(usize::try_from(count).ok()?)?,
        };
        left = left.checked_sub(end.checked_sub(start)?)?;
        (end <= length).then(|| home_start + start..home_start + end)
    };
    ranges.iter().map(place).collect()
}

/// The properties tied to `item`.
pub(super) fn properties(bytes: &[u8], meta: &[u8], item: u32) -> Vec<Property> {
    let list = || {
        let tables = find(meta, b"iprp")?;
        let all: Vec<_> = walk(find(tables, b"ipco")?).collect();
        let indexes = associations(find(tables, b"ipma")?, item)?;
        Some(
            indexes
                .into_iter()
                .filter_map(|index| all.get(usize::from(index).checked_sub(1)?))
                .filter_map(|(name, payload)| property(bytes, name, payload))
                .collect(),
        )
    };
    list().unwrap_or_default()
}

fn property(bytes: &[u8], name: &[u8; 4], payload: &[u8]) -> Option<Property> {
    Some(match name {
        b"ispe" => Property::Size(u32_big(payload, 4)?, u32_big(payload, 8)?),
        b"irot" => Property::Turn(*payload.first()?),
        b"imir" => Property::Mirror(*payload.first()?),
        b"auxC" => Property::AuxiliaryKind(
            payload.get(4..)?.starts_with(b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")
                || payload.get(4..)?.starts_with(b"urn:mpeg:hevc:2015:auxid:1"),
        ),
        b"colr" => match payload.get(..4)? {
            b"prof" | b"rICC" => {
                let start = payload.as_ptr() as usize - bytes.as_ptr() as usize;
                Property::Colour(Colour::Icc(start + 4..start + payload.len()))
            }
            b"nclx" => Property::Colour(Colour::Coded {
                primaries: u16_big(payload, 4)?,
                transfer: u16_big(payload, 6)?,
                matrix: u16_big(payload, 8)?,
                full_range: payload.get(10)? & 0x80 != 0,
            }),
            _ => return None,
        },
        _ => return None,
    })
}

/// The one-based indexes of the properties of `item`.
fn associations(table: &[u8], item: u32) -> Option<Vec<u16>> {
    let version = *table.first()?;
    let wide = table.get(3)? & 1 == 1;
    let mut cursor = Cursor { bytes: table, at: 4 };
    for _ in 0..cursor.number(4)? {
        let id = cursor.number(if version == 0 { 2 } else { 4 })?;
        let count = cursor.number(1)?;
        let mut indexes = Vec::new();
        for _ in 0..count {
            let index = cursor.number(if wide { 2 } else { 1 })?;
            // The topmost bit only says that the property is essential.
            indexes.push((index & if wide { 0x7fff } else { 0x7f }) as u16);
        }
        if id == u64::from(item) {
            return Some(indexes);
        }
    }
    None
}

/// Who refers to whom under `name`.
pub(super) fn references(meta: &[u8], name: &[u8; 4]) -> Vec<(u32, Vec<u32>)> {
    let Some(table) = find(meta, b"iref") else { return Vec::new() };
    let size = if table.first() == Some(&0) { 2 } else { 4 };
    let read = |payload: &[u8]| {
        let mut cursor = Cursor { bytes: payload, at: 0 };
        let from = cursor.number(size)? as u32;
        let count = cursor.number(2)?;
        let to = (0..count).map_while(|_| cursor.number(size)).map(|id| id as u32).collect();
        Some((from, to))
    };
    walk(table.get(4..).unwrap_or_default())
        .filter(|(found, _)| *found == name)
        .filter_map(|(_, payload)| read(payload))
        .collect()
}

/// Reads numbers of 0, 1, 2, 4 or 8 bytes one after the other.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn number(&mut self, size: usize) -> Option<u64> {
        let at = self.at;
        self.at += size;
        match size {
            0 => Some(0),
            1 => self.bytes.get(at).map(|byte| u64::from(*byte)),
            2 => u16_big(self.bytes, at).map(u64::from),
            4 => u32_big(self.bytes, at).map(u64::from),
            8 => u64_big(self.bytes, at),
            _ => None,
        }
    }
}
