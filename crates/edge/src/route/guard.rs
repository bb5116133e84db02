use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::routing::future::RouteFuture;
use tower::{Layer, Service};

use super::Access;
use crate::Principal;
use crate::metrics::RouteMetrics;

/// Stands before one endpoint: lets in who may, before anything of the body is read, and marks
/// the answer with the route it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) access: Access,
    pub(crate) metrics: RouteMetrics,
}

#[derive(Clone, Debug)]
pub(crate) struct Guarded<S> {
    guard: Guard,
    inner: S,
}

impl<S> Layer<S> for Guard {
    type Service = Guarded<S>;

    fn layer(&self, inner: S) -> Self::Service {
        Guarded { guard: self.clone(), inner }
    }
}

impl<S> Service<Request> for Guarded<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future = RouteFuture<Infallible>>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = GuardedFuture;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let principal = request.extensions().get::<Principal>().unwrap_or(&Principal::Anonymous);
        let answer = match self.guard.access.check(principal) {
            Ok(()) => Ok(self.inner.call(request)),
            Err(problem) => Err(Some(problem.into_response())),
        };
        GuardedFuture { answer, metrics: Some(self.guard.metrics.clone()) }
    }
}

pub(crate) struct GuardedFuture {
    answer: Result<RouteFuture<Infallible>, Option<Response>>,
    metrics: Option<RouteMetrics>,
}

impl Future for GuardedFuture {
    type Output = Result<Response, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut response = match &mut self.answer {
            Ok(future) => ready!(Pin::new(future).poll(context))?,
            Err(refusal) => refusal.take().expect("polled once"),
        };
        if let Some(metrics) = self.metrics.take() {
            response.extensions_mut().insert(metrics);
        }
        Poll::Ready(Ok(response))
    }
}
