use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What a verification service says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A whole answer: status and body.
    Says(u16, &'static str),
    /// To another address, which would say yes.
    Redirects,
    Hangs,
    /// An answer without end.
    Endless,
    /// Bytes that are not HTTP, as when TLS is spoken to a plain port.
    Gibberish,
}

/// A verification service of the test's own, which writes down what it is asked.
#[derive(Clone, Debug)]
pub struct VerificationService {
    pub url: String,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    verdict: Mutex<Verdict>,
    requests: Mutex<Vec<String>>,
}

impl VerificationService {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let verdict = Mutex::new(Verdict::Says(200, r#"{"success":true}"#));
        let shared = Arc::new(Shared { verdict, requests: Mutex::default() });
        let service = Self { url: format!("http://{address}/verify"), shared };
        let answering = service.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let service = answering.clone();
                // The client may hang up at any point.
                tokio::spawn(async move { service.answer(stream).await.ok() });
            }
        });
        service
    }

    pub fn decide(&self, verdict: Verdict) {
        *self.shared.verdict.lock().unwrap_or_else(PoisonError::into_inner) = verdict;
    }

    /// Head and body of everything that was asked.
    pub fn requests(&self) -> Vec<String> {
        self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn answer(&self, mut stream: TcpStream) -> std::io::Result<()> {
        let request = read_request(&mut stream).await?;
        let moved = request.starts_with("POST /elsewhere");
        self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let verdict = self.shared.verdict.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match verdict {
            Verdict::Redirects if moved => {
                stream.write_all(&whole(200, r#"{"success":true}"#)).await
            }
            Verdict::Redirects => {
                let to = self.url.replace("/verify", "/elsewhere");
                let head = format!("HTTP/1.1 307 x\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
                stream.write_all(head.as_bytes()).await
            }
            Verdict::Says(status, body) => stream.write_all(&whole(status, body)).await,
            Verdict::Hangs => std::future::pending().await,
            Verdict::Gibberish => stream.write_all(b"\x15\x03\x01\x00\x02\x02\x46").await,
            Verdict::Endless => {
                let head = b"HTTP/1.1 200 x\r\ncontent-length: 1000000000\r\n\r\n{\"success\":true";
                stream.write_all(head).await?;
                loop {
                    stream.write_all(&[b' '; 65_536]).await?;
                }
            }
        }
    }
}

fn whole(status: u16, body: &str) -> Vec<u8> {
    let length = body.len();
    let kind = "content-type: application/json";
    format!("HTTP/1.1 {status} x\r\n{kind}\r\ncontent-length: {length}\r\n\r\n{body}").into_bytes()
}

async fn read_request(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    loop {
        let mut piece = [0; 8192];
        let count = stream.read(&mut piece).await?;
        bytes.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.to_ascii_lowercase();
            let length =
                length.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
            let length = length.and_then(|length| length.trim().parse().ok()).unwrap_or(0);
            if body.len() >= length {
                return Ok(text);
            }
        }
        if count == 0 {
            return Ok(text);
        }
    }
}
