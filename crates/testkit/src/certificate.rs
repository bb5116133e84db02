use std::sync::Arc;
use std::time::Duration;

use kernel::{Clock, Timestamp};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::{ServerConfig, crypto::CryptoProvider};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What a server shows to prove that it is `localhost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certificate {
    Good,
    /// Signed by the authority, for another host.
    OfAnotherHost,
    /// Vouched for by nobody but itself.
    SelfSigned,
    Expired,
    /// Good, and vouched for by one for whom the authority vouches.
    Delegated,
    /// Good, for these names, and not for long.
    Nearly(&'static [&'static str]),
    /// Good for a month and for a day already.
    Young,
}

/// A certificate with its key, and the authority a client would have to trust, as PEM.
#[derive(Debug)]
pub struct Made {
    pub authority: String,
    pub certificate: String,
    pub key: String,
    /// The certificate and those between it and the authority, in DER.
    pub chain: Vec<CertificateDer<'static>>,
    key_der: Vec<u8>,
}

pub fn make(certificate: Certificate) -> Made {
    let authority_key = KeyPair::generate().expect("a key can be made");
    let mut authority = CertificateParams::default();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    authority.distinguished_name.push(DnType::CommonName, "test authority");
    let authority_pem = authority.self_signed(&authority_key).expect("it can be signed").pem();
    let mut issuer = Issuer::new(authority, authority_key);
    let mut between = None;
    if certificate == Certificate::Delegated {
        let key = KeyPair::generate().expect("a key can be made");
        let mut delegate = CertificateParams::default();
        delegate.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
        delegate.distinguished_name.push(DnType::CommonName, "test delegate");
        between = Some(delegate.signed_by(&key, &issuer).expect("it can be signed"));
        issuer = Issuer::new(delegate, key);
    }

    let hosts = match certificate {
        Certificate::OfAnotherHost => &["elsewhere.test"],
        Certificate::Nearly(names) => names,
        _ => &["localhost"][..],
    };
    let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
    let mut server = CertificateParams::new(hosts).expect("host names");
    let since_1970 = Clock::system().now().since(Timestamp::from_micros(0));
    let now = date_time_ymd(1970, 1, 1) + since_1970;
    if let Certificate::Nearly(_) = certificate {
        // Ninety days, of which five are left.
        server.not_before = now - DAY * 85;
        server.not_after = now + DAY * 5;
    }
    if certificate == Certificate::Young {
        server.not_before = now - DAY;
        server.not_after = now + DAY * 30;
    }
    if certificate == Certificate::Expired {
        server.not_before = date_time_ymd(2020, 1, 1);
        server.not_after = date_time_ymd(2021, 1, 1);
    }
    let key = KeyPair::generate().expect("a key can be made");
    let signed = match certificate {
        Certificate::SelfSigned => server.self_signed(&key),
        _ => server.signed_by(&key, &issuer),
    };
    let signed = signed.expect("it can be signed");
    // The site's own first, then whoever vouches for it.
    let shown = || std::iter::once(&signed).chain(&between);
    Made {
        authority: authority_pem,
        certificate: shown().map(rcgen::Certificate::pem).collect(),
        key: key.serialize_pem(),
        chain: shown().map(|it| it.der().clone()).collect(),
        key_der: key.serialize_der(),
    }
}

impl Made {
    pub(crate) fn server_config(&self) -> ServerConfig {
        let provider: Arc<CryptoProvider> = Arc::new(ring::default_provider());
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.key_der.clone()));
        ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the usual versions")
            .with_no_client_auth()
            .with_single_cert(self.chain.clone(), key)
            .expect("key and certificate belong together")
    }
}
