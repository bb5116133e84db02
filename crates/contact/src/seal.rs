use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Marks text as written by this site, on whichever of its nodes. What is sealed can be read by
/// anybody and written by nobody else.
#[derive(Clone)]
pub(crate) struct Seal {
    key: [u8; 32],
}

impl Seal {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    /// The claim with its seal behind it. A seal holds for one purpose only.
    pub(crate) fn seal(&self, purpose: &str, claim: &str) -> String {
        format!("{claim}.{}", self.digest(purpose, claim))
    }

    /// The claim, when it was sealed by us for this purpose.
    pub(crate) fn open<'a>(&self, purpose: &str, sealed: &'a str) -> Option<&'a str> {
        let (claim, seal) = sealed.rsplit_once('.')?;
        let seal = decode(seal)?;
        // Compared in constant time by the library; a comparison of texts would tell how far a
        // guess fits.
        self.mac(purpose, claim).verify_slice(&seal).ok().map(|()| claim)
    }

    /// What stands for a text without telling it, for whoever does not have the key.
    pub(crate) fn digest(&self, purpose: &str, text: &str) -> String {
        encode(&self.mac(purpose, text).finalize().into_bytes())
    }

    fn mac(&self, purpose: &str, text: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).expect("any length is a key");
        mac.update(purpose.as_bytes());
        // Without a border, one purpose could be the beginning of another.
        mac.update(&[0]);
        mac.update(text.as_bytes());
        mac
    }
}

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seal").finish_non_exhaustive()
    }
}

pub(crate) fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// One spelling only: a seal with a changed letter is another seal, also when just its case
/// changed.
pub(crate) fn decode(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 {
        return None;
    }
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = value(digits[0])? << 4 | value(digits[1])?;
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_breaks_with_any_bit_any_other_purpose_and_any_other_key() {
        let seal = Seal::new([7; 32]);
        let sealed = seal.seal("stamp", "17.abc");
        assert_eq!(seal.open("stamp", &sealed), Some("17.abc"));
        assert_eq!(seal.open("puzzle", &sealed), None);
        assert_eq!(Seal::new([8; 32]).open("stamp", &sealed), None);
        for position in 0..sealed.len() {
            for bit in 0..7 {
                let mut bytes = sealed.clone().into_bytes();
                bytes[position] ^= 1 << bit;
                let changed = String::from_utf8(bytes).unwrap();
                assert_eq!(seal.open("stamp", &changed), None, "{changed}");
            }
        }
        for text in ["", ".", "17.abc", "17.abc."] {
            assert_eq!(seal.open("stamp", text), None, "{text}");
        }
    }
}
