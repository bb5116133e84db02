use http::{HeaderMap, HeaderName, HeaderValue};
use kernel::Randomness;

pub(crate) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The name of a request in answers and logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(HeaderValue);

impl RequestId {
    /// The client's own, when it is short and harmless; a new one otherwise.
    pub(crate) fn of(headers: &HeaderMap, randomness: &Randomness) -> Self {
        match headers.get(&HEADER) {
            // A proxy that names requests wants to find them in our log too. What could break a log
            // line is not taken over.
            Some(given) if is_sane(given.as_bytes()) => Self(given.clone()),
            _ => Self::generate(randomness),
        }
    }

    pub(crate) fn generate(randomness: &Randomness) -> Self {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let mut text = [0; 24];
        for (pair, byte) in text.chunks_exact_mut(2).zip(randomness.bytes::<12>()) {
            pair[0] = HEX[usize::from(byte >> 4)];
            pair[1] = HEX[usize::from(byte & 15)];
        }
        Self(HeaderValue::from_bytes(&text).expect("hexadecimal digits"))
    }

    pub(crate) fn header(&self) -> HeaderValue {
        self.0.clone()
    }

    pub fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

fn is_sane(bytes: &[u8]) -> bool {
    (1..=128).contains(&bytes.len())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sane_id_is_kept_and_any_other_is_replaced() {
        let randomness = Randomness::seeded(1);
        let of = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(HEADER, HeaderValue::from_str(value).unwrap());
            RequestId::of(&headers, &randomness).as_str().to_owned()
        };
        assert_eq!(of("abc-DEF_1.2"), "abc-DEF_1.2");
        for strange in ["", "a b", "<script>", "a;b", &"x".repeat(129)] {
            let replaced = of(strange);
            assert_ne!(replaced, strange);
            assert_eq!(replaced.len(), 24);
        }
    }
}
