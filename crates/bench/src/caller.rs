use std::net::SocketAddr;

use serde_json::Value;
use testkit::Form;
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
        let answer = self.exchange(method, path, "application/json", body).await?;
        let end = memchr::memmem::find(&answer, b"\r\n\r\n").unwrap_or_default();
        Ok(serde_json::from_slice(&answer[end + 4..])?)
    }

    /// For what is done, is no JSON, or is elsewhere now.
    pub(crate) async fn expect(&mut self, method: &str, path: &str) -> Outcome<()> {
        let answer = self.ask(method, path, "*/*", &Value::Null).await?;
        match answer.starts_with(b"HTTP/1.1 301") {
            true => Ok(()),
            false => welcome(answer).map(drop),
        }
    }

    pub(crate) async fn upload(&mut self, form: Form) -> Outcome<Value> {
        let body = form.into_bytes();
        let sent = self.write("POST", "/uploads", "application/json", Form::CONTENT_TYPE, &body);
        let answer = welcome(sent.await?)?;
        let end = memchr::memmem::find(&answer, b"\r\n\r\n").unwrap_or_default();
        Ok(serde_json::from_slice(&answer[end + 4..])?)
    }

    /// Watches work that is told step by step: how many steps there were, and what `done` holds.
    pub(crate) async fn watch(&mut self, path: &str, body: &Value) -> Outcome<(usize, Value)> {
        let answer = self.exchange("POST", path, "text/event-stream", body).await?;
        let text = String::from_utf8(unchunked(&answer))?;
        let steps = text.matches("event: ").count();
        let done = text.split("event: done\ndata: ").nth(1).ok_or_else(|| text.clone())?;
        Ok((steps, serde_json::from_str(done.lines().next().unwrap_or_default())?))
    }

    /// Whether something is there, rather than 404.
    pub(crate) async fn finds(&mut self, path: &str) -> Outcome<bool> {
        let answer = self.ask("GET", path, "application/json", &Value::Null).await?;
        match answer.starts_with(b"HTTP/1.1 404") {
            true => Ok(false),
            false => welcome(answer).map(|_| true),
        }
    }

    async fn exchange(
        &mut self,
        method: &str,
        path: &str,
        accept: &str,
        body: &Value,
    ) -> Outcome<Vec<u8>> {
        welcome(self.ask(method, path, accept, body).await?)
    }

    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        accept: &str,
        body: &Value,
    ) -> Outcome<Vec<u8>> {
        self.write(method, path, accept, "application/json", body.to_string().as_bytes()).await
    }

    async fn write(
        &mut self,
        method: &str,
        path: &str,
        accept: &str,
        media_type: &str,
        body: &[u8],
    ) -> Outcome<Vec<u8>> {
        let token = &self.token;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
             accept: {accept}\r\ncontent-type: {media_type}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        self.stream.write_all(head.as_bytes()).await?;
        self.stream.write_all(body).await?;
        let mut answer = Vec::new();
        while !is_whole(&answer) {
            if self.stream.read_buf(&mut answer).await? == 0 {
                return Err("the server closed the connection".into());
            }
        }
        Ok(answer)
    }
}

fn welcome(answer: Vec<u8>) -> Outcome<Vec<u8>> {
    match answer.starts_with(b"HTTP/1.1 20") {
        true => Ok(answer),
        false => Err(String::from_utf8_lossy(&answer).into()),
    }
}

/// The body of an answer that came in chunks.
fn unchunked(answer: &[u8]) -> Vec<u8> {
    let mut rest =
        memchr::memmem::find(answer, b"\r\n\r\n").map_or(&[][..], |at| &answer[at + 4..]);
    let mut body = Vec::new();
    while let Some(end) = memchr::memmem::find(rest, b"\r\n") {
        let size =
            str::from_utf8(&rest[..end]).ok().and_then(|it| usize::from_str_radix(it, 16).ok());
        let Some(chunk) =
            size.filter(|size| *size > 0).and_then(|size| rest.get(end + 2..end + 2 + size))
        else {
            break;
        };
        body.extend_from_slice(chunk);
        rest = rest.get(end + 4 + chunk.len()..).unwrap_or_default();
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_put_together() {
        let answer = b"HTTP/1.1 200 OK\r\n\r\n3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n";
        assert_eq!(unchunked(answer), b"abc0123456789");
        assert_eq!(unchunked(b"HTTP/1.1 200 OK\r\n\r\n9\r\nabc"), b"");
    }
}
