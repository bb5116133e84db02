/// Which state of a chunk an index holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Grows with every change of the chunk; a lower one never replaces a higher one.
    pub revision: u64,
    /// Of the text, so that a text seen before need not be embedded again.
    pub fingerprint: u128,
}
