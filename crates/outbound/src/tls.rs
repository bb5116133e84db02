//! Who is trusted over TLS: the authorities the machine trusts. No older protocol than TLS 1.2.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls_platform_verifier::Verifier;

/// A client's side of TLS.
pub fn client() -> Result<ClientConfig, rustls::Error> {
    client_trusting(Vec::new())
}

/// The same, trusting some more authorities than the machine does.
pub fn client_trusting(
    authorities: Vec<CertificateDer<'static>>,
) -> Result<ClientConfig, rustls::Error> {
    let verifier = Verifier::new_with_extra_roots(authorities, provider())?;
    let builder = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .dangerous()
        // Not dangerous: this is how rustls takes any verifier that is not its own.
        .with_custom_certificate_verifier(Arc::new(verifier));
    Ok(builder.with_no_client_auth())
}

/// The certificates of a PEM file; none when it holds anything unreadable.
pub fn certificates(pem: &[u8]) -> Option<Vec<CertificateDer<'static>>> {
    let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    read.ok().filter(|certificates| !certificates.is_empty())
}

/// Whether a text is a name or an address that a certificate can be for.
pub fn is_server_name(text: &str) -> bool {
    ServerName::try_from(text).is_ok()
}

/// The cryptography: `ring`, because it needs nothing but a C compiler to build.
pub fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}
