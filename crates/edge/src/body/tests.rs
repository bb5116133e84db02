use std::sync::Arc;
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

use super::space::{OF_VISITORS, Pool, UNCOUNTED};
use super::*;
use crate::holder::Holder;
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

fn visitor(number: u8) -> Holder {
    Holder::Visitor([192, 0, 2, number].into())
}

async fn gather(pool: &Arc<Pool>, holder: Holder, bytes: usize) -> Gathered {
    let mut gathered = Gathered::begin(Some(pool.space_of(holder)), bytes);
    gathered.add(&vec![b'x'; bytes]).await.unwrap();
    gathered
}

/// What takes so many of the bytes that are counted.
fn counted(bytes: usize) -> usize {
    bytes + UNCOUNTED
}

fn stall(gathered: Gathered) -> tokio::task::JoinHandle<u16> {
    let waiting = async move { gathered.wait_for(std::future::pending::<()>()).await };
    tokio::spawn(waiting.map_ok_or_else(status, |()| 200))
}

#[tokio::test]
async fn all_bodies_together_have_a_limit_and_give_back_what_they_held() {
    let pool = Pool::of(3 * STEP);
    let mut one = gather(&pool, visitor(1), UNCOUNTED).await;
    let mut other = gather(&pool, visitor(1), 1).await;
    assert_eq!(pool.free(), 3 * STEP);
    one.add(b"x").await.unwrap();
    assert_eq!(pool.free(), 3 * STEP - 2 * LEAST_STEP, "half as much again, in steps");
    other.add(&[b'x'; 3 * STEP - 1]).await.unwrap();
    assert_eq!(pool.free(), UNCOUNTED - 2 * LEAST_STEP);
    // Nobody is waited for, so nobody gives way.
    assert_eq!(one.add(&[b'x'; STEP]).await.map_err(status), Err(503));
    let short = gather(&pool, visitor(2), UNCOUNTED).await;
    assert_eq!(short.finish().len(), UNCOUNTED, "there is always room for what is short");
    drop(other);
    one.add(&[b'x'; STEP]).await.unwrap();
    let read = one.finish();
    assert_eq!((read.len(), pool.free()), (UNCOUNTED + 1 + STEP, 2 * STEP - 1), "without slack");
    drop(read);
    assert_eq!(pool.free(), 3 * STEP);
}

#[tokio::test]
async fn what_is_kept_is_what_was_reserved_and_no_more_than_was_announced() {
    let pool = Pool::of(OF_VISITORS);
    for (expected, pieces) in [(0, 1000), (1_000_000, 1000), (1_000_000, 1), (10, 1000)] {
        let mut gathered = Gathered::begin(Some(pool.space_of(visitor(1))), expected);
        for _ in 0..pieces {
            gathered.add(&vec![b'x'; 1_000_000 / pieces]).await.unwrap();
            let reserved = OF_VISITORS - pool.free();
            assert_eq!(gathered.bytes.capacity().saturating_sub(UNCOUNTED), reserved);
            assert!(expected < 1_000_000 || counted(reserved) <= expected.max(UNCOUNTED));
        }
        assert_eq!(gathered.finish().len(), 1_000_000);
    }
}

#[tokio::test]
async fn of_their_own_bodies_the_one_that_waits_for_longest_gives_way_to_another() {
    let pool = Pool::of(3 * STEP);
    // Older than all, and with nothing to give.
    let mut empty = Vec::new();
    for _ in 0..50 {
        empty.push(stall(gather(&pool, visitor(1), 1).await));
    }
    let one = async || gather(&pool, visitor(1), counted(STEP)).await;
    let first = stall(one().await);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut second = stall(one().await);
    // A handler that is slow keeps what it has.
    let read = one().await.finish();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let third = one().await.finish();
    assert_eq!(first.await.unwrap(), 503);
    assert!(!second.is_finished());
    let fourth = one().await.finish();
    assert_eq!((&mut second).await.unwrap(), 503);
    assert_eq!([&read, &third, &fourth].map(|body| body.len()), [counted(STEP); 3]);
    assert!(empty.iter().all(|waiting| !waiting.is_finished()));
}

