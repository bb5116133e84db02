use axum::Router;
use bytes::Bytes;
use futures_util::{FutureExt, stream};
use http_body_util::BodyExt;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::TokioExecutor;
use hyper_util::server::graceful::GracefulShutdown;
use kernel::Randomness;
use tokio::io::DuplexStream;
use tokio::sync::watch;

use super::super::places::Places;
use super::super::rooms::Rooms;
use super::super::{Limits, Metrics};
use super::*;
use crate::{Credentials, HttpService, ServiceOptions};

fn written(uri: &str, headers: &[(&str, &str)]) -> Parts {
    let mut request = http::Request::get(uri);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut parts = request.body(()).unwrap().into_parts().0;
    write_as_http1(&mut parts);
    parts
}

#[test]
fn the_host_and_the_cookies_stand_where_everybody_looks_for_them() {
    let parts = written("https://site.example/a?b=c", &[("cookie", "a=1"), ("cookie", "b=2")]);
    assert_eq!(parts.uri, "/a?b=c");
    assert_eq!(parts.headers[HOST], "site.example");
    let cookies: Vec<_> = parts.headers.get_all(COOKIE).iter().collect();
    assert_eq!(cookies, ["a=1; b=2"]);
    let same = written("https://site.example:8443/", &[("host", "site.example:8443")]);
    assert_eq!(
        (same.uri.authority().is_none(), same.headers.get_all(HOST).iter().count()),
        (true, 1)
    );
}

#[test]
fn two_names_for_one_site_are_left_for_whoever_refuses_them() {
    let parts = written("https://site.example/", &[("host", "other.example")]);
    assert_eq!(parts.uri.authority().unwrap().as_str(), "site.example");
    assert_eq!(parts.headers[HOST], "other.example");
}

impl Watched for DuplexStream {
    fn is_gone(&self) -> bool {
        false
    }
}

/// A connection to a house with one room beside its own, at which every request waits.
async fn connect() -> (SendRequest<Body>, watch::Sender<bool>) {
    let metrics = Metrics::default();
    let router = Router::new().fallback(std::future::pending::<()>);
    let service = HttpService::new(
        router,
        Arc::new(|parts| Box::pin(async { (parts, Ok(Credentials::default())) })),
        &metrics,
        Randomness::seeded(1),
        ServiceOptions::default(),
    );
    let a_while = Duration::from_secs(60);
    let limits = Limits {
        connections: 1,
        head_timeout: a_while,
        body_timeout: a_while,
        upload_timeout: a_while,
        drain_timeout: a_while,
    };
    let (stop, stopped) = watch::channel(false);
    let (places, rooms) = (Places::new(1), Rooms::new(1));
    let place = places.take().await;
    let visit = Visit { peer: ([127, 0, 0, 1], 1).into(), turn: place.turn.clone(), service };
    let house = Arc::new(House { places, rooms, metrics, limits, stop: stopped });
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let watcher = GracefulShutdown::new().watcher();
    tokio::spawn(async move {
        converse(ours, visit, house, watcher).await;
        drop(place);
    });
    let (client, connection) = Builder::new(TokioExecutor::new())
        .initial_stream_window_size(0)
        .handshake(TokioIo::new(theirs))
        .await
        .unwrap();
    tokio::spawn(connection);
    (client, stop)
}

/// A request of which more may come than its head, or not.
fn request(is_open: bool) -> http::Request<Body> {
    let more = stream::pending::<Result<Bytes, Infallible>>();
    let body = if is_open { Body::from_stream(more) } else { Body::empty() };
    http::Request::post("https://localhost/").body(body).unwrap()
}

/// The peer gives no room for answers, so that all that came behind their heads would lie there.
#[tokio::test]
async fn who_may_send_more_and_finds_no_room_gets_an_answer_that_needs_none() {
    let (mut client, _stop) = connect().await;
    let mut held = Vec::new();
    // With the two rooms, and one that waits in turn.
    for _ in 0..3 {
        let mut answer = Box::pin(client.send_request(request(true)));
        let wait = tokio::time::timeout(Duration::from_millis(300), &mut answer);
        assert!(wait.await.is_err(), "it is worked on, or waits");
        held.push(answer);
    }
    let connect = http::Request::connect("localhost:443").body(Body::empty()).unwrap();
    for request in [request(true), connect] {
        let refusing = tokio::time::timeout(Duration::from_secs(5), client.send_request(request));
        let refused = refusing.await.expect("it does not wait").unwrap();
        assert_eq!(refused.status(), 503);
        assert!(!refused.headers().contains_key(CONTENT_LENGTH));
        assert!(refused.into_body().frame().now_or_never().expect("it is whole").is_none());
    }
    let mut whole = Box::pin(client.send_request(request(false)));
    let wait = tokio::time::timeout(Duration::from_millis(300), &mut whole);
    assert!(wait.await.is_err(), "who has said all may wait");
}
