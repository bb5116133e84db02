//! The item table of an AVIF file: which bytes are the picture and its alpha, how large it claims
//! to be, how it is turned and in which colours.
//!
//! Single coded pictures only. Grids of tiles, overlays and sequences without a still are refused:
//! encoders write them for pictures beyond the size limit or for videos.

mod items;

use std::ops::Range;

use super::boxes::find;
use super::bytes::{u16_big, u32_big};
use super::{Format, PictureFacts};
use crate::Error;
use crate::orient::Orientation;
pub(crate) use items::Colour;
use items::{Property, locations, properties, references};

#[derive(Debug)]
pub(crate) struct AvifFacts {
    width: u32,
    height: u32,
    pub(crate) orientation: Orientation,
    /// Byte ranges of the file that make up the coded picture, and its alpha if it has one.
    pub(crate) primary: Vec<Range<usize>>,
    pub(crate) alpha: Option<Vec<Range<usize>>>,
    pub(crate) premultiplied: bool,
    pub(crate) colours: Vec<Colour>,
}

impl AvifFacts {
    pub(crate) fn picture(&self) -> PictureFacts {
        PictureFacts {
            format: Format::Avif,
            width: self.width,
            height: self.height,
            frames: 1,
            orientation: self.orientation,
        }
    }
}

pub(crate) fn read(bytes: &[u8]) -> Result<AvifFacts, Error> {
    let wrong = |reason: &str| Error::malformed(Format::Avif, reason);
    let meta = find(bytes, b"meta").and_then(|meta| meta.get(4..));
    let meta = meta.ok_or_else(|| wrong("no item table"))?;
    let primary = find(meta, b"pitm").and_then(|payload| match payload.first()? {
        0 => u16_big(payload, 4).map(u32::from),
        _ => u32_big(payload, 4),
    });
    let primary = primary.ok_or_else(|| wrong("no primary item"))?;
    match items::kind(meta, primary) {
        Some(kind) if &kind == b"av01" => {}
        Some(kind) if &kind == b"grid" => return Err(wrong("grids of tiles are not taken")),
        _ => return Err(wrong("the primary item is no AV1 picture")),
    }

    let mut size = None;
    let mut quarter_turns = 0;
    let mut mirror = None;
    let mut colours = Vec::new();
    for property in properties(bytes, meta, primary) {
        match property {
            Property::Size(width, height) => size = Some((width, height)),
            Property::Turn(quarters) => quarter_turns = quarters,
            Property::Mirror(axis) => mirror = Some(axis),
            Property::Colour(colour) => colours.push(colour),
            Property::AuxiliaryKind(_) => {}
        }
    }
    let (width, height) = size.ok_or_else(|| wrong("no size"))?;

    // Alpha is the item that says "auxl" of the primary and is of the alpha kind.
    let alpha = references(meta, b"auxl").into_iter().find(|(from, to)| {
        to.contains(&primary)
            && properties(bytes, meta, *from)
                .iter()
                .any(|property| matches!(property, Property::AuxiliaryKind(true)))
    });
    let premultiplied = alpha.as_ref().is_some_and(|(alpha, _)| {
        references(meta, b"prem").iter().any(|(from, to)| *from == primary && to.contains(alpha))
    });
    let alpha = match alpha {
        Some((item, _)) => {
            Some(locations(bytes, meta, item).ok_or_else(|| wrong("alpha is out of reach"))?)
        }
        None => None,
    };
    Ok(AvifFacts {
        width,
        height,
        orientation: orientation(quarter_turns, mirror),
        primary: locations(bytes, meta, primary).ok_or_else(|| wrong("pixels are out of reach"))?,
        alpha,
        premultiplied,
        colours,
    })
}

/// Quarter turns anticlockwise first, then a mirror: 0 swaps top and bottom, 1 left and right.
fn orientation(quarter_turns: u8, mirror: Option<u8>) -> Orientation {
    let exif = match (quarter_turns & 3, mirror.map(|axis| axis & 1)) {
        (0, None) => 1,
        (0, Some(1)) | (2, Some(0)) => 2,
        (2, None) => 3,
        (0, Some(0)) | (2, Some(1)) => 4,
        (1, Some(0)) | (3, Some(1)) => 5,
        (3, None) => 6,
        (3, Some(0)) | (1, Some(1)) => 7,
        _ => 8,
    };
    Orientation::from_exif(exif)
}
