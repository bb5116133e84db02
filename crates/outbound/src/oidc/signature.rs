use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::OidcError;
use super::algorithm::Algorithm;
use super::keys::Keys;
use super::members::Members;

/// A token taken apart, its signature not checked yet.
#[derive(Debug)]
pub(super) struct Signed<'a> {
    message: &'a [u8],
    signature: Vec<u8>,
    payload: Vec<u8>,
    pub(super) algorithm: Algorithm,
    pub(super) key: Option<String>,
    says_access: bool,
}

const LARGEST: usize = 8 * 1024;

impl<'a> Signed<'a> {
    pub(super) fn read(token: &'a str) -> Result<Self, OidcError> {
        let bad = OidcError::BadToken;
        // Before anything is decoded, since anybody can send one.
        if token.len() > LARGEST {
            return Err(bad("it is too long"));
        }
        let (message, signature) = token.rsplit_once('.').ok_or(bad("it has no signature"))?;
        let (header, payload) = message.split_once('.').ok_or(bad("it has two parts"))?;
        let decode =
            |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| bad("a part is not base64url"));
        let signature = decode(signature)?;
        let header = Members::read(&decode(header)?).ok_or(bad("its header is not an object"))?;
        // The standard says to refuse what is critical and not understood.
        if header.has("crit") {
            return Err(bad("it demands an extension"));
        }
        let text = |name| header.text(name).map_err(|_| bad("a header is of the wrong type"));
        let algorithm = text("alg")?.and_then(Algorithm::of).ok_or(bad("its algorithm"))?;
        if !text("typ")?.is_none_or(is_expected_type) {
            return Err(bad("it is another kind of token"));
        }
        let says_access = text("typ")?.is_some_and(|name| !name.eq_ignore_ascii_case("JWT"));
        let key = text("kid")?.map(str::to_owned);
        let payload = decode(payload)?;
        // The bytes as they came: another way to write the same JSON would be another signature.
        let message = message.as_bytes();
        Ok(Self { message, signature, payload, algorithm, key, says_access })
    }

    /// Whether its header says that it is an access token (RFC 9068).
    pub(super) fn says_access(&self) -> bool {
        self.says_access
    }

    pub(super) fn names_key_of(&self, keys: &Keys) -> bool {
        keys.has(self.key.as_deref(), self.algorithm)
    }

    /// What the token says, once it is known who says it.
    pub(super) fn verify(&self, keys: &Keys) -> Result<Members, OidcError> {
        let key = self.key.as_deref();
        if !keys.verify(key, self.algorithm, self.message, &self.signature) {
            return Err(OidcError::BadToken("its signature"));
        }
        Members::read(&self.payload).ok_or(OidcError::BadToken("its claims are not an object"))
    }
}

/// Tokens for other purposes, such as signing somebody out, are signed by the same keys.
fn is_expected_type(name: &str) -> bool {
    ["JWT", "at+jwt", "application/at+jwt"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_expected_is_refused_before_any_key_is_asked() {
        let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
        for header in [
            r#"{"alg":"none"}"#,
            r#"{"alg":"None"}"#,
            r#"{"alg":"nOnE"}"#,
            r#"{"alg":"HS256"}"#,
            r#"{"alg":"rs256"}"#,
            r#"{"alg":["RS256"]}"#,
            r#"{}"#,
            r#"{"alg":"RS256","alg":"RS256"}"#,
            r#"{"alg":"RS256","crit":["exp"]}"#,
            r#"{"alg":"RS256","kid":7}"#,
            r#"{"alg":"RS256","typ":"logout+jwt"}"#,
            "nonsense",
        ] {
            let token = format!("{}.{}.{}", encode(header), encode("{}"), encode("x"));
            assert!(Signed::read(&token).is_err(), "{header}");
        }
        for token in ["", "a", "a.b", "..", "e30.e30", &"x".repeat(LARGEST + 1)] {
            assert!(Signed::read(token).is_err());
        }
        let good = format!("{}.e30.AA", encode(r#"{"alg":"RS256","kid":"../../x"}"#));
        assert_eq!(Signed::read(&good).unwrap().key.as_deref(), Some("../../x"));
    }
}
