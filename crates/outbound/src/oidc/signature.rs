use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512,
    RSA_PSS_2048_8192_SHA256, RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters,
};

use super::OidcError;
use super::keys::Keys;
use super::members::Members;

/// The algorithms a token may be signed with. All need the provider's private key: no `none`, and
/// no shared secrets, which a public key could be passed off as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Rs384,
    Rs512,
    Ps256,
    Ps384,
    Ps512,
    Es256,
    Es384,
    EdDsa,
}

const NAMES: [(Algorithm, &str); 9] = [
    (Algorithm::Rs256, "RS256"),
    (Algorithm::Rs384, "RS384"),
    (Algorithm::Rs512, "RS512"),
    (Algorithm::Ps256, "PS256"),
    (Algorithm::Ps384, "PS384"),
    (Algorithm::Ps512, "PS512"),
    (Algorithm::Es256, "ES256"),
    (Algorithm::Es384, "ES384"),
    (Algorithm::EdDsa, "EdDSA"),
];

impl Algorithm {
    fn of(name: &str) -> Option<Self> {
        NAMES.iter().find(|(_, known)| *known == name).map(|(algorithm, _)| *algorithm)
    }

    pub(super) fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(algorithm, _)| *algorithm == self);
        found.map(|(_, name)| *name).expect("every algorithm has a name")
    }

    pub(super) fn is_rsa(self) -> bool {
        self.rsa().is_some()
    }

    pub(super) fn rsa(self) -> Option<&'static RsaParameters> {
        match self {
            Self::Rs256 => Some(&RSA_PKCS1_2048_8192_SHA256),
            Self::Rs384 => Some(&RSA_PKCS1_2048_8192_SHA384),
            Self::Rs512 => Some(&RSA_PKCS1_2048_8192_SHA512),
            Self::Ps256 => Some(&RSA_PSS_2048_8192_SHA256),
            Self::Ps384 => Some(&RSA_PSS_2048_8192_SHA384),
            Self::Ps512 => Some(&RSA_PSS_2048_8192_SHA512),
            Self::Es256 | Self::Es384 | Self::EdDsa => None,
        }
    }
}

/// A token taken apart, its signature not checked yet.
#[derive(Debug)]
pub(super) struct Signed<'a> {
    message: &'a [u8],
    signature: Vec<u8>,
    payload: Vec<u8>,
    pub(super) algorithm: Algorithm,
    pub(super) key: Option<String>,
}

const LARGEST: usize = 8 * 1024;

impl<'a> Signed<'a> {
    pub(super) fn read(token: &'a str) -> Result<Self, OidcError> {
        let bad = OidcError::BadToken;
        if token.len() > LARGEST {
            return Err(bad("it is too long"));
        }
        let (message, signature) = token.rsplit_once('.').ok_or(bad("it has no signature"))?;
        let (header, payload) = message.split_once('.').ok_or(bad("it has two parts"))?;
        let decode =
            |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| bad("a part is not base64url"));
        let signature = decode(signature)?;
        let header = Members::read(&decode(header)?).ok_or(bad("its header is not an object"))?;
        if header.has("crit") {
            return Err(bad("it demands an extension"));
        }
        let text = |name| header.text(name).map_err(|_| bad("a header is of the wrong type"));
        let algorithm = text("alg")?.and_then(Algorithm::of).ok_or(bad("its algorithm"))?;
        if !text("typ")?.is_none_or(is_expected_type) {
            return Err(bad("it is another kind of token"));
        }
        let key = text("kid")?.map(str::to_owned);
        let payload = decode(payload)?;
        Ok(Self { message: message.as_bytes(), signature, payload, algorithm, key })
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
