//! What only tests ask: one file as our decoder and as the library's reads it, at a number of eighths of its
//! size.

use fearless_simd::Level;

use super::header::{self, Header, Scan};
use super::scale::Scale;
use super::{scaled, whole};
use crate::budget::{Budget, Spending};
use crate::decoded::Wanted;
use crate::probe::{Format, PictureFacts, jpeg_segments, probe_picture};
use crate::raster::Raster;

/// The marker that ends a file.
const END: u8 = 0xd9;

/// What ours makes of a file.
pub(crate) struct Ours {
    pub(crate) raster: Raster,
    /// Blocks of brightness in a unit, across and down; one block of each colour goes with them.
    pub(crate) sampling: (usize, usize),
    /// Whether the library understands by this file what we do, see `is_orderly`.
    pub(crate) orderly: bool,
}

/// As our decoder makes it, or none where it leaves the file to the library.
pub(crate) fn by_ours(
    bytes: &[u8],
    eighths: u32,
    plain_colour: bool,
    budget: &Budget<'_>,
) -> Option<Ours> {
    let facts = facts(bytes, budget)?;
    let mut header = header::read(bytes)?;
    if (header.width, header.height) != (facts.width, facts.height) {
        return None;
    }
    let orderly = is_orderly(bytes, &header);
    let [first, ..] = &header.components[..] else { return None };
    let sampling = (first.across, first.down);
    let (wanted, eighths) = (size(&facts, eighths), eighths as usize);
    let scale = Scale { eighths, plain_colour, wanted, level: Level::new() };
    let raster = scaled(bytes, &mut header, scale, &Spending::begin(budget)).ok()?;
    Some(Ours { raster, sampling, orderly })
}

/// As the library's makes it. None where it cannot, and where a smaller scale gives the same size: it takes that.
pub(crate) fn by_library(bytes: &[u8], eighths: u32, budget: &Budget<'_>) -> Option<Raster> {
    let facts = facts(bytes, budget)?;
    let wanted = size(&facts, eighths);
    if whole::eighths(&facts, wanted) != eighths {
        return None;
    }
    let decoded = whole::decode(bytes, &facts, wanted, &Spending::begin(budget));
    decoded.ok().map(|decoded| decoded.raster)
}

fn facts(bytes: &[u8], budget: &Budget<'_>) -> Option<PictureFacts> {
    probe_picture(bytes, budget).ok().filter(|facts| facts.format == Format::Jpeg)
}

fn size(facts: &PictureFacts, eighths: u32) -> Wanted {
    let scaled = |side: u32| (side * eighths).div_ceil(8);
    Wanted { width: scaled(facts.width), height: scaled(facts.height) }
}

/// Three kinds of files are none by the standard and yet read by both, in different ways:
///
/// - A baseline scan whose codes say that several blocks end. Ours ends one, as libjpeg does; the library's reads a
///   count and passes over as many.
/// - Scans that tell of what is told already. Ours takes them in, as libjpeg does; the library's has painted the
///   component when it seemed to be complete, and does not paint it again.
/// - A mark of Adobe's behind a scan. The library's lets it decide what the components are.
fn is_orderly(bytes: &[u8], header: &Header) -> bool {
    let mut ac = header.first_scan.components.iter().map(|(_, _, ac)| header.tables.ac(*ac));
    if !header.progressive && ac.any(|table| table.is_some_and(|table| table.ends_several())) {
        return false;
    }
    // For each component and place how many of its lowest bits are missing.
    let mut missing = [[None; 64]; 3];
    let mut told = |scan: &Scan| {
        scan.components.iter().all(|(index, ..)| {
            missing[*index][scan.first..=scan.last].iter_mut().all(|missing| {
                let before = missing.replace(scan.low);
                before == (scan.high > 0).then_some(scan.high)
            })
        })
    };
    let mut behind = jpeg_segments(bytes, header.data).take_while(|(marker, ..)| *marker != END);
    (!header.progressive || told(&header.first_scan))
        && behind.all(|(marker, segment, _)| match marker {
            0xda if header.progressive => {
                Scan::read(segment, &header.components).is_some_and(|scan| told(&scan))
            }
            0xee => !segment.starts_with(b"Adobe"),
            _ => true,
        })
}
