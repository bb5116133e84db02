//! rustls in the shape the driver asks for.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::pki_types::ServerName;
use rustls::{CertificateError, ClientConfig, Error};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as Encrypted;

/// Makes connections secret. One for all connections of a store: sessions are resumed through it.
#[derive(Clone)]
pub(in crate::postgres) struct Connector(TlsConnector);

/// A connector for one host.
pub(in crate::postgres) struct ToHost {
    connector: TlsConnector,
    host: String,
}

/// Why there is no secret connection, in a line for whoever runs the site.
#[derive(Debug, thiserror::Error)]
pub(in crate::postgres) enum HandshakeError {
    #[error("{host:?} is neither a host name nor an address")]
    NoName { host: String },
    #[error("no trusted authority has signed the server's certificate (sslrootcert names one)")]
    UnknownAuthority,
    #[error("the server's certificate is not for {host}: {cause}")]
    OtherName { host: String, cause: Error },
    #[error("{0}")]
    Failed(io::Error),
}

impl Connector {
    pub(in crate::postgres) fn new(client: ClientConfig) -> Self {
        Self(TlsConnector::from(Arc::new(client)))
    }
}

impl<S: AsyncRead + AsyncWrite + Send + Unpin + 'static> MakeTlsConnect<S> for Connector {
    type Stream = Secret<S>;
    type TlsConnect = ToHost;
    type Error = HandshakeError;

    fn make_tls_connect(&mut self, host: &str) -> Result<ToHost, HandshakeError> {
        // The driver asks this for sockets in a folder, too, where there is no host and no TLS. So
        // whether the name is one is looked at when TLS begins.
        Ok(ToHost { connector: self.0.clone(), host: host.to_owned() })
    }
}

impl<S: AsyncRead + AsyncWrite + Send + Unpin + 'static> TlsConnect<S> for ToHost {
    type Stream = Secret<S>;
    type Error = HandshakeError;
    type Future = Pin<Box<dyn Future<Output = Result<Secret<S>, HandshakeError>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let Self { connector, host } = self;
            let Ok(name) = ServerName::try_from(host.clone()) else {
                return Err(HandshakeError::NoName { host });
            };
            match connector.connect(name, stream).await {
                Ok(stream) => Ok(Secret(stream)),
                Err(error) => Err(explain(host, error)),
            }
        })
    }
}

fn explain(host: String, error: io::Error) -> HandshakeError {
    let Some(cause) = error.get_ref().and_then(|cause| cause.downcast_ref::<Error>()) else {
        return HandshakeError::Failed(error);
    };
    match cause {
        Error::InvalidCertificate(CertificateError::UnknownIssuer) => {
            HandshakeError::UnknownAuthority
        }
        Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => HandshakeError::OtherName { host, cause: cause.clone() },
        _ => HandshakeError::Failed(error),
    }
}

/// An encrypted connection. It offers no channel binding: that would need the server's certificate
/// read, and whoever wants to be sure of the server has `verify-full`.
#[derive(Debug)]
pub(in crate::postgres) struct Secret<S>(Encrypted<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Secret<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Secret<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Secret<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
