//! Requests as fast as they are answered, over connections that stay open. Speaks just enough
//! HTTP/1.1 to do that at little cost: the more the generator takes, the less it sees of the
//! server. It runs on one thread, so on two processors one is always left.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Outcome;
use crate::figures::Times;

/// No round takes this long; a server that is gone must not hold up the run.
const PATIENCE: Duration = Duration::from_secs(60);

/// A GET as it goes over the wire.
#[derive(Clone, Debug)]
pub(crate) struct Get {
    bytes: Vec<u8>,
    /// How an answer has to begin.
    expected: &'static [u8],
}

impl Get {
    pub(crate) fn new(path: &str, headers: &[(&str, &str)], expected: &'static [u8]) -> Self {
        let mut text = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n");
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        Self { bytes: format!("{text}\r\n").into_bytes(), expected }
    }

    pub(crate) fn ok(path: &str) -> Self {
        Self::new(path, &[], b"HTTP/1.1 200")
    }
}

/// When to stop asking.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Until {
    Passed(Duration),
    Answered(usize),
}

/// What one round of load saw.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) times: Times,
    pub(crate) elapsed: Duration,
}

/// Open connections to one server.
#[derive(Debug)]
pub(crate) struct Load {
    connections: Vec<Connection>,
    gets: Vec<Get>,
    pace: Option<f64>,
}

impl Load {
    /// Each connection asks the questions in turn, starting with another one.
    pub(crate) async fn connect(
        address: SocketAddr,
        gets: Vec<Get>,
        connections: usize,
    ) -> Outcome<Self> {
        let apart = gets.len().div_ceil(connections);
        let connecting = (0..connections)
            .map(|number| Connection::open(address, &gets, number * apart % gets.len()));
        Ok(Self { connections: try_join_all(connecting).await?, gets, pace: None })
    }

    /// So many requests in a second instead of as many as are answered.
    pub(crate) fn at_pace(mut self, rate: f64) -> Self {
        self.pace = Some(rate);
        self
    }

    /// The first answer, whole: head and body.
    pub(crate) fn sample(&self) -> &[u8] {
        self.connections.first().map_or(&[], |connection| &connection.first)
    }

    pub(crate) async fn run(&mut self, until: Until) -> Outcome<Seen> {
        let each = match until {
            Until::Passed(duration) => Until::Passed(duration),
            Until::Answered(count) => Until::Answered(count.div_ceil(self.connections.len())),
        };
        let started = Instant::now();
        let count = self.connections.len() as f64;
        let asking = self.connections.iter_mut().enumerate().map(|(number, connection)| {
            let pace = self.pace.map(|rate| {
                let apart = Duration::from_secs_f64(count / rate);
                Pace { next: started + apart.mul_f64(number as f64 / count), apart }
            });
            connection.ask(&self.gets, each, pace)
        });
        let times = tokio::time::timeout(PATIENCE, try_join_all(asking)).await??.concat();
        Ok(Seen { times: Times::new(times), elapsed: started.elapsed() })
    }
}

/// When a connection asks.
#[derive(Debug)]
struct Pace {
    next: Instant,
    apart: Duration,
}

impl Pace {
    async fn wait(&mut self) {
        tokio::time::sleep_until(self.next.into()).await;
        self.next += self.apart;
    }
}

#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    first: Vec<u8>,
    buffer: Vec<u8>,
    /// Which question comes next.
    next: usize,
}

/// No answer is longer.
const BUFFER: usize = 256 * 1024;

impl Connection {
    async fn open(address: SocketAddr, gets: &[Get], next: usize) -> Outcome<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut connection = Self { stream, first: Vec::new(), buffer: vec![0; BUFFER], next };
        let length = tokio::time::timeout(PATIENCE, connection.exchange(gets)).await??;
        connection.first = connection.buffer[..length].to_vec();
        Ok(connection)
    }

    async fn ask(
        &mut self,
        gets: &[Get],
        until: Until,
        mut pace: Option<Pace>,
    ) -> Outcome<Vec<Duration>> {
        let mut times = Vec::with_capacity(64 * 1024);
        let started = Instant::now();
        let mut asked = started;
        loop {
            if let Some(pace) = &mut pace {
                pace.wait().await;
                asked = Instant::now();
            }
            let more = match until {
                Until::Passed(duration) => asked - started < duration,
                Until::Answered(count) => times.len() < count,
            };
            if !more {
                return Ok(times);
            }
            self.exchange(gets).await?;
            let answered = Instant::now();
            times.push(answered - asked);
            asked = answered;
        }
    }

    /// One question and its answer, which is then in the buffer. Its length.
    async fn exchange(&mut self, gets: &[Get]) -> Outcome<usize> {
        let get = &gets[self.next];
        self.next = (self.next + 1) % gets.len();
        self.stream.write_all(&get.bytes).await?;
        let mut count = 0;
        while !is_whole(&self.buffer[..count]) {
            match self.stream.read(&mut self.buffer[count..]).await? {
                0 => {
                    return Err("the server closed the connection, or the answer is endless".into());
                }
                more => count += more,
            }
        }
        match self.buffer.starts_with(get.expected) {
            true => Ok(count),
            false => Err(String::from_utf8_lossy(&self.buffer[..count]).into()),
        }
    }
}

/// Whether a head and the body it announces have arrived. Servers differ in capital letters, so only the
/// small ones are looked for.
pub(crate) fn is_whole(answer: &[u8]) -> bool {
    let Some(end) = memchr::memmem::find(answer, b"\r\n\r\n") else { return false };
    let (head, body) = (&answer[..end], &answer[end + 4..]);
    let name: &[u8] = b"ength: ";
    if let Some(at) = memchr::memmem::find(head, name) {
        let digits = head[at + name.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        let length = digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
        return body.len() >= length;
    }
    let chunked = memchr::memmem::find(head, b"ncoding: chunked").is_some();
    !chunked || body.ends_with(b"0\r\n\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_whole_when_its_body_is() {
        for (answer, whole) in [
            ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n", false),
            ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{", false),
            ("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}", true),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{", false),
            ("HTTP/1.1 304 Not Modified\r\n\r\n", true),
            ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n", false),
            ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", true),
        ] {
            assert_eq!(is_whole(answer.as_bytes()), whole, "{answer:?}");
        }
    }
}
