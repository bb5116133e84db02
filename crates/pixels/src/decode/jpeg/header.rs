//! The frame and the tables in front of the scans. Whatever is unusual is answered with `None`,
//! and the general decoder takes over.

use super::huffman::Table;
use crate::probe::jpeg_segments;

pub(super) struct Header {
    pub(super) progressive: bool,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) components: Vec<Component>,
    pub(super) tables: Tables,
    pub(super) profile: Option<Vec<u8>>,
    pub(super) first_scan: Scan,
    /// Where the coded bits of the first scan begin.
    pub(super) data: usize,
}

pub(super) struct Component {
    name: u8,
    /// Blocks per unit, across and down.
    pub(super) across: usize,
    pub(super) down: usize,
    /// Steps of quantisation, in zigzag order.
    pub(super) steps: [u16; 64],
}

/// What may change from scan to scan.
#[derive(Default)]
pub(super) struct Tables {
    steps: [Option<[u16; 64]>; 4],
    dc: Huffman,
    ac: Huffman,
    /// Units between restarts; 0 for none.
    pub(super) restart_interval: usize,
}

type Huffman = [Option<Box<Table>>; 4];

pub(super) struct Scan {
    /// Of each component its index in the frame, and the numbers of its two Huffman tables.
    pub(super) components: Vec<(usize, usize, usize)>,
    /// The places of the zigzag it tells of.
    pub(super) first: usize,
    pub(super) last: usize,
    /// How many of the lowest bits were still missing before, 0 for all, and are missing after.
    pub(super) high: u8,
    pub(super) low: u8,
}

pub(super) fn read(bytes: &[u8]) -> Option<Header> {
    let mut tables = Tables::default();
    let mut frame = None;
    let mut profile = Vec::new();
    for (marker, segment, next) in jpeg_segments(bytes, 2) {
        match marker {
            0xc0..=0xc2 => frame = Some((marker == 0xc2, segment)),
            0xe2 => {
                if let Some([number, _, part @ ..]) = segment.strip_prefix(b"ICC_PROFILE\0") {
                    profile.push((*number, part));
                }
            }
            // Adobe's mark says when three components are not brightness and colour differences.
            0xee if segment.starts_with(b"Adobe") && segment.get(11) != Some(&1) => return None,
            0xda => {
                let (progressive, frame) = frame?;
                let components = components(frame, &tables.steps)?;
                profile.sort_by_key(|(number, _)| *number);
                let profile: Vec<u8> =
                    profile.iter().flat_map(|(_, part)| part.iter().copied()).collect();
                return Some(Header {
                    progressive,
                    width: u32::from(u16_at(frame, 3)?),
                    height: u32::from(u16_at(frame, 1)?),
                    first_scan: Scan::read(segment, &components)?,
                    components,
                    tables,
                    profile: (!profile.is_empty()).then_some(profile),
                    data: next,
                });
            }
            0xd9 => return None,
            _ => tables.read(marker, segment)?,
        }
    }
    None
}

impl Tables {
    /// Takes in a segment of tables and passes over what has nothing to do with pixels.
    pub(super) fn read(&mut self, marker: u8, segment: &[u8]) -> Option<()> {
        match marker {
            0xdb => quantisation(segment, &mut self.steps)?,
            0xc4 => huffman(segment, &mut self.dc, &mut self.ac)?,
            0xdd => self.restart_interval = usize::from(u16_at(segment, 0)?),
            // Lossless, arithmetic, hierarchical, or a height that comes later: not ours.
            0xc0..=0xcf | 0xdc | 0xde | 0xdf => return None,
            _ => {}
        }
        Some(())
    }

    pub(super) fn dc(&self, number: usize) -> Option<&Table> {
        self.dc.get(number)?.as_deref()
    }

    pub(super) fn ac(&self, number: usize) -> Option<&Table> {
        self.ac.get(number)?.as_deref()
    }
}

impl Scan {
    pub(super) fn read(segment: &[u8], frame: &[Component]) -> Option<Self> {
        let count = usize::from(*segment.first()?);
        let mut components: Vec<(usize, usize, usize)> = Vec::new();
        for selected in segment.get(1..1 + 2 * count)?.chunks_exact(2) {
            let index = frame.iter().position(|component| component.name == selected[0])?;
            // In the frame's order, and none twice.
            if components.last().is_some_and(|(before, ..)| *before >= index) {
                return None;
            }
            components.push((index, usize::from(selected[1] >> 4), usize::from(selected[1] & 15)));
        }
        let [first, last, bits] = *segment.get(1 + 2 * count..)?.first_chunk::<3>()?;
        let (first, last) = (usize::from(first), usize::from(last));
        let valid = !components.is_empty() && first <= last && last < 64;
        valid.then_some(Self { components, first, last, high: bits >> 4, low: bits & 15 })
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]))
}

fn quantisation(mut segment: &[u8], steps: &mut [Option<[u16; 64]>; 4]) -> Option<()> {
    while let Some((kind, rest)) = segment.split_first() {
        let wide = kind >> 4 == 1;
        let size = if wide { 128 } else { 64 };
        let (values, after) = rest.split_at_checked(size)?;
        let table = std::array::from_fn(|index| {
            if wide {
                u16::from_be_bytes([values[index * 2], values[index * 2 + 1]])
            } else {
                u16::from(values[index])
            }
        });
        *steps.get_mut(usize::from(kind & 15))? = Some(table);
        segment = after;
    }
    Some(())
}

fn huffman(mut segment: &[u8], dc: &mut Huffman, ac: &mut Huffman) -> Option<()> {
    while let Some((kind, rest)) = segment.split_first() {
        let (lengths, rest) = rest.split_first_chunk::<16>()?;
        let count = lengths.iter().map(|length| usize::from(*length)).sum();
        let (values, after) = rest.split_at_checked(count)?;
        let tables = if kind >> 4 == 0 { &mut *dc } else { &mut *ac };
        *tables.get_mut(usize::from(kind & 15))? = Some(Table::new(lengths, values)?);
        segment = after;
    }
    Some(())
}

/// Grey, or brightness at one or two blocks a side with two colour differences at one.
fn components(frame: &[u8], steps: &[Option<[u16; 64]>; 4]) -> Option<Vec<Component>> {
    let (8, Some(count)) = (*frame.first()?, frame.get(5).map(|count| usize::from(*count))) else {
        return None;
    };
    if !matches!(count, 1 | 3) {
        return None;
    }
    let mut components: Vec<Component> = Vec::new();
    for described in frame.get(6..6 + 3 * count)?.chunks_exact(3) {
        let name = described[0];
        // No component that is named a letter of RGB, and none named like another.
        if (count == 3 && b"RGB".contains(&name))
            || components.iter().any(|other| other.name == name)
        {
            return None;
        }
        components.push(Component {
            name,
            across: usize::from(described[1] >> 4),
            down: usize::from(described[1] & 15),
            steps: (*steps.get(usize::from(described[2]))?)?,
        });
    }
    if let [grey] = &mut components[..] {
        // One component alone is not interleaved, whatever its factors say.
        (grey.across, grey.down) = (1, 1);
    }
    let usual = matches!((components[0].across, components[0].down), (1 | 2, 1 | 2))
        && components[1..].iter().all(|component| (component.across, component.down) == (1, 1));
    usual.then_some(components)
}
