//! WebM: elements that have nothing to do with showing the video become `Void` elements of the same
//! size, and the names of programs become empty.

use super::verdict::{MOST_HELD, Verdict};
use crate::Error;
use crate::probe::Format;

const SEEK_HEAD: u32 = 0x114d_9b74;
const SEEK: u32 = 0x4dbb;
const SEEK_ID: [u8; 2] = [0x53, 0xab];
const INFORMATION: u32 = 0x1549_a966;
const TRACKS: u32 = 0x1654_ae6b;
const TRACK: u32 = 0xae;
const TRACK_TYPE: u32 = 0x83;
const CLUSTER: u32 = 0x1f43_b675;
const CUES: u32 = 0x1c53_bb6b;
const CHAPTERS: u32 = 0x1043_a770;
const TAGS: u32 = 0x1254_c367;
const ATTACHMENTS: u32 = 0x1941_a469;
const VOID: u8 = 0xec;

/// No file is so long. The whole element counts, with its header: that is what stays the same when it becomes a
/// `Void` element, whose header may be shorter and so has to tell a greater length.
const TOO_LONG: u64 = 1 << 55;

#[derive(Debug, Default)]
pub(super) struct WebM {
    inside: Vec<Inside>,
}

/// An element we are in.
#[derive(Debug, Clone, Copy)]
struct Inside {
    place: Place,
    /// Where it ends at the latest: its own end or that of what it is in, where either is known.
    end: Option<u64>,
    /// Its own end is not known.
    open: bool,
}

/// An element whose elements are looked at one by one. Their nesting is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Segment,
    SeekHead,
    Information,
    Tracks,
    Track,
    Cluster,
}

#[derive(Debug)]
enum Treatment {
    Enter(Place),
    Keep,
    /// Text that has to be there, and may be empty.
    Empty,
    /// Where another element is; pointless when that one goes.
    Pointer,
    TrackType,
    Blank,
}

impl Place {
    fn treatment(self, name: u32) -> Treatment {
        use Treatment::{Blank, Empty, Enter, Keep, Pointer, TrackType};
        match (self, name) {
            (Self::File, 0x1a45_dfa3) => Keep,
            (Self::File, 0x1853_8067) => Enter(Self::Segment),
            (Self::Segment, SEEK_HEAD) => Enter(Self::SeekHead),
            (Self::Segment, INFORMATION) => Enter(Self::Information),
            (Self::Segment, TRACKS) => Enter(Self::Tracks),
            (Self::Segment, CLUSTER) => Enter(Self::Cluster),
            (Self::Segment, CUES) => Keep,
            (Self::SeekHead, SEEK) => Pointer,
            // Scale of time, duration; then the names of the programs that wrote it.
            (Self::Information, 0x2a_d7b1 | 0x4489) => Keep,
            (Self::Information, 0x4d80 | 0x5741) => Empty,
            (Self::Tracks, TRACK) => Enter(Self::Track),
            (Self::Track, TRACK_TYPE) => TrackType,
            // Numbers, flags, language, codec with its setup, delays, encodings, picture, sound.
            (
                Self::Track,
                0xd7 | 0x73c5 | 0xb9 | 0x88 | 0x55aa | 0x9c | 0x6de7 | 0x6df8 | 0x23_e383
                | 0x23_4e7a | 0x23_314f | 0x22_b59c | 0x22_b59d | 0x86 | 0x63a2 | 0xaa | 0x56aa
                | 0x56bb | 0x55ee | 0x41e4 | 0x6d80 | 0xe0 | 0xe1,
            ) => Keep,
            // Time, blocks, groups of blocks, position and size of what was before.
            (Self::Cluster, 0xe7 | 0xa3 | 0xa0 | 0xa7 | 0xab) => Keep,
            _ => Blank,
        }
    }
}

struct Element {
    name: u32,
    /// How long name and length are.
    header: usize,
    /// Of the whole; nothing when it is not known.
    total: Option<u64>,
}

