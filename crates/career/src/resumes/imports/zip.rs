//! An archive, as far as it holds tables. Only the list at its end is believed, and of that only where
//! things lie: names are taken without their folders, sizes are counted while reading.

use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;

/// Entries of an archive that are looked at.
const MOST_ENTRIES: usize = 5000;
/// One table unpacked, and all of them together.
const MOST_OF_ONE: u64 = 2 * 1024 * 1024;
const MOST_OF_ALL: u64 = 8 * 1024 * 1024;

/// A file of an archive, not unpacked.
#[derive(Debug)]
struct Entry<'a> {
    /// Without folders.
    name: String,
    is_encrypted: bool,
    method: u16,
    checksum: u32,
    packed: &'a [u8],
}

/// An archive whose list was read.
#[derive(Debug)]
pub(super) struct Archive<'a>(Vec<Entry<'a>>);

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::resumes) enum ZipError {
    #[error("the archive is damaged")]
    Damaged,
    #[error("the archive has more than {MOST_ENTRIES} files")]
    TooMany,
    #[error("the archive is encrypted; unpack it with its password and pack it again without one")]
    Encrypted,
    #[error("{name} is packed in a way that is not known here")]
    Unknown { name: String },
    #[error(
        "the tables of the archive are larger than {MOST_OF_ONE} bytes each or {MOST_OF_ALL} in all"
    )]
    TooLarge,
}

pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

impl Archive<'_> {
    pub(super) fn holds(&self, name: &str) -> bool {
        self.0.iter().any(|entry| entry.name == name)
    }
}

/// One table as an archive of nothing else.
pub(super) fn of_one<'a>(name: &str, bytes: &'a [u8]) -> Archive<'a> {
    const STORED: u16 = 0;
    let mut sum = Crc::new();
    sum.update(bytes);
    let name = name.to_owned();
    let entry =
        Entry { name, is_encrypted: false, method: STORED, checksum: sum.sum(), packed: bytes };
    Archive(vec![entry])
}

pub(super) fn open(bytes: &[u8]) -> Result<Archive<'_>, ZipError> {
    const END: usize = 22;
    const LONGEST_COMMENT: usize = 65_535;
    let from = bytes.len().saturating_sub(END + LONGEST_COMMENT);
    let tail = &bytes[from..];
    let end = tail.windows(4).rposition(|mark| mark == b"PK\x05\x06").ok_or(ZipError::Damaged)?;
    let end = &tail[end..];
    let (count, begin) = (usize::from(half(end, 10)?), whole(end, 16)?);
    if count > MOST_ENTRIES {
        return Err(ZipError::TooMany);
    }
    let mut rest = bytes.get(begin..).ok_or(ZipError::Damaged)?;
    let mut entries = Vec::new();
    for _ in 0..count {
        if !rest.starts_with(b"PK\x01\x02") {
            return Err(ZipError::Damaged);
        }
        let lengths = [half(rest, 28)?, half(rest, 30)?, half(rest, 32)?].map(usize::from);
        let name = rest.get(46..46 + lengths[0]).ok_or(ZipError::Damaged)?;
        entries.extend(entry(bytes, rest, name)?);
        rest = rest.get(46 + lengths.iter().sum::<usize>()..).ok_or(ZipError::Damaged)?;
    }
    Ok(Archive(entries))
}

/// None for a folder.
fn entry<'a>(bytes: &'a [u8], listed: &[u8], path: &[u8]) -> Result<Option<Entry<'a>>, ZipError> {
    let path = String::from_utf8_lossy(path);
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    if name.is_empty() {
        return Ok(None);
    }
    let (flags, method) = (half(listed, 8)?, half(listed, 10)?);
    let is_encrypted = flags & 1 != 0;
    let (checksum, packed, at) = (whole(listed, 16)?, whole(listed, 20)?, whole(listed, 42)?);
    let local = bytes.get(at..).filter(|it| it.starts_with(b"PK\x03\x04"));
    let local = local.ok_or(ZipError::Damaged)?;
    let head = 30 + usize::from(half(local, 26)?) + usize::from(half(local, 28)?);
    let packed = local.get(head..).and_then(|it| it.get(..packed)).ok_or(ZipError::Damaged)?;
    let checksum = u32::try_from(checksum).map_err(|_| ZipError::Damaged)?;
    Ok(Some(Entry { name, is_encrypted, method, checksum, packed }))
}

impl Archive<'_> {
    /// The names of all files.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|entry| entry.name.as_str())
    }

    /// The first file of a name, whatever the letter case, unpacked. `read` counts what was unpacked before.
    pub(super) fn unpack(&self, name: &str, read: &mut u64) -> Result<Option<Vec<u8>>, ZipError> {
        let named = self.0.iter().find(|entry| entry.name.eq_ignore_ascii_case(name));
        let Some(entry) = named else { return Ok(None) };
        if entry.is_encrypted {
            return Err(ZipError::Encrypted);
        }
        let most = MOST_OF_ONE.min(MOST_OF_ALL - *read);
        let mut found = Vec::new();
        let unpacked = match entry.method {
            0 => entry.packed.take(most + 1).read_to_end(&mut found),
            8 => DeflateDecoder::new(entry.packed).take(most + 1).read_to_end(&mut found),
            _ => return Err(ZipError::Unknown { name: entry.name.clone() }),
        };
        let unpacked = unpacked.map_err(|_| ZipError::Damaged)? as u64;
        if unpacked > most {
            return Err(ZipError::TooLarge);
        }
        *read += unpacked;
        let mut sum = Crc::new();
        sum.update(&found);
        if sum.sum() == entry.checksum { Ok(Some(found)) } else { Err(ZipError::Damaged) }
    }
}

fn half(bytes: &[u8], at: usize) -> Result<u16, ZipError> {
    let pair = bytes.get(at..at + 2).and_then(|pair| pair.try_into().ok());
    pair.map(u16::from_le_bytes).ok_or(ZipError::Damaged)
}

fn whole(bytes: &[u8], at: usize) -> Result<usize, ZipError> {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    let number = four.map(u32::from_le_bytes).ok_or(ZipError::Damaged)?;
    usize::try_from(number).map_err(|_| ZipError::Damaged)
}
