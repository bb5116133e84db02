use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, DigitallySignedStruct, Error, RootCertStore, SignatureScheme, crypto,
};
use rustls_platform_verifier::Verifier;

use super::options::{Authorities, Mode, Options};
use super::{TlsError, certificates, setup};

pub(super) fn verifier(
    options: &Options,
    provider: &Arc<CryptoProvider>,
) -> Result<Arc<dyn ServerCertVerifier>, TlsError> {
    let check = match options.mode {
        Mode::Disable | Mode::Prefer | Mode::Require => {
            return Ok(Arc::new(Anybody { provider: provider.clone() }));
        }
        Mode::VerifyCa => Check::Authority,
        Mode::VerifyFull => Check::AuthorityAndName,
    };
    let trusted: Arc<dyn ServerCertVerifier> = match &options.authorities {
        Authorities::Machine => Arc::new(Verifier::new(provider.clone()).map_err(setup)?),
        Authorities::File(file) => {
            let mut roots = RootCertStore::empty();
            for certificate in certificates("sslrootcert", file)? {
                roots.add(certificate).map_err(setup)?;
            }
            WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone())
                .build()
                .map_err(|error| TlsError::Setup(error.to_string()))?
        }
    };
    Ok(match check {
        Check::AuthorityAndName => trusted,
        Check::Authority => Arc::new(AnyName { trusted }),
    })
}

enum Check {
    Authority,
    AuthorityAndName,
}

/// `require`: what is sent is encrypted, and nothing is known about who reads it at the other end.
#[derive(Debug)]
struct Anybody {
    provider: Arc<CryptoProvider>,
}

/// `verify-ca`: the name comes last, after the chain was found good, and is let pass.
#[derive(Debug)]
struct AnyName {
    trusted: Arc<dyn ServerCertVerifier>,
}

impl ServerCertVerifier for AnyName {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self.trusted.verify_server_cert(
            end_entity,
            intermediates,
            server_name,
            ocsp_response,
            now,
        );
        match verified {
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.trusted.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.trusted.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.trusted.supported_verify_schemes()
    }
}

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}
