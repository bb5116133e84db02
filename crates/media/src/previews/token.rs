use std::fmt;

use kernel::{Randomness, Timestamp};

/// The name of a folder of previews.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) expires_at: Timestamp,
    secret: u128,
}

impl Token {
    pub(crate) fn generate(expires_at: Timestamp, randomness: &Randomness) -> Self {
        Self { expires_at, secret: u128::from_le_bytes(randomness.bytes()) }
    }

    /// Only what [`Token`] itself writes is one.
    pub(crate) fn find(text: &str) -> Option<Self> {
        let (expires_at, secret) = text.split_once('-')?;
        let token = Self {
            expires_at: Timestamp::from_micros(i64::from_str_radix(expires_at, 16).ok()?),
            secret: u128::from_str_radix(secret, 16).ok()?,
        };
        // One spelling only: `+1` and `1` are the same number and not the same folder.
        (token.to_string() == text).then_some(token)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}-{:032x}", self.expires_at.as_micros(), self.secret)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_back_in_its_one_spelling() {
        let at = "2026-01-01T00:10:00Z".parse().unwrap();
        let token = Token::generate(at, &Randomness::seeded(1));
        let text = token.to_string();
        assert_eq!(Token::find(&text), Some(token));
        for other in [&text.to_uppercase(), &format!("0{text}"), "", "-", "..", "1-2"] {
            assert_eq!(Token::find(other), None, "{other}");
        }
    }
}
