//! The colours of the light theme; a card has no other.

pub(crate) const PAPER: [u8; 3] = [251, 251, 249];
pub(crate) const INK: [u8; 3] = [24, 32, 29];
pub(crate) const INK3: [u8; 3] = [97, 106, 101];
pub(crate) const LEAF: [u8; 3] = [8, 103, 67];
