//! What comes of a request whose handler breaks.

use std::fmt::Debug;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, to_bytes};
use axum::routing::get;
use http::response;
use tokio::sync::watch;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::*;
use crate::WhoseTurn;
use crate::body::Waits;

/// What was logged as an error.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<String>>);

impl Visit for &Logged {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.lock().unwrap().push_str(&format!("{}={value:?} ", field.name()));
    }
}

impl Subscriber for Logged {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == tracing::Level::ERROR
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut &*self);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

async fn breaks() -> &'static str {
    tokio::task::yield_now().await;
    panic!("the key under the mat")
}

/// Breaks for one credential.
async fn identify(parts: Parts) -> (Parts, Result<Credentials, Box<Problem>>) {
    let credential = parts.headers.get("authorization");
    assert!(credential.is_none_or(|credential| credential != "Bearer 2"), "the key under the mat");
    (parts, Ok(Credentials::default()))
}

fn nobody() -> Authenticate {
    Arc::new(|parts| Box::pin(identify(parts)))
}

async fn ask(service: &HttpService, headers: &[(&str, &str)]) -> (response::Parts, String) {
    let mut request = http::Request::get("/breaks").header("host", "localhost");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (parts, body) = service.answer(request.body(Body::empty()).unwrap()).await.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    (parts, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn a_handler_that_panics_is_answered_with_500_and_its_words_are_for_the_log_alone() {
    let logged = Logged::default();
    let _guard = tracing::subscriber::set_default(logged.clone());
    let router = Router::new().route("/breaks", get(breaks));
    let (randomness, options) = (Randomness::seeded(1), ServiceOptions::default());
    let service = HttpService::new(router, nobody(), &Metrics::default(), randomness, options);
    // Who is known takes another way through the service; people see a page.
    let [known, breaking] = ["Bearer 1", "Bearer 2"].map(|value| ("authorization", value));
    for (headers, kind) in [
        (&[][..], "application/problem+json"),
        (&[known], "application/problem+json"),
        (&[breaking], "application/problem+json"),
        (&[("accept", "text/html")], "text/html; charset=utf-8"),
    ] {
        let (parts, body) = ask(&service, headers).await;
        assert_eq!(
            (parts.status.as_u16(), &parts.headers["content-type"]),
            (500, &HeaderValue::from_static(kind))
        );
        assert!(!body.contains("under the mat") && !body.contains("panic"), "{body}");
        assert!(!format!("{:?}", parts.headers).contains("under the mat"), "{:?}", parts.headers);
        if kind != "text/html; charset=utf-8" {
            assert!(body.contains("\"code\":\"internal\""), "{body}");
        }
        let id = parts.headers["x-request-id"].to_str().unwrap();
        let logged = std::mem::take(&mut *logged.0.lock().unwrap());
        for told in [id, "path=/breaks", "status=500", "a handler panicked: the key under the mat"]
        {
            assert!(logged.contains(told), "{told}: {logged}");
        }
    }
}

#[test]
fn an_answer_in_the_making_is_small_enough_to_be_moved_around() {
    let (randomness, options) = (Randomness::seeded(1), ServiceOptions::default());
    let service =
        HttpService::new(Router::new(), nobody(), &Metrics::default(), randomness, options);
    let answering = service.answer(Request::new(Body::empty()));
    let size = size_of_val(&answering);
    assert!(size <= 640, "{size}");
}

/// Whether it is the peer's turn.
#[derive(Debug, Default)]
struct Turn(AtomicBool);

impl Waits for Turn {
    fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn end(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// So that a connection gives way, whose credential is asked about somewhere that does not answer.
#[tokio::test]
async fn while_others_say_who_somebody_is_nobody_works_for_the_request() {
    let (answer, answered) = watch::channel(false);
    let slow: Authenticate = Arc::new(move |parts| {
        let mut answered = answered.clone();
        Box::pin(async move {
            answered.wait_for(|answered| *answered).await.unwrap();
            (parts, Ok(Credentials::default()))
        })
    });
    let turn = Arc::new(Turn::default());
    let router = Router::new().route("/", get(async || "there"));
    let options = ServiceOptions::default();
    let service =
        HttpService::new(router, slow, &Metrics::default(), Randomness::seeded(1), options);
    let request = Request::get("/").header("host", "localhost").header("authorization", "Bearer 1");
    let request = request.extension(OnWire(WhoseTurn(Some(turn.clone()))));
    let mut asking = Box::pin(service.answer(request.body(Body::empty()).unwrap()));
    assert!((&mut asking).now_or_never().is_none());
    assert!(turn.0.load(Ordering::Relaxed));
    answer.send(true).unwrap();
    assert_eq!(asking.await.status(), 200);
    assert!(!turn.0.load(Ordering::Relaxed));
}
