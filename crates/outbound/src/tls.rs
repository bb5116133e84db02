//! Who is trusted over TLS: the authorities the machine trusts. No older protocol than TLS 1.2.

use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::CryptoProvider;
use rustls_platform_verifier::BuilderVerifierExt;

/// A client's side of TLS.
pub fn client() -> Result<ClientConfig, rustls::Error> {
    let builder = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?;
    Ok(builder.with_no_client_auth())
}

/// The cryptography: `ring`, because it needs nothing but a C compiler to build.
pub fn provider() -> Arc<CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}