impl WebM {
    pub(super) fn judge(&mut self, ahead: &[u8], at: u64) -> Result<Verdict, Error> {
        let Some(element) = Element::read(ahead)? else { return Ok(Verdict::More) };
        let Inside { place, end, .. } = self.place(at, element.name);
        let room = end.map(|end| end - at);
        let total = element.total;
        if let (Some(room), Some(total)) = (room, total)
            && total > room
        {
            return Err(wrong("an element longer than the one it is in"));
        }
        let treatment = place.treatment(element.name);
        if let Treatment::Enter(into) = treatment {
            // Only these two are written before it is known how long they become.
            if total.is_none() && !matches!(into, Place::Segment | Place::Cluster) {
                return Err(wrong("an element of unknown length"));
            }
            let end = total.map(|total| at.saturating_add(total)).or(end);
            self.inside.push(Inside { place: into, end, open: total.is_none() });
            return Ok(Verdict::Keep(element.header as u64));
        }
        let total = total.ok_or_else(|| wrong("an element of unknown length"))?;
        let blank = || Verdict::Blank { head: void(total), total };
        match treatment {
            Treatment::Keep => return Ok(Verdict::Keep(total)),
            Treatment::Empty => {
                // Name and length stay and the text becomes zeros, which is empty text.
                return Ok(Verdict::Blank { head: ahead[..element.header].to_vec(), total });
            }
            Treatment::Blank => return Ok(blank()),
            _ if total > MOST_HELD => return Err(wrong("a small element that is too long")),
            _ => {}
        }
        let Some(body) = ahead.get(element.header..total as usize) else {
            return Ok(Verdict::More);
        };
        match treatment {
            // Picture, sound, words; the rest may be positions, and its blocks are among the others.
            Treatment::TrackType if !matches!(body, [.., 1 | 2 | 0x11]) => Err(Error::RecordedData),
            Treatment::Pointer if !leads_to_what_stays(body) => Ok(blank()),
            _ => Ok(Verdict::Keep(total)),
        }
    }

    /// Where the element that begins here is: what has ended is left. Of unknown length, a cluster
    /// ends with what can only be in a segment.
    fn place(&mut self, at: u64, name: u32) -> Inside {
        let of_segment =
            [SEEK_HEAD, INFORMATION, TRACKS, CLUSTER, CUES, CHAPTERS, TAGS, ATTACHMENTS];
        while let Some(inside) = self.inside.last() {
            let ended = inside.end.is_some_and(|end| end <= at);
            let left = inside.place == Place::Cluster && inside.open && of_segment.contains(&name);
            if !ended && !left {
                return *inside;
            }
            self.inside.pop();
        }
        Inside { place: Place::File, end: None, open: true }
    }
}

impl Element {
    /// Nothing when more has to be seen.
    fn read(ahead: &[u8]) -> Result<Option<Self>, Error> {
        let Some(first) = ahead.first() else { return Ok(None) };
        let name_length = first.leading_zeros() as usize + 1;
        if name_length > 4 {
            return Err(wrong("an element name of more than four bytes"));
        }
        let Some(second) = ahead.get(name_length) else { return Ok(None) };
        let length_length = second.leading_zeros() as usize + 1;
        if length_length > 8 {
            return Err(wrong("an element length of more than eight bytes"));
        }
        let header = name_length + length_length;
        let Some(head) = ahead.get(..header) else { return Ok(None) };
        let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        let unknown = (1_u64 << (7 * length_length)) - 1;
        let length = number(&head[name_length..]) & unknown;
        let total = (length != unknown).then_some(header as u64 + length);
        if total.is_some_and(|total| total >= TOO_LONG) {
            return Err(wrong("an element longer than any file"));
        }
        Ok(Some(Self { name: number(&head[..name_length]) as u32, header, total }))
    }
}

/// The header of a `Void` element that takes so many bytes in all, at least two.
fn void(total: u64) -> Vec<u8> {
    match total {
        ..=128 => vec![VOID, 0x80 | (total.saturating_sub(2)) as u8],
        _ => [&[VOID][..], &((total - 9) | 1 << 56).to_be_bytes()].concat(),
    }
}

/// Whether a pointer's target is named and is one that stays.
fn leads_to_what_stays(pointer: &[u8]) -> bool {
    let stays = [SEEK_HEAD, INFORMATION, TRACKS, CUES, CLUSTER];
    pointer
        .strip_prefix(&SEEK_ID)
        .and_then(|rest| rest.strip_prefix(&[0x84]))
        .and_then(<[u8]>::first_chunk)
        .is_some_and(|name| stays.contains(&u32::from_be_bytes(*name)))
}

fn wrong(reason: &str) -> Error {
    Error::malformed(Format::WebM, reason)
}
