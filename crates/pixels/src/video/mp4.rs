//! MP4: boxes that have nothing to do with showing the video become `free` boxes of the same size.

use super::verdict::{MOST_HELD, Verdict};
use crate::Error;
use crate::probe::Format;

#[derive(Debug, Default)]
pub(super) struct Mp4 {
    /// The boxes we are in, and where each ends; `u64::MAX` when it reaches to the end of the file.
    inside: Vec<(Place, u64)>,
}

/// A box whose boxes are looked at one by one. Their nesting is fixed, so no file goes deeper.
#[derive(Debug, Clone, Copy)]
enum Place {
    File,
    Movie,
    Track,
    Media,
    MediaInformation,
    Samples,
    Fragment,
    TrackFragment,
}

#[derive(Debug)]
enum Treatment {
    Enter(Place),
    Keep,
    /// Says when it was made, behind its version and flags.
    ForgetTimes,
    /// Says what kind of track it is, and then the name of a program or whatever else.
    ForgetName,
    Blank,
}

impl Place {
    fn treatment(self, name: &[u8; 4]) -> Treatment {
        use Treatment::{Blank, Enter, ForgetName, ForgetTimes, Keep};
        match (self, name) {
            (Self::File, b"moov") => Enter(Self::Movie),
            (Self::File, b"moof") => Enter(Self::Fragment),
            (Self::File, b"ftyp" | b"styp" | b"mdat" | b"sidx" | b"ssix" | b"mfra" | b"pdin") => {
                Keep
            }
            (Self::Movie, b"mvhd") => ForgetTimes,
            (Self::Movie, b"trak") => Enter(Self::Track),
            (Self::Movie, b"mvex" | b"iods" | b"pssh") => Keep,
            (Self::Track, b"tkhd") => ForgetTimes,
            (Self::Track, b"mdia") => Enter(Self::Media),
            (Self::Track, b"edts" | b"tref" | b"trgr" | b"tapt") => Keep,
            (Self::Media, b"mdhd") => ForgetTimes,
            (Self::Media, b"hdlr") => ForgetName,
            (Self::Media, b"minf") => Enter(Self::MediaInformation),
            (Self::Media, b"elng") => Keep,
            (Self::MediaInformation, b"stbl") => Enter(Self::Samples),
            (
                Self::MediaInformation,
                b"vmhd" | b"smhd" | b"hmhd" | b"nmhd" | b"sthd" | b"gmhd" | b"dinf",
            ) => Keep,
            (
                Self::Samples,
                b"stsd" | b"stts" | b"ctts" | b"cslg" | b"stss" | b"stsh" | b"stps" | b"stsz"
                | b"stz2" | b"stsc" | b"stco" | b"co64" | b"padb" | b"stdp" | b"sdtp" | b"sbgp"
                | b"sgpd" | b"subs" | b"saiz" | b"saio",
            ) => Keep,
            (Self::Fragment, b"mfhd" | b"pssh") => Keep,
            (Self::Fragment, b"traf") => Enter(Self::TrackFragment),
            (
                Self::TrackFragment,
                b"tfhd" | b"tfdt" | b"trun" | b"sbgp" | b"sgpd" | b"subs" | b"saiz" | b"saio"
                | b"senc" | b"sdtp",
            ) => Keep,
            _ => Blank,
        }
    }
}

impl Mp4 {
    pub(super) fn judge(&mut self, ahead: &[u8], at: u64) -> Result<Verdict, Error> {
        let (place, end) = loop {
            match self.inside.last() {
                Some((_, end)) if *end == at => drop(self.inside.pop()),
                Some(inside) => break *inside,
                None => break (Place::File, u64::MAX),
            }
        };
        let room = end - at;
        if room < 8 {
            // Too short for a box: what some programs end their lists with.
            return Ok(Verdict::Blank { head: Vec::new(), total: room });
        }
        let Some((header, length)) = header(ahead, room)? else { return Ok(Verdict::More) };
        let name: &[u8; 4] = ahead[4..].first_chunk().ok_or_else(|| wrong("no name"))?;
        match place.treatment(name) {
            Treatment::Enter(into) => {
                self.inside.push((into, at.saturating_add(length)));
                Ok(Verdict::Keep(header))
            }
            Treatment::Keep => Ok(Verdict::Keep(length)),
            Treatment::Blank => {
                let mut head = ahead[..header as usize].to_vec();
                // Of the same size, so that the offsets to samples stay true.
                head[4..8].copy_from_slice(b"free");
                Ok(Verdict::Blank { head, total: length })
            }
            treatment => {
                // Held in memory to be rewritten, so it has to be small.
                if length > MOST_HELD {
                    return Err(wrong("a header that is too long"));
                }
                let Some(whole) = ahead.get(..length as usize) else { return Ok(Verdict::More) };
                let mut whole = whole.to_vec();
                let body = &mut whole[header as usize..];
                match treatment {
                    Treatment::ForgetTimes => forget_times(body),
                    _ => forget_name(body)?,
                }
                Ok(Verdict::Rewrite(whole))
            }
        }
    }
}

/// Lengths of the header and of the whole box, or nothing when more has to be seen.
fn header(ahead: &[u8], room: u64) -> Result<Option<(u64, u64)>, Error> {
    let Some(head) = ahead.first_chunk::<8>() else { return Ok(None) };
    let [a, b, c, d, ..] = *head;
    let (header, length) = match u32::from_be_bytes([a, b, c, d]) {
        0 => (8, room),
        1 => {
            let Some(long) = ahead.get(8..).and_then(<[u8]>::first_chunk) else { return Ok(None) };
            (16, u64::from_be_bytes(*long))
        }
        length => (8, u64::from(length)),
    };
    if length < header {
        return Err(wrong("a box shorter than its header"));
    }
    if length > room {
        return Err(wrong("a box longer than the one it is in"));
    }
    Ok(Some((header, length)))
}

/// When it was made and when it was changed: two numbers of four bytes, or of eight.
fn forget_times(body: &mut [u8]) {
    let end = if body.first() == Some(&1) { 20 } else { 12 };
    if let Some(times) = body.get_mut(4..end) {
        times.fill(0);
    }
}

/// A track of anything but picture, sound, words or time code is a record of places, movements and
/// the like. Its samples lie scattered among the others, so the video is not taken.
fn forget_name(body: &mut [u8]) -> Result<(), Error> {
    let known: [&[u8]; 7] = [b"vide", b"soun", b"subt", b"text", b"sbtl", b"clcp", b"tmcd"];
    if !body.get(8..12).is_some_and(|kind| known.contains(&kind)) {
        return Err(Error::RecordedData);
    }
    if let Some(name) = body.get_mut(12..) {
        name.fill(0);
    }
    Ok(())
}

fn wrong(reason: &str) -> Error {
    Error::malformed(Format::Mp4, reason)
}
