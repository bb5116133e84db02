//! TLS to the server, as the address asks for it in the words of PostgreSQL's own clients:
//! `sslmode`, `sslrootcert`, `sslcert`, `sslkey`.
//!
//! The driver knows three of the modes and none of the files, so these four are taken out of the
//! address before the driver reads it. The rest of the address is the driver's.

mod connector;
mod options;
mod verify;

use std::path::Path;
use std::sync::Arc;

use rustls::ClientConfig;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

pub(super) use connector::Connector;
pub(super) use options::{Mode, Options};

/// Why TLS cannot be set up as the address asks for it.
#[derive(Debug, thiserror::Error)]
pub(super) enum TlsError {
    #[error("sslmode must be disable, prefer, require, verify-ca or verify-full")]
    UnknownMode,
    #[error("{option} is not text")]
    NotText { option: &'static str },
    #[error("{option} is given twice")]
    Twice { option: &'static str },
    #[error("{option} needs an sslmode of require, verify-ca or verify-full")]
    Pointless { option: &'static str },
    #[error("sslcert and sslkey belong together")]
    HalfAnIdentity,
    #[error("{option} cannot be read as PEM: {reason}")]
    Unreadable { option: &'static str, reason: String },
    #[error("TLS cannot be set up: {0}")]
    Setup(String),
}

/// What the client shows and whom it believes.
pub(super) fn client(options: &Options) -> Result<ClientConfig, TlsError> {
    let provider: Arc<CryptoProvider> = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = verify::verifier(options, &provider)?;
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(setup)?
        // Named so by rustls because a verifier can be wrong. Ours only skips what `sslmode` says
        // to skip.
        .dangerous()
        .with_custom_certificate_verifier(verifier);
    let mut config = match &options.identity {
        None => builder.with_no_client_auth(),
        Some(identity) => {
            let chain = certificates("sslcert", &identity.certificate)?;
            let key = PrivateKeyDer::from_pem_file(&identity.key)
                .map_err(|error| unreadable("sslkey", &error))?;
            builder.with_client_auth_cert(chain, key).map_err(setup)?
        }
    };
    // A server that is asked for TLS from the first byte wants to be told what will follow.
    config.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok(config)
}

fn certificates(
    option: &'static str,
    file: &Path,
) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let read = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match read {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        Ok(_) => {
            let reason = "there is no certificate in it".to_owned();
            Err(TlsError::Unreadable { option, reason })
        }
        Err(error) => Err(unreadable(option, &error)),
    }
}

fn unreadable(option: &'static str, error: &rustls::pki_types::pem::Error) -> TlsError {
    let reason = match error {
        rustls::pki_types::pem::Error::Io(error) => error.to_string(),
        rustls::pki_types::pem::Error::NoItemsFound => "there is no key in it".to_owned(),
        error => format!("{error:?}"),
    };
    TlsError::Unreadable { option, reason }
}

fn setup(error: rustls::Error) -> TlsError {
    TlsError::Setup(error.to_string())
}