async fn trickle(gathered: Gathered) -> TooMuchAtOnce {
    loop {
        let piece = tokio::time::sleep(Duration::from_millis(5));
        if let Err(refused) = gathered.wait_for(piece).await {
            return refused;
        }
    }
}

#[tokio::test]
async fn whoever_holds_the_most_gives_way_to_those_who_hold_less_and_to_nobody_else() {
    let pool = Pool::of(6 * STEP);
    let modest = stall(gather(&pool, visitor(1), counted(STEP)).await);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut trickling = Vec::new();
    for _ in 0..5 {
        trickling.push(tokio::spawn(trickle(gather(&pool, visitor(2), counted(STEP)).await)));
    }
    // They have sent later than the modest one, and go on.
    let newcomer = stall(gather(&pool, visitor(3), counted(2 * STEP)).await);
    let gone =
        |all: &[tokio::task::JoinHandle<_>]| all.iter().filter(|it| it.is_finished()).count();
    assert_eq!(gone(&trickling), 2);
    // Who has the most gets no more from others.
    let more = Gathered::begin(Some(pool.space_of(visitor(2))), 0).add(&[b'x'; 4 * STEP]).await;
    assert_eq!(more.map_err(status), Err(503));
    assert!(!modest.is_finished() && !newcomer.is_finished());
}

#[tokio::test]
async fn a_crowd_that_waits_for_space_keeps_it_from_nobody_who_holds_less() {
    const CROWD: u8 = 100;
    let pool = Pool::of(2 * usize::from(CROWD) * LEAST_STEP);
    let mut crowd = Vec::new();
    for number in 0..CROWD {
        for _ in 0..2 {
            crowd.push(stall(gather(&pool, visitor(number), counted(LEAST_STEP)).await));
        }
    }
    assert_eq!(pool.free(), 0);
    for number in (0..CROWD).flat_map(|number| [number; 6]) {
        let mut more = Gathered::begin(Some(pool.space_of(visitor(number))), 0);
        crowd.push(tokio::spawn(async move {
            let refused = more.add(&[b'x'; UNCOUNTED + 2 * LEAST_STEP]).await;
            refused.map_or_else(status, |()| 200)
        }));
    }
    tokio::task::yield_now().await;
    for number in CROWD..CROWD + 50 {
        let honest = gather(&pool, visitor(number), counted(LEAST_STEP)).await;
        assert_eq!(honest.finish().len(), counted(LEAST_STEP));
    }
    crowd.iter().for_each(|one| one.abort());
    for one in crowd {
        let _ = one.await;
    }
    assert_eq!(pool.free(), 2 * usize::from(CROWD) * LEAST_STEP);
}

#[tokio::test]
async fn visitors_members_and_administrators_take_nothing_from_each_other() {
    let space = Space::new();
    let member = || Holder::Member("m".to_owned());
    let admin = || Holder::Admin("a".to_owned());
    let mut held = Vec::new();
    for holder in [visitor(1), member(), admin()] {
        let begin = || Gathered::begin(Some(space.of(holder.clone())), MOST_BYTES);
        let took = held.len();
        loop {
            let mut gathered = begin();
            match gathered.add(&vec![b'x'; MOST_BYTES]).await {
                Ok(()) => held.push(gathered.finish()),
                Err(TooMuchAtOnce) => break,
            }
        }
        assert!(held.len() >= took + OF_VISITORS / MOST_BYTES);
    }
    let all: usize = held.iter().map(|body| body.len()).sum();
    assert_eq!(all, 128 * 1024 * 1024);
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
    let (files, wholes) = (1, 4);
    assert_eq!(files * FILE + wholes * MOST_BYTES, OF_VISITORS);
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
        assert_eq!(ask(&service, path, 4 * STEP).await.status(), 503, "{path}");
    }
    go.send(true).unwrap();
    for held in all {
        assert_eq!(held.await.unwrap().status(), 200);
    }
    for path in ["/whole", "/form"] {
        assert_eq!(ask(&service, path, 1).await.status(), 200, "{path}");
    }
}
