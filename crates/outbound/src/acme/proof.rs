use rcgen::{CertificateParams, CustomExtension, KeyPair};

use super::AcmeError;

/// How to show an authority that a name leads here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofKind {
    /// By a text at an address on port 80 (RFC 8555, 8.3).
    Http,
    /// By a certificate on port 443 (RFC 8737).
    Tls,
}

/// What an authority will look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    Http {
        token: String,
        answer: String,
    },
    /// Both in DER.
    Tls {
        name: String,
        certificate: Vec<u8>,
        key: Vec<u8>,
    },
}

impl Proof {
    pub(super) fn by_tls(name: &str, digest: &[u8]) -> Result<Self, AcmeError> {
        let failed = |error: rcgen::Error| AcmeError::Crypto(error.to_string());
        let mut params = CertificateParams::new(vec![name.to_owned()]).map_err(failed)?;
        params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
        let key = KeyPair::generate().map_err(failed)?;
        let certificate = params.self_signed(&key).map_err(failed)?.der().to_vec();
        Ok(Self::Tls { name: name.to_owned(), certificate, key: key.serialize_der() })
    }
}
