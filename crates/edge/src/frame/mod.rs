//! What every request passes through, on its way in and on its way out.
//!
//! In: a request id, the limits on address and headers, and who is calling. Out: whatever
//! happened inside, also a panic, becomes an answer with its request id and the security headers,
//! is counted, and is logged once. It is one service rather than a stack of layers, so that the
//! order can be read off one function and costs one allocation.

mod admit;
mod headers;
mod log;
mod request_id;

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::HeaderValue;
use http::header::CONNECTION;
use http::request::Parts;
use tower::{Layer, Service, ServiceExt};
use tower_http::compression::{Compression, CompressionLayer};

use crate::metrics::RouteMetrics;
use crate::{Metrics, Principal, Problem};
use headers::SecurityHeaders;
pub use request_id::RequestId;

/// Finds out who is calling. Asked only when the request carries a credential.
pub type Authenticate =
    Arc<dyn Fn(Parts) -> BoxFuture<'static, (Parts, Result<Principal, Problem>)> + Send + Sync>;

#[derive(Clone)]
pub struct Frame {
    router: Compression<Router>,
    shared: Arc<Shared>,
}

struct Shared {
    authenticate: Authenticate,
    security: SecurityHeaders,
    randomness: kernel::Randomness,
    /// Counts what no route has answered.
    unmatched: RouteMetrics,
}

impl Frame {
    pub fn new(
        router: Router,
        authenticate: Authenticate,
        metrics: &Metrics,
        randomness: kernel::Randomness,
        https: bool,
    ) -> Self {
        let router = CompressionLayer::new().layer(router);
        let security = SecurityHeaders { https };
        let unmatched = metrics.route("*", "unmatched");
        Self { router, shared: Arc::new(Shared { authenticate, security, randomness, unmatched }) }
    }

    /// Answers a request. Nothing that happens inside gets past this function but an answer.
    pub async fn answer(&self, request: Request) -> Response {
        let started = Instant::now();
        let (mut parts, body) = request.into_parts();
        let id = RequestId::of(&parts.headers, &self.shared.randomness);
        let entry = log::Entry::of(&parts);
        parts.extensions.insert(id.clone());

        let mut response = match admit::check(&parts) {
            Ok(()) => match self.identify(parts).await {
                (parts, Ok(principal)) => self.route(parts, body, principal).await,
                (_, Err(problem)) => problem.into_response(),
            },
            Err(problem) => {
                // Nothing that may hide behind such a request is to be read as the next one.
                let mut response = problem.into_response();
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                response
            }
        };

        self.shared.security.add(&mut response);
        response.headers_mut().insert(request_id::HEADER, id.header());
        let took = started.elapsed();
        let metrics = response.extensions_mut().remove::<RouteMetrics>();
        metrics.as_ref().unwrap_or(&self.shared.unmatched).count(response.status().as_u16(), took);
        entry.write(&response, &id, took);
        response
    }

    async fn identify(&self, parts: Parts) -> (Parts, Result<Principal, Problem>) {
        if admit::has_credential(&parts.headers) {
            (self.shared.authenticate)(parts).await
        } else {
            (parts, Ok(Principal::Anonymous))
        }
    }

    async fn route(&self, mut parts: Parts, body: Body, principal: Principal) -> Response {
        parts.extensions.insert(principal);
        let request = Request::from_parts(parts, body);
        let answered = AssertUnwindSafe(self.router.clone().oneshot(request)).catch_unwind().await;
        match answered {
            Ok(Ok(response)) => response.map(Body::new),
            Ok(Err(never)) => match never {},
            Err(panic) => Problem::internal(describe_panic(panic.as_ref())).into_response(),
        }
    }
}

fn describe_panic(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a handler panicked: {}", text.unwrap_or("no message"))
}

impl Service<Request> for Frame {
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn poll_ready(
        &mut self,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Result<(), Infallible>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let frame = self.clone();
        Box::pin(async move { Ok(frame.answer(request).await) })
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame").finish_non_exhaustive()
    }
}
