use kernel::Randomness;
use sha2::{Digest, Sha256};

/// Something only its holder knows: 256 random bits behind a prefix that says what it opens. It is
/// kept as a hash and prints nowhere by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

const DIGITS: usize = 64;

impl Secret {
    pub(crate) fn generate(prefix: &str, randomness: &Randomness) -> Self {
        let digits = hexadecimal(&randomness.bytes::<{ DIGITS / 2 }>());
        Self(format!("{prefix}{digits}"))
    }

    /// A secret as somebody sends it, when it looks like one of ours.
    pub(crate) fn parse(prefix: &str, text: &str) -> Option<Self> {
        let digits = text.strip_prefix(prefix)?;
        // Either case of letters is let through here. It does not matter, because the text itself
        // is hashed.
        let looks_right = digits.len() == DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit());
        looks_right.then(|| Self(text.to_owned()))
    }

    /// For showing it to its owner, once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub(crate) fn hash(&self) -> String {
        // A slow hash would be for passwords: 256 random bits cannot be guessed however fast one
        // tries.
        hexadecimal(&Sha256::digest(self.0.as_bytes()))
    }

    /// Another secret that only the holder of this one has, and from which this one cannot be
    /// told.
    pub(crate) fn derive(&self, purpose: &str) -> String {
        hexadecimal(&digest(purpose, &self.0))
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// A hash for one purpose, which says nothing about the hash for another.
pub(crate) fn digest(purpose: &str, text: &str) -> [u8; 32] {
    // The NUL keeps purpose "a" with text "bc" apart from purpose "ab" with text "c".
    let hash = Sha256::new().chain_update(purpose).chain_update([0]).chain_update(text);
    hash.finalize().into()
}

/// Compares in a time that does not tell how much of a guess was right.
pub(crate) fn same(given: &[u8], expected: &[u8]) -> bool {
    given.len() == expected.len()
        && given.iter().zip(expected).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_long_recognisable_and_does_not_print() {
        let secret = Secret::generate("folia_", &Randomness::seeded(1));
        assert_eq!(secret.reveal().len(), "folia_".len() + 64);
        assert_eq!(Secret::parse("folia_", secret.reveal()), Some(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert!(!secret.reveal().contains(&secret.hash()));
        for other in ["", "folia_", "folia_abc", "other", &format!("folia_{}", "x".repeat(64))] {
            assert_eq!(Secret::parse("folia_", other), None);
        }
    }

    #[test]
    fn what_is_derived_differs_by_purpose_and_from_the_hash() {
        let secret = Secret::generate("", &Randomness::seeded(1));
        assert_ne!(secret.derive("a"), secret.derive("b"));
        assert_ne!(secret.derive("a"), secret.hash());
        assert_eq!(secret.derive("a"), secret.clone().derive("a"));
    }

    #[test]
    fn comparing_is_exact() {
        assert!(same(b"abc", b"abc"));
        assert!(!same(b"abc", b"abd"));
        assert!(!same(b"ab", b"abc"));
        assert!(!same(b"", b"abc"));
    }
}
