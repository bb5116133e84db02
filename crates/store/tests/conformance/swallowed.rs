//! A line that swallows everything for a while: what was connected stays so and is never answered again, what
//! connects meanwhile is taken and not answered either.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use store::{Location, Store};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

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

/// Odd while it swallows. A connection is carried for as long as this is what it was.
#[derive(Clone, Default)]
struct Line(Arc<AtomicUsize>);

impl Line {
    fn swallow(&self) {
        self.0.fetch_add(1, SeqCst);
    }

    fn carry_new(&self) {
        self.0.fetch_add(1, SeqCst);
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

async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    Line(line): Line,
) {
    let begun = line.load(SeqCst);
    let mut buffer = [0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        let is_carried = begun.is_multiple_of(2) && line.load(SeqCst) == begun;
        if is_carried && to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
    if !begun.is_multiple_of(2) || line.load(SeqCst) != begun {
        // Nobody is told that the other end has gone.
        std::future::pending::<()>().await;
    }
}
