use xxhash_rust::xxh3::xxh3_64;

/// A number that stands for an answer: as long as it stays the same, so does the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Validator(pub(crate) u64);

impl Validator {
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self(xxh3_64(bytes))
    }
}
