//! A certificate with its key, as files and authorities hand them over: PEM.

use std::sync::Arc;

use kernel::Timestamp;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::ParsedCertificate;
use rustls::sign::CertifiedKey;

use super::tls::provider;

/// A certificate that can be shown.
#[derive(Clone, Debug)]
pub struct Pair {
    key: Arc<CertifiedKey>,
    good_from: Timestamp,
    good_until: Timestamp,
}

/// Why a certificate cannot be shown.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    #[error("there is no certificate in it, or one that cannot be read")]
    NoCertificate,
    #[error("there is no private key in it, or one that cannot be read")]
    NoKey,
    #[error("certificate and key cannot be used together: {0}")]
    Unusable(String),
}

impl Pair {
    /// Both may stand in one text. The first certificate is the site's own; those that follow lead to
    /// its authority.
    pub fn read(certificates: &[u8], key: &[u8]) -> Result<Self, PairError> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificates).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or(PairError::NoCertificate)?;
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| PairError::NoKey)?;
        let (good_from, good_until) = validity(&chain[0]).ok_or(PairError::NoCertificate)?;
        let key = CertifiedKey::from_der(chain, key, &provider()).map_err(unusable)?;
        Ok(Self { key: Arc::new(key), good_from, good_until })
    }

    pub fn good_from(&self) -> Timestamp {
        self.good_from
    }

    pub fn good_until(&self) -> Timestamp {
        self.good_until
    }

    /// Whether a browser that asks for this name takes it for an answer.
    pub fn is_for(&self, name: &str) -> bool {
        let parsed = self.key.cert.first().and_then(|der| ParsedCertificate::try_from(der).ok());
        let name = ServerName::try_from(name).ok();
        parsed.zip(name).is_some_and(|(certificate, name)| {
            rustls::client::verify_server_name(&certificate, &name).is_ok()
        })
    }

    pub(super) fn key(&self) -> Arc<CertifiedKey> {
        self.key.clone()
    }
}

/// A certificate that proves something to an authority, with its key, both in DER. It carries an
/// extension that nobody else may understand, so nobody else is asked whether it is any good.
pub(super) fn proof(certificate: Vec<u8>, key: Vec<u8>) -> Result<CertifiedKey, PairError> {
    let key = PrivateKeyDer::try_from(key).map_err(|_| PairError::NoKey)?;
    let key = provider().key_provider.load_private_key(key).map_err(unusable)?;
    Ok(CertifiedKey::new(vec![CertificateDer::from(certificate)], key))
}

fn unusable(error: rustls::Error) -> PairError {
    PairError::Unusable(error.to_string())
}

const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// From when and until when a certificate is good (RFC 5280, 4.1). The library that checks
/// certificates of others keeps this to itself.
fn validity(certificate: &[u8]) -> Option<(Timestamp, Timestamp)> {
    let (SEQUENCE, certificate, _) = element(certificate)? else { return None };
    let (SEQUENCE, mut rest, _) = element(certificate)? else { return None };
    // Version, where it is told; then serial number, signature and issuer.
    let skipped = if rest.first() == Some(&VERSION) { 4 } else { 3 };
    for _ in 0..skipped {
        rest = element(rest)?.2;
    }
    let (SEQUENCE, times, _) = element(rest)? else { return None };
    let (kind, from, times) = element(times)?;
    let (other_kind, until, _) = element(times)?;
    Some((time(kind, from)?, time(other_kind, until)?))
}

/// The first element of some DER: its tag, what is in it, and what comes after it.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (tag, length, rest) = match *bytes {
        [tag, short @ ..=0x7f, ..] => (tag, usize::from(short), &bytes[2..]),
        [tag, 0x81, length, ..] => (tag, usize::from(length), &bytes[3..]),
        [tag, 0x82, high, low, ..] => {
            (tag, usize::from(u16::from_be_bytes([high, low])), &bytes[4..])
        }
        _ => return None,
    };
    Some((tag, rest.get(..length)?, &rest[length..]))
}

fn time(kind: u8, text: &[u8]) -> Option<Timestamp> {
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z')?;
    let (year, rest) = match kind {
        UTC_TIME => {
            let (year, rest) = text.split_at_checked(2)?;
            let century = if year < "50" { "20" } else { "19" };
            (format!("{century}{year}"), rest)
        }
        GENERALIZED_TIME => {
            let (year, rest) = text.split_at_checked(4)?;
            (year.to_owned(), rest)
        }
        _ => return None,
    };
    let digits = rest.len() == 10 && rest.bytes().all(|byte| byte.is_ascii_digit());
    let part = |at: usize| &rest[at..at + 2];
    let written =
        |()| format!("{year}-{}-{}T{}:{}:{}Z", part(0), part(2), part(4), part(6), part(8));
    digits.then_some(()).map(written)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_certificates_are_read() {
        let read = |kind, text: &str| time(kind, text.as_bytes()).map(|time| time.to_string());
        let expected = Some("2026-11-16T05:06:07Z".to_owned());
        assert_eq!(read(UTC_TIME, "261116050607Z"), expected);
        assert_eq!(read(GENERALIZED_TIME, "20261116050607Z"), expected);
        assert_eq!(read(UTC_TIME, "991231235959Z").unwrap(), "1999-12-31T23:59:59Z");
        for bad in ["", "Z", "261116050607", "2611160506Z", "26111605060xZ", "261316050607Z", "é"]
        {
            assert_eq!(read(UTC_TIME, bad), None, "{bad}");
        }
        assert_eq!(read(0x02, "261116050607Z"), None);
    }

    #[test]
    fn what_is_no_certificate_has_no_validity() {
        for bad in
            [&b""[..], b"\x30", b"\x30\x80", b"\x30\x02\x30\x00", b"\x30\x83\x01\x00\x00", b"x"]
        {
            assert_eq!(validity(bad), None, "{bad:?}");
        }
    }
}
