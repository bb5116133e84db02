//! TLS on a connection: which versions, which protocols above it, and how long a handshake may take.

use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, ring};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::certificates::{ACME, Certificates};

/// What TLS itself holds of an answer until the system takes it: one record.
const HELD: usize = 16 * 1024;

const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

/// TLS 1.2 and 1.3 with the certificates that are there at the moment.
#[derive(Clone)]
pub struct Tls(TlsAcceptor);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    Http1,
    Http2,
}

/// A connection on which a protocol was agreed upon.
pub(super) struct Accepted {
    pub(super) stream: TlsStream<TcpStream>,
    pub(super) protocol: Protocol,
}

impl Tls {
    pub fn new(certificates: Arc<Certificates>) -> Result<Self, rustls::Error> {
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(certificates);
        config.alpn_protocols = [HTTP2, HTTP1, ACME].map(<[u8]>::to_vec).into();
        // Who comes back need not do the whole handshake again, and we need not remember them.
        config.ticketer = ring::Ticketer::new()?;
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }

    /// None when it came to nothing, or when all the peer wanted was to see a certificate.
    pub(super) async fn accept(&self, stream: TcpStream, within: Duration) -> Option<Accepted> {
        let mut stream = match tokio::time::timeout(within, self.0.accept(stream)).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => {
                tracing::debug!(%error, "a handshake failed");
                return None;
            }
            Err(_) => {
                tracing::debug!("a handshake took too long");
                return None;
            }
        };
        let (_, session) = stream.get_mut();
        session.set_buffer_limit(Some(HELD));
        let protocol = match session.alpn_protocol() {
            Some(HTTP2) => Protocol::Http2,
            // An authority has now seen what it wanted to see.
            Some(ACME) => {
                stream.shutdown().await.ok();
                return None;
            }
            // Also for who names no protocol at all.
            _ => Protocol::Http1,
        };
        Some(Accepted { stream, protocol })
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

/// The cryptography: `ring`, as for connections of our own.
pub(super) fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}
