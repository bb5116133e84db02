use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{self, RsaPublicKeyComponents, UnparsedPublicKey};

use super::algorithm::Algorithm;
use super::members::Members;

/// The keys a provider signs with, as it publishes them.
#[derive(Debug, Default)]
pub(super) struct Keys(Vec<Key>);

#[derive(Debug)]
struct Key {
    id: Option<String>,
    /// The one algorithm the provider says it is for, if it says so.
    algorithm: Option<String>,
    material: Material,
}

#[derive(Debug)]
enum Material {
    Rsa { n: Vec<u8>, e: Vec<u8> },
    P256(Vec<u8>),
    P384(Vec<u8>),
    Ed25519(Vec<u8>),
}

const MOST: usize = 100;
const SMALLEST_RSA: usize = 2048 / 8;

impl Keys {
    /// Keys of kinds we do not know, or for other purposes, are passed over.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let set = Members::read(bytes)?;
        set.has("keys")
            // Bounded, because each token without a name is compared with all of them.
            .then(|| Self(set.objects("keys").iter().take(MOST).filter_map(Key::read).collect()))
    }

    /// Whether there is none that we could use.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of these keys may be the one that a token names.
    pub(super) fn has(&self, id: Option<&str>, algorithm: Algorithm) -> bool {
        self.find(id, algorithm).is_some()
    }

    pub(super) fn verify(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
        message: &[u8],
        signature: &[u8],
    ) -> bool {
        self.find(id, algorithm).is_some_and(|key| key.verify(algorithm, message, signature))
    }

    /// The key of that name; for a token without a name, the only key that fits.
    fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Option<&Key> {
        let mut fitting = self
            .0
            .iter()
            .filter(|key| key.fits(algorithm) && id.is_none_or(|id| key.id.as_deref() == Some(id)));
        // Two keys that fit would be a choice, and a choice is something an attacker can steer.
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }
}

impl Key {
    fn read(members: &Members) -> Option<Self> {
        let text = |name: &str| members.text(name).ok().flatten();
        let bytes = |name: &str| URL_SAFE_NO_PAD.decode(text(name)?).ok();
        // A key for encryption must not vouch for a signature.
        if text("use").is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        if members.has("key_ops") && !members.texts("key_ops").ok()?.contains(&"verify") {
            return None;
        }
        let point = |size: usize| {
            let (x, y) = (bytes("x")?, bytes("y")?);
            let fits = x.len() == size && y.len() == size;
            // 4 says that both coordinates follow: the one form the verifier takes.
            fits.then(|| [&[4][..], &x, &y].concat())
        };
        let material = match (text("kty")?, text("crv")) {
            ("RSA", _) => {
                let mut n = bytes("n")?;
                // Some providers write the sign byte of ASN.1 in front, which the length must not
                // count.
                n.drain(..n.iter().take_while(|byte| **byte == 0).count());
                // Shorter ones can be broken, and the verifier would refuse them anyway.
                (n.len() >= SMALLEST_RSA).then_some(())?;
                Material::Rsa { n, e: bytes("e")? }
            }
            ("EC", Some("P-256")) => Material::P256(point(32)?),
            ("EC", Some("P-384")) => Material::P384(point(48)?),
            ("OKP", Some("Ed25519")) => {
                Material::Ed25519(bytes("x").filter(|point| point.len() == 32)?)
            }
            _ => return None,
        };
        let owned = |name| text(name).map(str::to_owned);
        Some(Self { id: owned("kid"), algorithm: owned("alg"), material })
    }

    fn fits(&self, algorithm: Algorithm) -> bool {
        // The provider decides which algorithm a key is for, never the token.
        let named = self.algorithm.as_deref().is_none_or(|named| named == algorithm.name());
        named
            && match self.material {
                Material::Rsa { .. } => algorithm.is_rsa(),
                Material::P256(_) => algorithm == Algorithm::Es256,
                Material::P384(_) => algorithm == Algorithm::Es384,
                Material::Ed25519(_) => algorithm == Algorithm::EdDsa,
            }
    }

    fn verify(&self, algorithm: Algorithm, message: &[u8], signature: &[u8]) -> bool {
        let plain = |point: &[u8], by: &'static dyn signature::VerificationAlgorithm| {
            UnparsedPublicKey::new(by, point).verify(message, signature)
        };
        let verified = match &self.material {
            Material::Rsa { n, e } => match algorithm.rsa() {
                Some(by) => RsaPublicKeyComponents { n, e }.verify(by, message, signature),
                None => return false,
            },
            Material::P256(point) => plain(point, &signature::ECDSA_P256_SHA256_FIXED),
            Material::P384(point) => plain(point, &signature::ECDSA_P384_SHA384_FIXED),
            Material::Ed25519(point) => plain(point, &signature::ED25519),
        };
        verified.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_keys_for_signing_that_are_strong_enough_are_taken() {
        let short = "A".repeat(300);
        let long = "_".repeat(344);
        let key = |members: &str| {
            let set = format!("{{\"keys\":[{{{members}}}]}}");
            Keys::read(set.as_bytes()).unwrap().0.len()
        };
        assert_eq!(key(&format!(r#""kty":"RSA","e":"AQAB","n":"{long}""#)), 1);
        assert_eq!(key(&format!(r#""kty":"RSA","e":"AQAB","n":"{short}""#)), 0);
        assert_eq!(key(&format!(r#""kty":"RSA","use":"enc","e":"AQAB","n":"{long}""#)), 0);
        for (purposes, taken) in
            [(r#"["sign","verify"]"#, 1), (r#"["encrypt"]"#, 0), ("[]", 0), ("7", 0)]
        {
            let members = format!(r#""kty":"RSA","key_ops":{purposes},"e":"AQAB","n":"{long}""#);
            assert_eq!(key(&members), taken, "{purposes}");
        }
        assert_eq!(key(r#""kty":"oct","k":"c2VjcmV0""#), 0);
        assert_eq!(key(r#""kty":"EC","crv":"P-256","x":"AA","y":"AA""#), 0);
        assert!(Keys::read(b"{}").is_none());
        assert!(Keys::read(b"nonsense").is_none());
    }

    /// Otherwise a token could choose among what the provider has published.
    #[test]
    fn a_token_names_one_key_for_one_algorithm_or_none() {
        let n = "_".repeat(344);
        let keys = |named: &[&str]| {
            let one = |more: &&str| format!(r#"{{"kty":"RSA","e":"AQAB","n":"{n}"{more}}}"#);
            let all: Vec<String> = named.iter().map(one).collect();
            Keys::read(format!("{{\"keys\":[{}]}}", all.join(",")).as_bytes()).unwrap()
        };
        let (first, second) = (r#","kid":"a""#, r#","kid":"b""#);
        for (published, named, found) in [
            (&[""][..], None, true),
            (&["", ""], None, false),
            (&[first], None, true),
            (&[first], Some("a"), true),
            (&[first], Some("b"), false),
            (&[""], Some("a"), false),
            (&[first, second], None, false),
            (&[first, second], Some("b"), true),
            (&[first, first], Some("a"), false),
        ] {
            assert_eq!(
                keys(published).has(named, Algorithm::Rs256),
                found,
                "{published:?} {named:?}"
            );
        }
        let bound = keys(&[r#","alg":"RS256""#]);
        assert!(bound.has(None, Algorithm::Rs256));
        for other in [Algorithm::Rs512, Algorithm::Ps256, Algorithm::Es256, Algorithm::EdDsa] {
            assert!(!bound.has(None, other), "{other:?}");
        }
    }
}
