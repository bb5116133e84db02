use std::convert::Infallible;
use std::marker::PhantomData;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::{Either, Map, Ready, ready};
use tower::Service;

use super::Access;
use crate::Principal;
use crate::frame::Passage;
use crate::metrics::RouteMetrics;

/// Stands before one endpoint: lets in who may, before anything of the body is read, and tells the
/// frame which route the request has reached.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) access: Access,
    pub(crate) metrics: RouteMetrics,
}

/// A handler behind its guard. The router makes a copy for every request, so everything is behind
/// one pointer.
pub(crate) struct Guarded<H, T, S>(Arc<Inside<H, S>>, PhantomData<fn() -> T>);

struct Inside<H, S> {
    guard: Guard,
    handler: H,
    state: S,
}

impl<H, T, S> Guarded<H, T, S> {
    pub(crate) fn new(guard: Guard, handler: H, state: S) -> Self {
        Self(Arc::new(Inside { guard, handler, state }), PhantomData)
    }
}

impl<H, T, S> Clone for Guarded<H, T, S> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

type Answer = Result<Response, Infallible>;

impl<H, T, S> Service<Request> for Guarded<H, T, S>
where
    H: Handler<T, S>,
    S: Clone + Send + Sync + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Map<H::Future, fn(Response) -> Answer>, Ready<Answer>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let Inside { guard, handler, state } = &*self.0;
        let passage = request.extensions().get::<Passage>();
        if let Some(passage) = passage {
            passage.arrive(&guard.metrics);
        }
        match guard.access.check(passage.map_or(&Principal::Anonymous, Passage::principal)) {
            Ok(()) => Either::Left(handler.clone().call(request, state.clone()).map(Ok)),
            Err(problem) => Either::Right(ready(Ok(problem.into_response()))),
        }
    }
}
