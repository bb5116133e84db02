//! How a bucket is talked to: HTTP/1.1 with rustls, no proxy, no redirect, and patience that ends.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use async_trait::async_trait;
use http_body::{Body, Frame};
use http_body_util::BodyExt;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use object_store::ClientOptions;
use object_store::client::{
    self, HttpClient, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody,
    HttpService,
};
use tokio::time::{Instant, Sleep};

use super::BlobError;
use super::sending::{Moved, Patience, Sending};

const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// From one piece of an answer to the next.
const PIECE_WITHIN: Duration = Duration::from_secs(15);

#[derive(Debug)]
pub(super) struct Connector;

impl client::HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = connect().map_err(|error| object_store::Error::Generic {
            store: "S3",
            source: Box::new(error),
        })?;
        Ok(HttpClient::new(client))
    }
}

fn connect() -> Result<Service, BlobError> {
    let mut plain = HttpConnector::new();
    plain.set_connect_timeout(Some(CONNECT_WITHIN));
    // The TLS layer above chooses. A connector that insists on http would refuse https addresses.
    plain.enforce_http(false);
    plain.set_nodelay(true);
    let secure = HttpsConnectorBuilder::new()
        .with_provider_and_native_roots(rustls::crypto::ring::default_provider())
        .map_err(BlobError::Certificates)?
        .https_or_http()
        .enable_http1()
        .wrap_connector(plain);
    // Our own instead of the library's, which brings a whole HTTP client along and follows
    // redirects.
    Ok(Service(Client::builder(TokioExecutor::new()).build(secure)))
}

#[derive(Debug)]
struct Service(Client<HttpsConnector<HttpConnector>, Sending>);

#[async_trait]
impl HttpService for Service {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let patience = Patience::for_body(request.body().content_length() as u64);
        let moved = Moved::now();
        let request = request.map(|body| Sending::new(body, moved.clone()));
        let answer = patience.wait(moved, self.0.request(request)).await;
        let answer = answer.map_err(|late| HttpError::new(HttpErrorKind::Timeout, late))?.map_err(
            |error| match error.is_connect() {
                true => HttpError::new(HttpErrorKind::Connect, error),
                false => HttpError::new(HttpErrorKind::Request, error),
            },
        )?;
        Ok(answer.map(|body| {
            let interrupted = |error| HttpError::new(HttpErrorKind::Interrupted, error);
            HttpResponseBody::new(Patient::new(body.map_err(interrupted)))
        }))
    }
}

/// A body whose pieces come in time, or which ends in an error: a bucket that falls silent in the
/// middle holds nobody up for ever.
struct Patient<B> {
    body: B,
    late: Pin<Box<Sleep>>,
    is_awaited: bool,
}

impl<B> Patient<B> {
    fn new(body: B) -> Self {
        let late = Box::pin(tokio::time::sleep(PIECE_WITHIN));
        Self { body, late, is_awaited: false }
    }
}

impl<B: Body<Error = HttpError> + Unpin> Body for Patient<B> {
    type Data = B::Data;
    type Error = HttpError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, HttpError>>> {
        let Self { body, late, is_awaited } = self.get_mut();
        if let Poll::Ready(piece) = Pin::new(body).poll_frame(context) {
            *is_awaited = false;
            return Poll::Ready(piece);
        }
        // Counted only while somebody waits for a piece: a slow reader is not the bucket's fault.
        if !std::mem::replace(is_awaited, true) {
            late.as_mut().reset(Instant::now() + PIECE_WITHIN);
        }
        late.as_mut().poll(context).map(|()| {
            let silent = std::io::Error::from(std::io::ErrorKind::TimedOut);
            Some(Err(HttpError::new(HttpErrorKind::Timeout, silent)))
        })
    }
}
