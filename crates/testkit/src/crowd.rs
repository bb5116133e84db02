//! Peers that mean no good, many of them, for tests and for the bench.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// What a peer does to a server, again and again when it is sent away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malice {
    /// Connects and says nothing.
    Silent,
    /// Sends a head that never ends, a line now and then.
    EndlessHead,
    /// Asks for a hundred pages and reads none.
    ReadsNothing,
    /// Sends a body byte by byte.
    DrippingBody,
    /// Sends what is not HTTP.
    Gibberish,
    /// Asks and is gone before the answer.
    HangsUp,
}

impl Malice {
    pub const ALL: [Self; 6] = [
        Self::Silent,
        Self::EndlessHead,
        Self::ReadsNothing,
        Self::DrippingBody,
        Self::Gibberish,
        Self::HangsUp,
    ];
}

/// They stay until this is dropped.
#[derive(Debug)]
pub struct Crowd {
    _peers: JoinSet<()>,
    connected: Arc<AtomicUsize>,
}

const PAUSE: Duration = Duration::from_millis(500);

impl Crowd {
    /// So many peers of each kind. Returns when each has been connected once.
    pub async fn gather(address: SocketAddr, kinds: &[Malice], of_each: usize) -> Self {
        let (mut peers, connected) = (JoinSet::new(), Arc::<AtomicUsize>::default());
        for malice in kinds.iter().flat_map(|malice| std::iter::repeat_n(*malice, of_each)) {
            let connected = connected.clone();
            peers.spawn(async move {
                let mut is_first = true;
                loop {
                    if let Ok(stream) = TcpStream::connect(address).await {
                        if std::mem::take(&mut is_first) {
                            connected.fetch_add(1, Ordering::SeqCst);
                        }
                        // Sent away is what it wanted to see.
                        malice.act(stream).await.ok();
                    }
                    tokio::time::sleep(PAUSE).await;
                }
            });
        }
        let crowd = Self { _peers: peers, connected };
        while crowd.connected() < kinds.len() * of_each {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        crowd
    }

    /// How many have been connected at least once.
    pub fn connected(&self) -> usize {
        self.connected.load(Ordering::SeqCst)
    }
}

impl Malice {
    async fn act(self, mut stream: TcpStream) -> std::io::Result<()> {
        let mut buffer = [0; 1024];
        match self {
            Self::Silent => drop(stream.read(&mut buffer).await?),
            Self::EndlessHead => {
                stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n").await?;
                loop {
                    stream.write_all(b"x-more: more\r\n").await?;
                    tokio::time::sleep(PAUSE).await;
                }
            }
            Self::ReadsNothing => {
                let pages = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
                stream.write_all(pages.as_bytes()).await?;
                // A server that hangs up is noticed by writing on.
                loop {
                    tokio::time::sleep(PAUSE).await;
                    stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await?;
                }
            }
            Self::DrippingBody => {
                let head = "POST /contact HTTP/1.1\r\nhost: localhost\r\n\
                    content-type: application/json\r\ncontent-length: 60000\r\n\r\n{";
                stream.write_all(head.as_bytes()).await?;
                loop {
                    tokio::time::sleep(PAUSE).await;
                    stream.write_all(b" ").await?;
                }
            }
            Self::Gibberish => {
                let bytes: Vec<u8> = (0..4096_u32).map(|at| (at * 31 % 251) as u8).collect();
                stream.write_all(&bytes).await?;
                while stream.read(&mut buffer).await? > 0 {}
            }
            Self::HangsUp => {
                stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await?;
            }
        }
        Ok(())
    }
}

/// Each connection is a file, and the usual limit is 1,024.
pub fn allow_many_files(count: u64) {
    let allowed = rlimit::increase_nofile_limit(count).unwrap_or(0);
    assert!(allowed >= count, "only {allowed} files may be open at once");
}
