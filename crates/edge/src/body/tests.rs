use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequest, State};
use axum::response::Response;
use axum::routing::post;
use futures_util::{TryFutureExt, stream};
use kernel::Randomness;
use tokio::sync::watch;

use super::space::MOST_BYTES_IN_ALL;
use super::*;
use crate::{Authenticate, Credentials, HttpService, Metrics, Multipart, ServiceOptions};

fn in_single_bytes(count: usize) -> Body {
    let byte = |_| Ok::<_, std::convert::Infallible>(Bytes::from_static(b"x"));
    Body::from_stream(stream::iter((0..count).map(byte)))
}

async fn read(body: Body, most: usize) -> Result<ReadBody, Problem> {
    let mut request = Request::new(body);
    request.extensions_mut().insert(LargestBody(most));
    ReadBody::read(request).await
}

#[tokio::test]
async fn a_body_is_read_up_to_the_size_of_its_route_and_kept_as_one_piece() {
    let whole = read(in_single_bytes(1000), 1000).await.unwrap();
    assert_eq!(whole.len(), 1000);
    let status = |problem: Problem| problem.code().status();
    assert_eq!(read(in_single_bytes(1001), 1000).await.map_err(status).unwrap_err(), 413);
    assert_eq!(read(Body::from(vec![0; 2000]), 1000).await.map_err(status).unwrap_err(), 413);
}

fn status(refused: TooMuchAtOnce) -> u16 {
    Problem::from(refused).code().status()
}

#[tokio::test]
async fn all_bodies_together_have_a_limit_and_give_back_what_they_held() {
    let space = Space::of(3 * STEP);
    let gather = || Gathered::begin(Some(space.clone()), 0);
    let (mut one, mut other) = (gather(), gather());
    one.add(b"x").await.unwrap();
    assert_eq!(space.free(), 3 * STEP - LEAST_STEP);
    one.add(&[b'x'; STEP - 1]).await.unwrap();
    assert_eq!(space.free(), 2 * STEP);
    other.add(&[b'x'; 2 * STEP]).await.unwrap();
    // Nobody is waited for, so nobody gives way.
    assert_eq!(one.add(b"x").await.map_err(status), Err(503));
    drop(other);
    one.add(b"x").await.unwrap();
    let read = one.finish();
    assert_eq!((read.len(), space.free()), (STEP + 1, 3 * STEP - (STEP + 1)), "kept without slack");
    drop(read);
    assert_eq!(space.free(), 3 * STEP);
}

#[tokio::test]
async fn what_is_kept_is_what_was_reserved_and_no_more_than_was_announced() {
    let space = Space::of(MOST_BYTES_IN_ALL);
    for (expected, pieces) in [(0, 1000), (1_000_000, 1000), (1_000_000, 1), (10, 1000)] {
        let mut gathered = Gathered::begin(Some(space.clone()), expected);
        for _ in 0..pieces {
            gathered.add(&vec![b'x'; 1_000_000 / pieces]).await.unwrap();
            let reserved = MOST_BYTES_IN_ALL - space.free();
            assert_eq!(gathered.bytes.capacity(), reserved);
            assert!(expected < 1_000_000 || reserved <= expected);
        }
        assert_eq!(gathered.finish().len(), 1_000_000);
    }
}

#[tokio::test]
async fn whoever_keeps_us_waiting_for_longest_gives_way_to_whoever_sends() {
    let space = Space::of(3 * STEP);
    let begin = async || {
        let mut gathered = Gathered::begin(Some(space.clone()), 0);
        gathered.add(&[b'x'; STEP]).await.unwrap();
        gathered
    };
    let stall = |gathered: Gathered| {
        let waiting = async move { gathered.wait_for(std::future::pending::<()>()).await };
        tokio::spawn(waiting.map_ok_or_else(status, |()| 200))
    };
    let first = stall(begin().await);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut second = stall(begin().await);
    // A handler that is slow keeps what it has.
    let read = begin().await.finish();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut honest = begin().await;
    assert_eq!(first.await.unwrap(), 503);
    assert!(!second.is_finished());
    honest.add(&[b'x'; STEP]).await.unwrap();
    assert_eq!((&mut second).await.unwrap(), 503);
    assert_eq!(read.len(), STEP);
    assert_eq!(honest.finish().len(), 2 * STEP);
}

/// Those who have read their bodies, and hold them until they may go.
#[derive(Clone)]
struct Holding {
    there: Arc<AtomicUsize>,
    may_go: watch::Receiver<bool>,
}

impl Holding {
    async fn hold(mut self, body: ReadBody) -> String {
        self.there.fetch_add(1, Ordering::SeqCst);
        self.may_go.wait_for(|may_go| *may_go).await.unwrap();
        body.len().to_string()
    }
}

async fn take_whole(State(holding): State<Holding>, request: Request) -> Result<String, Problem> {
    Ok(holding.hold(ReadBody::read(request).await?).await)
}

async fn take_form(State(holding): State<Holding>, request: Request) -> Result<String, Problem> {
    let mut form = Multipart::from_request(request, &()).await?;
    form.allow(FILE as u64);
    let part = form.next().await?.ok_or_else(|| Problem::malformed("a part is missing"))?;
    Ok(holding.hold(part.read().await?).await)
}

const FILE: usize = 16 * 1024 * 1024;

fn ask(service: &HttpService, path: &str, bytes: usize) -> impl Future<Output = Response> + use<> {
    let request = Request::post(path).header("host", "localhost");
    let request = request.header("content-type", "multipart/form-data; boundary=b");
    let content = match path {
        "/form" => {
            let file = "x".repeat(bytes);
            format!(
                "--b\r\ncontent-disposition: form-data; name=\"file\"\r\n\r\n{file}\r\n--b--\r\n"
            )
        }
        _ => "x".repeat(bytes),
    };
    let request = request.header("content-length", content.len());
    service.answer(request.body(content.into()).unwrap())
}

/// Also a form's file that is wanted as a whole.
#[tokio::test]
async fn whatever_route_reads_them_all_bodies_of_a_service_have_one_limit() {
    let (go, may_go) = watch::channel(false);
    let holding = Holding { there: Arc::default(), may_go };
    let router = Router::new().route("/whole", post(take_whole)).route("/form", post(take_form));
    let nobody: Authenticate =
        Arc::new(|parts| Box::pin(async move { (parts, Ok(Credentials::default())) }));
    let (randomness, options) = (Randomness::seeded(1), ServiceOptions::default());
    let router = router.with_state(holding.clone());
    let service = HttpService::new(router, nobody, &Metrics::default(), randomness, options);
    let (files, wholes) = (3, 20);
    assert_eq!(files * FILE + wholes * MOST_BYTES, MOST_BYTES_IN_ALL);
    let mut all = Vec::new();
    for (path, count, bytes) in [("/form", files, FILE), ("/whole", wholes, MOST_BYTES)] {
        let before = all.len();
        all.extend((0..count).map(|_| tokio::spawn(ask(&service, path, bytes))));
        while holding.there.load(Ordering::SeqCst) < before + count {
            assert!(all.iter().all(|held| !held.is_finished()), "one was refused too early");
            tokio::task::yield_now().await;
        }
    }
    for path in ["/whole", "/form"] {
        assert_eq!(ask(&service, path, 1).await.status(), 503, "{path}");
    }
    go.send(true).unwrap();
    for held in all {
        assert_eq!(held.await.unwrap().status(), 200);
    }
    for path in ["/whole", "/form"] {
        assert_eq!(ask(&service, path, 1).await.status(), 200, "{path}");
    }
}
