//! What is asked all the time while readers read.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

const PAUSE: Duration = Duration::from_millis(20);

/// One question after the other of each kind, until it is dropped.
#[derive(Default)]
pub(super) struct Asking {
    counted: Arc<Counted>,
    asking: JoinSet<()>,
}

#[derive(Default)]
struct Counted {
    asked: AtomicUsize,
    refused: AtomicUsize,
}

impl Asking {
    /// Asks again and again. Each question gets its number, and tells whether it was answered well.
    pub(super) fn add<F, T>(&mut self, question: F)
    where
        F: Fn(usize) -> T + Send + 'static,
        T: Future<Output = std::io::Result<bool>> + Send,
    {
        let counted = self.counted.clone();
        self.asking.spawn(async move {
            for number in 0.. {
                if !question(number).await.unwrap_or(false) {
                    counted.refused.fetch_add(1, Ordering::Relaxed);
                }
                counted.asked.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    pub(super) fn asked(&self) -> usize {
        self.counted.asked.load(Ordering::Relaxed)
    }

    pub(super) fn refused(&self) -> usize {
        self.counted.refused.load(Ordering::Relaxed)
    }
}

pub(super) fn is_welcome(answer: &[u8]) -> bool {
    answer.starts_with(b"HTTP/1.1 20")
}

/// What is behind the head of an answer, where that is JSON.
pub(super) fn told(answer: &[u8]) -> Option<Value> {
    let end = memchr::memmem::find(answer, b"\r\n\r\n")?;
    serde_json::from_slice(&answer[end + 4..]).ok()
}

/// On a connection of its own. The whole answer.
pub(super) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let signed = match token {
        "" => String::new(),
        token => format!("authorization: Bearer {token}\r\n"),
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{signed}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}
