//! What every request passes through, on its way in and on its way out.
//!
//! In: a request id, the limits on address and headers, and who is calling. Out: whatever
//! happened inside, also a panic, becomes an answer with its request id and the security headers,
//! is counted, and is logged once. It is one service rather than a stack of layers, so that the
//! order can be read off one function. It is also what every answer costs, so it is written to move
//! little and to allocate little; `docs/benchmarks.md` has the figures.

mod admit;
mod compress;
mod headers;
mod log;
mod passage;
mod request_id;

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Either, ready};
use http::HeaderValue;
use http::header::CONNECTION;
use http::request::Parts;
use kernel::Randomness;
use tower::Service;

use crate::metrics::RouteMetrics;
use crate::{Metrics, Principal, Problem, TrustedProxies};
use compress::Accepted;
use headers::SecurityHeaders;
use log::Entry;
pub(crate) use passage::Passage;
pub use request_id::RequestId;

/// Finds out who is calling, or answers in place of the route. Asked only when the request carries
/// a credential.
pub type Authenticate = Arc<
    dyn Fn(Parts) -> BoxFuture<'static, (Parts, Result<Principal, Box<Response>>)> + Send + Sync,
>;

/// What stands between the service and its visitors.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// Whether visitors come over https.
    pub https: bool,
    pub proxies: TrustedProxies,
}

#[derive(Clone)]
pub struct Frame(Arc<Shared>);

struct Shared {
    router: Router,
    authenticate: Authenticate,
    security: SecurityHeaders,
    proxies: TrustedProxies,
    /// Where request ids come from. They have to differ, not to be secret, so the system is asked
    /// for randomness once instead of by every request.
    ids: Randomness,
    /// Counts what no route has answered.
    unmatched: RouteMetrics,
}

impl Frame {
    pub fn new(
        router: Router,
        authenticate: Authenticate,
        metrics: &Metrics,
        randomness: Randomness,
        front: Front,
    ) -> Self {
        Self(Arc::new(Shared {
            router,
            authenticate,
            security: SecurityHeaders { https: front.https },
            proxies: front.proxies,
            ids: Randomness::seeded(u64::from_le_bytes(randomness.bytes())),
            unmatched: metrics.route("*", "unmatched"),
        }))
    }

    /// Answers a request. Nothing that happens inside gets past this function but an answer.
    pub fn answer(&self, request: Request) -> impl Future<Output = Response> + Send + use<> {
        let started = Instant::now();
        let id = RequestId::of(request.headers(), &self.0.ids);
        let passage = Passage::new(id, self.0.proxies.clone());
        let entry = Entry::of(&request);
        let answering = match admit::check(&request) {
            Err(problem) => Either::Left(Either::Left(ready(hang_up(problem)))),
            Ok(()) if admit::has_credential(request.headers()) => {
                Either::Left(Either::Right(self.identify(request, passage.clone())))
            }
            Ok(()) => Either::Right(self.route(request, passage.clone())),
        };
        let frame = self.clone();
        answering.map(move |response| frame.finish(response, &passage, &entry, started))
    }

    fn identify(&self, request: Request, passage: Passage) -> BoxFuture<'static, Response> {
        let frame = self.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let (parts, identified) = (frame.0.authenticate)(parts).await;
            match identified {
                Ok(principal) => {
                    passage.identify(principal);
                    frame.route(Request::from_parts(parts, body), passage).await
                }
                Err(refusal) => *refusal,
            }
        })
    }

    fn route(
        &self,
        mut request: Request,
        passage: Passage,
    ) -> impl Future<Output = Response> + Send + use<> {
        let accepted = Accepted::of(request.headers());
        request.extensions_mut().insert(passage);
        let answering = self.0.router.clone().call(request);
        AssertUnwindSafe(answering).catch_unwind().map(move |answered| match answered {
            Ok(Ok(response)) => accepted.encode(response),
            Ok(Err(never)) => match never {},
            Err(panic) => Problem::internal(describe_panic(panic.as_ref())).into_response(),
        })
    }

    fn finish(
        &self,
        mut response: Response,
        passage: &Passage,
        entry: &Entry,
        started: Instant,
    ) -> Response {
        self.0.security.add(&mut response);
        if passage.principal().caller().is_some_and(|caller| caller.session.is_some()) {
            headers::keep_private(&mut response);
        }
        response.headers_mut().insert(request_id::HEADER, passage.id().header());
        let took = started.elapsed();
        let metrics = passage.route().unwrap_or(&self.0.unmatched);
        metrics.count(response.status().as_u16(), took);
        entry.write(&response, passage.id(), took);
        response
    }
}

/// Nothing that may hide behind such a request is to be read as the next one.
fn hang_up(problem: Problem) -> Response {
    let mut response = problem.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

fn describe_panic(panic: &(dyn Any + Send)) -> String {
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
        Box::pin(self.answer(request).map(Ok))
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn an_answer_in_the_making_is_small_enough_to_be_moved_around() {
        let nobody: Authenticate =
            Arc::new(|parts| Box::pin(async { (parts, Ok(Principal::Anonymous)) }));
        let randomness = Randomness::seeded(1);
        let frame =
            Frame::new(Router::new(), nobody, &Metrics::default(), randomness, Front::default());
        let answering = frame.answer(Request::new(Body::empty()));
        let size = size_of_val(&answering);
        assert!(size <= 640, "{size}");
    }
}
