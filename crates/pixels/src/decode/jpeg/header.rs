//! The tables in front of a baseline scan. Whatever is unusual is answered with `None`, and the
//! general decoder takes over.

use super::huffman::Table;
use crate::probe::jpeg_segments;

pub(super) struct Component {
    /// Blocks per unit, across and down.
    pub(super) across: usize,
    pub(super) down: usize,
    /// Steps of quantisation, in zigzag order.
    pub(super) steps: [u16; 64],
    pub(super) dc: usize,
    pub(super) ac: usize,
}

pub(super) struct Header {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) components: Vec<Component>,
    pub(super) dc: [Option<Box<Table>>; 4],
    pub(super) ac: [Option<Box<Table>>; 4],
    /// Units between restarts; 0 for none.
    pub(super) restart_interval: usize,
    pub(super) profile: Option<Vec<u8>>,
    /// Where the coded bits begin.
    pub(super) data: usize,
}

pub(super) fn read(bytes: &[u8]) -> Option<Header> {
    let mut steps = [None; 4];
    let mut frame = None;
    let mut dc = [const { None }; 4];
    let mut ac = [const { None }; 4];
    let mut restart_interval = 0;
    let mut profile = Vec::new();
    for (marker, segment, next) in jpeg_segments(bytes) {
        match marker {
            0xdb => quantisation(segment, &mut steps)?,
            0xc4 => huffman(segment, &mut dc, &mut ac)?,
            0xc0 | 0xc1 => frame = Some(segment),
            // Progressive, lossless, arithmetic: not ours.
            0xc2..=0xcf => return None,
            0xdd => restart_interval = usize::from(u16_at(segment, 0)?),
            0xe2 => {
                if let Some([number, _, part @ ..]) = segment.strip_prefix(b"ICC_PROFILE\0") {
                    profile.push((*number, part));
                }
            }
            // Adobe's mark says when three components are not brightness and colour differences.
            0xee if segment.starts_with(b"Adobe") && segment.get(11) != Some(&1) => return None,
            0xda => {
                let frame = frame?;
                let components = components(frame, segment, &steps)?;
                profile.sort_by_key(|(number, _)| *number);
                let profile: Vec<u8> =
                    profile.iter().flat_map(|(_, part)| part.iter().copied()).collect();
                return Some(Header {
                    width: u32::from(u16_at(frame, 3)?),
                    height: u32::from(u16_at(frame, 1)?),
                    components,
                    dc,
                    ac,
                    restart_interval,
                    profile: (!profile.is_empty()).then_some(profile),
                    data: next,
                });
            }
            0xd9 => return None,
            _ => {}
        }
    }
    None
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

type Tables = [Option<Box<Table>>; 4];

fn huffman(mut segment: &[u8], dc: &mut Tables, ac: &mut Tables) -> Option<()> {
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
fn components(frame: &[u8], scan: &[u8], steps: &[Option<[u16; 64]>; 4]) -> Option<Vec<Component>> {
    let (8, Some(count)) = (*frame.first()?, frame.get(5).map(|count| usize::from(*count))) else {
        return None;
    };
    if !matches!(count, 1 | 3) || usize::from(*scan.first()?) != count {
        return None;
    }
    let described = frame.get(6..6 + 3 * count)?.chunks_exact(3);
    let selected = scan.get(1..1 + 2 * count)?.chunks_exact(2);
    let mut components = Vec::new();
    for (described, selected) in described.zip(selected) {
        // Same order in both, and no component that is named a letter of RGB.
        if described[0] != selected[0] || (count == 3 && b"RGB".contains(&described[0])) {
            return None;
        }
        components.push(Component {
            across: usize::from(described[1] >> 4),
            down: usize::from(described[1] & 15),
            steps: (*steps.get(usize::from(described[2]))?)?,
            dc: usize::from(selected[1] >> 4),
            ac: usize::from(selected[1] & 15),
        });
    }
    if let [grey] = &mut components[..] {
        // One component alone is not interleaved, whatever its factors say.
        (grey.across, grey.down) = (1, 1);
    }
    let usual = matches!((components[0].across, components[0].down), (1 | 2, 1 | 2))
        && components[1..].iter().all(|component| (component.across, component.down) == (1, 1))
        && components.iter().all(|component| component.dc < 4 && component.ac < 4);
    usual.then_some(components)
}
