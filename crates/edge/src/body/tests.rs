use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequest, State};
use axum::response::Response;
use axum::routing::post;
use futures_util::stream;
use kernel::Randomness;
use tokio::sync::watch;

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

#[test]
fn all_bodies_together_have_a_limit_and_give_back_what_they_held() {
    let budget = Arc::new(Semaphore::new(3 * STEP));
    let reserved = || Reserved { budget: Some(budget.clone()), permit: None, bytes: 0 };
    let (mut one, mut other) = (reserved(), reserved());
    assert!(one.raise_to(1).is_ok() && one.raise_to(STEP).is_ok());
    assert_eq!(budget.available_permits(), 2 * STEP);
    assert!(other.raise_to(2 * STEP).is_ok());
    assert!(one.raise_to(STEP + 1).is_err());
    drop(other);
    assert!(one.raise_to(STEP + 1).is_ok());
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
    let (files, wholes) = (4, 16);
    assert_eq!(files * FILE + wholes * MOST_BYTES, MOST_BYTES_IN_ALL);
    let all = (0..files).map(|_| ask(&service, "/form", FILE));
    let mut all: Vec<_> = all.map(tokio::spawn).collect();
    all.extend((0..wholes).map(|_| tokio::spawn(ask(&service, "/whole", MOST_BYTES))));
    while holding.there.load(Ordering::SeqCst) < files + wholes {
        assert!(all.iter().all(|held| !held.is_finished()), "one was refused too early");
        tokio::task::yield_now().await;
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
