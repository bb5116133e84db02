//! Tokens, as a provider or whoever plays one sends them.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Timestamp;
use outbound::oidc::trial::{Asked, judge};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::Value;

const ISSUER: &str = "https://id.example.org";
const CLIENT: &str = "folia";
const NONCE: &str = "n-1";
const NOW: i64 = 1_800_000_000;

/// The first line says what the rest is: a token, the header and the claims of one that we sign (for a sign-in, or
/// as a program sends it), or a list of keys.
pub fn token(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let (kind, rest) = text.split_once('\n').unwrap_or(("", text));
    let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("any 32 bytes are a seed");
    let keys = keys(&pair);
    let now = Timestamp::from_micros(NOW * 1_000_000);
    let asked = Asked { issuer: ISSUER, client: CLIENT, nonce: Some(NONCE), now };
    match kind {
        "keys" => {
            let good = sign(&pair, r#"{"alg":"EdDSA"}"#, &claims());
            let _ = judge(&good, rest.as_bytes(), asked);
        }
        "signed" => {
            let (header, payload) = rest.split_once('\n').unwrap_or((rest, ""));
            let token = sign(&pair, header, payload);
            if judge(&token, keys.as_bytes(), asked).is_ok() {
                assert_says_what_was_asked(header, payload);
                assert_only_as_signed(&token, |other| judge(other, keys.as_bytes(), asked).is_ok());
            }
        }
        "sent" => {
            let (header, payload) = rest.split_once('\n').unwrap_or((rest, ""));
            let sent = Asked { nonce: None, ..asked };
            if judge(&sign(&pair, header, payload), keys.as_bytes(), sent).is_ok() {
                assert_is_our_access(header, payload);
            }
        }
        // Nobody but the holder of the key can write one.
        _ => assert!(judge(rest, keys.as_bytes(), asked).is_err(), "{rest}"),
    }
}

fn keys(pair: &Ed25519KeyPair) -> String {
    let x = URL_SAFE_NO_PAD.encode(pair.public_key().as_ref());
    format!(r#"{{"keys":[{{"kty":"OKP","crv":"Ed25519","use":"sig","x":"{x}"}}]}}"#)
}

fn claims() -> String {
    format!(
        r#"{{"iss":"{ISSUER}","aud":"{CLIENT}","sub":"1","nonce":"{NONCE}","exp":{}}}"#,
        NOW + 60
    )
}

fn sign(pair: &Ed25519KeyPair, header: &str, payload: &str) -> String {
    let message = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(payload));
    let signature = URL_SAFE_NO_PAD.encode(pair.sign(message.as_bytes()));
    format!("{message}.{signature}")
}

/// For the API, and given to this client: no other is named.
fn assert_is_our_access(header: &str, payload: &str) {
    let claims = assert_is_for_us(header, payload);
    for party in ["azp", "client_id", "cid", "appid"] {
        assert!(claims.get(party).is_none_or(|given| given == CLIENT), "{party}: {payload}");
    }
    for mark in ["nonce", "at_hash", "c_hash", "s_hash"] {
        assert_eq!(claims.get(mark), None, "{payload}");
    }
}

fn assert_says_what_was_asked(header: &str, payload: &str) {
    let claims = assert_is_for_us(header, payload);
    assert_eq!(claims["nonce"], NONCE);
}

/// Read once more, by another reader.
fn assert_is_for_us(header: &str, payload: &str) -> Value {
    let header: Value = serde_json::from_str(header).expect("a header that was taken is JSON");
    let claims: Value = serde_json::from_str(payload).expect("claims that were taken are JSON");
    assert_eq!(header["alg"], "EdDSA");
    assert_eq!(header.get("crit"), None);
    assert_eq!(claims["iss"], ISSUER);
    let is_us = |value: &Value| value == CLIENT;
    assert!(
        is_us(&claims["aud"]) || claims["aud"].as_array().is_some_and(|all| all.iter().any(is_us))
    );
    assert!(claims["exp"].as_f64().is_some_and(|exp| exp > (NOW - 31) as f64), "{}", claims["exp"]);
    assert!(claims["sub"].as_str().is_some_and(|subject| !subject.is_empty()));
    claims
}

/// Another letter at any place spoils it.
fn assert_only_as_signed(token: &str, is_taken: impl Fn(&str) -> bool) {
    let step = (token.len() / 16).max(1);
    for at in (0..token.len()).step_by(step) {
        let mut other = token.as_bytes().to_vec();
        other[at] = if other[at] == b'A' { b'B' } else { b'A' };
        let other = String::from_utf8(other).expect("letters stay letters");
        assert!(!is_taken(&other), "changed at {at}: {other}");
    }
}
