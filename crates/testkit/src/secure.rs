use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{
    ClientConfig, DEFAULT_VERSIONS, RootCertStore, SupportedProtocolVersion,
};

use crate::Answer;
use crate::process::parse;

/// Somebody who comes by TLS, and trusts one authority alone.
#[derive(Clone, Debug)]
pub struct Secure {
    address: SocketAddr,
    name: String,
    authority: String,
}

/// A conversation in HTTP/2.
#[derive(Debug)]
pub struct Http2 {
    sender: h2::client::SendRequest<Bytes>,
    name: String,
}

impl Secure {
    pub fn new(address: SocketAddr, name: &str, authority: &str) -> Self {
        Self { address, name: name.to_owned(), authority: authority.to_owned() }
    }

    /// A connection on which these protocols are offered.
    pub async fn connect(&self, protocols: &[&str]) -> io::Result<TlsStream<TcpStream>> {
        let mut config = self.config(ring::default_provider(), DEFAULT_VERSIONS);
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        self.connect_with(Arc::new(config)).await
    }

    /// What a client would agree to that has these suites and versions, and names no protocol.
    pub fn config(
        &self,
        provider: CryptoProvider,
        versions: &[&'static SupportedProtocolVersion],
    ) -> ClientConfig {
        let mut roots = RootCertStore::empty();
        for root in CertificateDer::pem_slice_iter(self.authority.as_bytes()) {
            roots.add(root.expect("an authority is PEM")).expect("and can be trusted");
        }
        ClientConfig::builder_with_provider(Arc::new(provider))
            .with_protocol_versions(versions)
            .expect("there are suites for the versions")
            .with_root_certificates(roots)
            .with_no_client_auth()
    }

    /// A connection of one who agrees to this. Those who share it know each other's tickets.
    pub async fn connect_with(
        &self,
        config: Arc<ClientConfig>,
    ) -> io::Result<TlsStream<TcpStream>> {
        let name = ServerName::try_from(self.name.clone()).expect("a host has a name");
        let stream = TcpStream::connect(self.address).await?;
        TlsConnector::from(config).connect(name, stream).await
    }

    /// Sends bytes as they are and reads until the other side closes.
    pub async fn exchange(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect(&["http/1.1"]).await.expect("TLS can be agreed upon");
        // The service may close before it has read everything.
        stream.write_all(bytes).await.ok();
        stream.flush().await.ok();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok();
        answer
    }

    /// One request in HTTP/1.1 on a connection of its own.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n",
            self.name,
            body.len()
        )
        .into_bytes();
        for (name, value) in headers {
            request.extend(format!("{name}: {value}\r\n").bytes());
        }
        request.extend(b"\r\n");
        request.extend(body);
        parse(&self.exchange(&request).await)
    }

    /// A conversation in HTTP/2.
    pub async fn http2(&self) -> Http2 {
        let stream = self.connect(&["h2", "http/1.1"]).await.expect("TLS can be agreed upon");
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
        let (sender, connection) = h2::client::handshake(stream).await.expect("HTTP/2 is spoken");
        tokio::spawn(async move { connection.await.ok() });
        Http2 { sender, name: self.name.clone() }
    }
}

impl Http2 {
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Answer, h2::Error> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("https://{}{path}", self.name))
            .version(http::Version::HTTP_2);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(()).expect("a request");
        let mut sender = self.sender.clone().ready().await?;
        let (response, mut sending) = sender.send_request(request, body.is_empty())?;
        if !body.is_empty() {
            // What is refused before it was sent is refused nonetheless.
            sending.send_data(Bytes::copy_from_slice(body), true).ok();
        }
        let (parts, mut arriving) = response.await?.into_parts();
        let mut body = Vec::new();
        while let Some(piece) = arriving.data().await {
            let piece = piece?;
            arriving.flow_control().release_capacity(piece.len())?;
            body.extend_from_slice(&piece);
        }
        let headers: HeaderMap = parts.headers;
        Ok(Answer { status: parts.status, headers, body: body.into() })
    }

    /// What it is spoken with, for those who want to speak badly.
    pub fn sender(&self) -> h2::client::SendRequest<Bytes> {
        self.sender.clone()
    }
}
