use hmac::{Hmac, KeyInit, Mac};
use kernel::Id;
use sha2::Sha256;

/// An id and half of its signature: each 16 bytes, as hexadecimal digits.
const DIGITS: usize = 64;
const PURPOSE: &[u8] = b"preview link\0";

/// The token of a link.
pub(super) fn sign(key: &[u8; 32], link: Id) -> String {
    let signature = mac(key, link).finalize().into_bytes();
    // Half of the signature is 128 bits, which nobody guesses, and keeps the address short enough
    // for a mail.
    encode(link.as_bytes()) + &encode(&signature[..16])
}

/// The link a token was made for; nothing when it was not made with this key. It costs next to
/// nothing, and whoever tries tokens gets no further than here.
pub(super) fn open(key: &[u8; 32], token: &str) -> Option<Id> {
    let (id, signature) = token.split_at_checked(DIGITS / 2)?;
    let (id, signature) = (decode::<16>(id)?, decode::<16>(signature)?);
    let id: Id = uuid(&id).parse().ok()?;
    // Compared in constant time by the library.
    mac(key, id).verify_truncated_left(&signature).ok().map(|()| id)
}

fn mac(key: &[u8; 32], link: Id) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length is a key");
    // A key that came to sign other things too must not sign the same bytes for them.
    mac.update(PURPOSE);
    mac.update(link.as_bytes());
    mac
}

fn uuid(bytes: &[u8; 16]) -> String {
    let digits = encode(bytes);
    let part = |from: usize, to: usize| &digits[from..to];
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}

pub(super) fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One spelling only, so that a token cannot be written in several ways.
pub(super) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    let is_plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if text.len() != 2 * N || !text.bytes().all(is_plain) {
        return None;
    }
    let mut bytes = [0; N];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use kernel::{Clock, Randomness};

    use super::*;

    #[test]
    fn a_token_opens_its_link_and_nothing_else_does() {
        let link = Id::generate(&Clock::system(), &Randomness::system());
        let other = Id::generate(&Clock::system(), &Randomness::system());
        let (key, other_key) = ([7; 32], [8; 32]);
        let token = sign(&key, link);
        assert_eq!(token.len(), DIGITS);
        assert_eq!(open(&key, &token), Some(link));
        assert_eq!(open(&other_key, &token), None);
        let (id, signature) = token.split_at(32);
        let forged = sign(&key, other)[..32].to_owned() + signature;
        let swapped = |digit: char| if digit == 'a' { 'b' } else { 'a' };
        let mut bad = vec![
            String::new(),
            id.to_owned(),
            forged,
            token.to_uppercase(),
            format!("{token}0"),
            "é".repeat(32),
            "g".repeat(64),
            format!("{}\u{e9}{}", &token[..31], &token[33..]),
        ];
        for place in [0, 31, 32, 63] {
            let mut letters: Vec<char> = token.chars().collect();
            letters[place] = swapped(letters[place]);
            bad.push(letters.into_iter().collect());
        }
        for token in bad {
            assert_eq!(open(&key, &token), None, "{token}");
        }
    }
}
