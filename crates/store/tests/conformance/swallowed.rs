//! A line that swallows everything for a while: what was connected stays so and is never answered again, what
//! connects meanwhile is taken and not answered either.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use kernel::Code;
use store::{Location, Store};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::engines::{Place, on_postgres};
use crate::samples::GARDEN;

/// Machines are slow. What is looked for would take minutes without it, or for ever.
const IN_TIME: Duration = Duration::from_secs(60);

#[test]
fn a_store_follows_again_after_a_line_that_swallowed_everything() {
    on_postgres(async |place: &Place| {
        let near = place.store().await;
        let (line, far) = line_to(place).await;
        let far = far.open().await;
        // Connections that lie idle when the line goes.
        let pings = join_all((0..12).map(|_| far.ping())).await;
        assert!(pings.iter().all(Result::is_ok));
        line.swallow();
        within("it is noticed that nobody is heard", async || is_deaf(&far).await).await;
        line.carry_new();
        let mut heard = far.changes();
        heard.mark_unchanged();
        within("others are heard again", async || {
            near.write(|transaction| transaction.enter(GARDEN)).await.unwrap();
            heard.has_changed().unwrap()
        })
        .await;
        within("the store is well", async || far.ping().await.is_ok()).await;
        assert!(far.read(|transaction| transaction.revision(GARDEN)).await.is_ok());
    });
}

/// It takes neither LISTEN nor transactions that may write.
#[test]
fn a_server_that_follows_another_can_be_followed() {
    on_postgres(async |place: &Place| {
        let near = place.store().await;
        let (line, far) = line_to(place).await;
        line.only_follow();
        let far = far.open().await;
        let mut heard = far.changes();
        within("others are seen", async || {
            heard.mark_unchanged();
            near.write(|transaction| transaction.enter(GARDEN)).await.unwrap();
            tokio::time::timeout(Duration::from_secs(3), heard.changed()).await.is_ok()
        })
        .await;
        // Longer than silence is borne.
        tokio::time::sleep(Duration::from_secs(17)).await;
        far.ping().await.unwrap();
        let refused = far.write(|transaction| transaction.enter(GARDEN)).await.unwrap_err();
        assert_eq!(refused.code(), Code::Unavailable, "{refused}");
    });
}

/// A machine that is gone answers nobody, not even with a refusal.
#[test]
fn a_host_that_is_gone_leaves_time_for_the_next() {
    on_postgres(async |place: &Place| {
        let Location::Server(url) = &place.location else { panic!("a story about servers") };
        let (gone, _full) = host_that_is_gone().await;
        let both = Place::at(Location::Server(url.replacen('@', &format!("@{gone},"), 1)));
        let store = both.store().await;
        within("the store is well", async || store.ping().await.is_ok()).await;
        let mut heard = store.changes();
        heard.mark_unchanged();
        within("others are heard", async || heard.has_changed().unwrap()).await;
    });
}

/// Its queue is full, so that it takes no connection.
async fn host_that_is_gone() -> (String, (TcpListener, Vec<TcpStream>)) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut taken = Vec::new();
    while let Ok(stream) =
        tokio::time::timeout(Duration::from_secs(1), TcpStream::connect(address)).await
    {
        taken.push(stream.unwrap());
    }
    (address.to_string(), (listener, taken))
}

async fn is_deaf(store: &Store) -> bool {
    store.ping().await.is_err_and(|error| error.to_string().contains("not heard"))
}

async fn within(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < IN_TIME, "in time: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[derive(Clone, Default)]
struct Line {
    /// Odd while it swallows. A connection is carried for as long as this is what it was.
    era: Arc<AtomicUsize>,
    only_follows: Arc<AtomicBool>,
}

impl Line {
    fn swallow(&self) {
        self.era.fetch_add(1, SeqCst);
    }

    fn carry_new(&self) {
        self.era.fetch_add(1, SeqCst);
    }

    fn only_follow(&self) {
        self.only_follows.store(true, SeqCst);
    }

    /// The server refuses what it does not understand.
    fn spoil(&self, bytes: &mut [u8]) {
        for command in ["LISTEN", "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"] {
            let at = bytes.windows(command.len()).position(|part| part == command.as_bytes());
            if let Some(at) = at.filter(|_| self.only_follows.load(SeqCst)) {
                bytes[at] = b'X';
            }
        }
    }
}

async fn line_to(place: &Place) -> (Line, Place) {
    let Location::Server(url) = &place.location else { panic!("a story about servers") };
    let rest = url.split_once('@').expect("the server's address has a user").1;
    let server = rest.split('/').next().unwrap().to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let own = listener.local_addr().unwrap().to_string();
    let through = Place::at(Location::Server(url.replacen(&server, &own, 1)));
    let line = Line::default();
    let carrying = line.clone();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(&server).await.unwrap();
            let (near_in, near_out) = near.into_split();
            let (far_in, far_out) = far.into_split();
            tokio::spawn(carry(near_in, far_out, carrying.clone()));
            tokio::spawn(carry(far_in, near_out, carrying.clone()));
        }
    });
    (line, through)
}

async fn carry(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, line: Line) {
    let begun = line.era.load(SeqCst);
    let mut buffer = [0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        line.spoil(&mut buffer[..read]);
        let is_carried = begun.is_multiple_of(2) && line.era.load(SeqCst) == begun;
        if is_carried && to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
    if !begun.is_multiple_of(2) || line.era.load(SeqCst) != begun {
        // Nobody is told that the other end has gone.
        std::future::pending::<()>().await;
    }
}
