//! Numbers out of a slice that may end anywhere: every read can be absent, none can panic.

pub(crate) fn array<const COUNT: usize>(bytes: &[u8], at: usize) -> Option<[u8; COUNT]> {
    bytes.get(at..)?.first_chunk().copied()
}

pub(crate) fn u16_big(bytes: &[u8], at: usize) -> Option<u16> {
    array(bytes, at).map(u16::from_be_bytes)
}

pub(crate) fn u32_big(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_be_bytes)
}

pub(crate) fn u64_big(bytes: &[u8], at: usize) -> Option<u64> {
    array(bytes, at).map(u64::from_be_bytes)
}

pub(crate) fn u16_little(bytes: &[u8], at: usize) -> Option<u16> {
    array(bytes, at).map(u16::from_le_bytes)
}

pub(crate) fn u24_little(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(|[low, middle, high]| u32::from_le_bytes([low, middle, high, 0]))
}

pub(crate) fn u32_little(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_le_bytes)
}
