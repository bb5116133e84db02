use fearless_simd::Level;

use crate::decoded::Wanted;

/// How much of the picture is made.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub(super) eighths: usize,
    /// The result is reduced to half or less: colour needs no more detail than its blocks' means.
    pub(super) plain_colour: bool,
    /// What it will be reduced to.
    pub(super) wanted: Wanted,
    /// The instructions there are. Reading codes is shifting and counting of bits, for which every
    /// processor of the last ten years has better ones than those all processors have.
    pub(super) level: Level,
}

impl Scale {
    /// Whether nothing but the means is used of blocks that have so many samples.
    pub(super) fn means_only(self, block: (usize, usize)) -> bool {
        block == (1, 1) || (self.eighths == 1 && self.plain_colour)
    }
}

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Something only the general decoder knows.
    Unusual,
    /// Codes that are none, or too few of them; also when the brake was pulled.
    Damaged,
}
