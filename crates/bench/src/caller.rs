use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Outcome;
use crate::load::is_whole;

/// The owner on one open connection, changing things.
#[derive(Debug)]
pub(crate) struct Caller {
    stream: TcpStream,
    token: String,
}

impl Caller {
    pub(crate) async fn connect(address: SocketAddr, token: &str) -> Outcome<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, token: token.to_owned() })
    }

    pub(crate) async fn send(&mut self, method: &str, path: &str, body: &Value) -> Outcome<Value> {
        let (token, body) = (&self.token, body.to_string());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        while !is_whole(&answer) {
            if self.stream.read_buf(&mut answer).await? == 0 {
                return Err("the server closed the connection".into());
            }
        }
        if !answer.starts_with(b"HTTP/1.1 20") {
            return Err(String::from_utf8_lossy(&answer).into());
        }
        let end = memchr::memmem::find(&answer, b"\r\n\r\n").unwrap_or_default();
        Ok(serde_json::from_slice(&answer[end + 4..])?)
    }
}
