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
use crate::body::LargestBody;
use crate::metrics::RouteMetrics;
use crate::{Principal, Problem, RequestContext, hosts};

/// Stands before one endpoint: lets in who may, before anything of the body is read, and tells the
/// service which route the request has reached.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) access: Access,
    pub(crate) ended_session: EndedSession,
    pub(crate) audience: Audience,
    /// The largest body it reads, where that is another than usual.
    pub(crate) largest_body: Option<usize>,
    pub(crate) metrics: RouteMetrics,
}

/// For whom an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Audience {
    /// For whoever asks: somebody else might get another one. What nobody has thought about.
    #[default]
    Asker,
    /// The same for all, so that it can be kept for all.
    Everybody,
}

/// The route a request has reached, as far as the service wants to know it afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) access: Access,
    pub(crate) audience: Audience,
    pub(crate) metrics: RouteMetrics,
}

/// What it means here that a session no longer holds. Its cookie is taken away in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndedSession {
    /// A program has to learn that it is not who it thinks it is.
    Refused,
    /// A reader goes on as a visitor like any other.
    Forgiven,
}

impl Guard {
    fn check(&self, context: Option<&RequestContext>) -> Result<(), Problem> {
        let Some(context) = context else { return self.access.check(&Principal::Anonymous) };
        // First, and whatever the row allows: a program that believes to be somebody must not
        // quietly get the public answer.
        if self.ended_session == EndedSession::Refused {
            refuse_ended_session(context)?;
        }
        // A page of another site that has its name lead here would carry our cookies to every
        // guarded row.
        if self.access != Access::Anyone && !context.is_known_host() {
            return Err(hosts::unknown());
        }
        self.access.check(context.principal())
    }
}

pub(super) fn refuse_ended_session(context: &RequestContext) -> Result<(), Problem> {
    if context.ended_session().is_none() {
        return Ok(());
    }
    Err(Problem::unauthenticated().explained(
        "Your session has ended",
        "You were signed out, or have been away for long. Reading goes on without it.",
    ))
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

    fn call(&mut self, mut request: Request) -> Self::Future {
        let Inside { guard, handler, state } = &*self.0;
        let context = request.extensions().get::<RequestContext>();
        if let Some(context) = context {
            let Guard { access, audience, metrics, .. } = guard;
            // Told before the check, so that what is refused counts for its route as well.
            context.arrive(Reached {
                access: *access,
                audience: *audience,
                metrics: metrics.clone(),
            });
        }
        let checked = guard.check(context);
        // Set for refused requests too. They do not read it, and one path is easier to follow than
        // two.
        if let Some(largest) = guard.largest_body {
            request.extensions_mut().insert(LargestBody(largest));
        }
        match checked {
            Ok(()) => Either::Left(handler.clone().call(request, state.clone()).map(Ok)),
            Err(problem) => Either::Right(ready(Ok(problem.into_response()))),
        }
    }
}
