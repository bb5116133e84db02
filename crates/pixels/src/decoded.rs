//! What goes into a decoder beside the bytes, and what comes out.

use crate::raster::Raster;

/// The size, as stored, that the decoded picture will be reduced to; it need not be decoded larger.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// What the numbers of a picture mean.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Profile {
    Srgb,
    Icc(Vec<u8>),
    /// Primaries and transfer by their ITU-T H.273 numbers.
    Coded {
        primaries: u8,
        transfer: u8,
    },
}

#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) raster: Raster,
    pub(crate) profile: Profile,
}

/// Profiles beyond this are not looked at: printers' are about two megabytes.
pub(crate) const LONGEST_PROFILE: usize = 4 << 20;

pub(crate) fn icc(profile: Option<Vec<u8>>) -> Profile {
    match profile {
        Some(profile) if profile.len() <= LONGEST_PROFILE => Profile::Icc(profile),
        _ => Profile::Srgb,
    }
}
