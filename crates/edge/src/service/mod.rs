//! What every request passes through, on its way in and on its way out.
//!
//! In: a request id, the limits on address and headers, and who is calling. Out: whatever
//! happened inside, also a panic, becomes an answer with its request id and the security headers,
//! is counted, and is logged once. It is one service rather than a stack of layers, so that the
//! order can be read off one function. It is also what every answer costs, so it is written to move
//! little and to allocate little; `docs/benchmarks.md` has the figures.

mod admit;
mod caching;
mod compress;
mod headers;
mod log;
mod present;
#[cfg(test)]
mod tests;
mod unread;
mod whole;

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
use http::header::{CONNECTION, SET_COOKIE};
use http::request::Parts;
use kernel::Randomness;
use tower::Service;

use crate::body::Space;
use crate::connection::OnWire;
use crate::context::Surroundings;
use crate::metrics::RouteMetrics;
use crate::page::{PlainShell, Shell};
use crate::{
    Assets, Credentials, Hosts, Metrics, Problem, RequestContext, TrustedProxies, Workers,
    request_id,
};
pub(crate) use admit::LARGEST_HEAD;
use compress::Accepted;
use headers::SecurityHeaders;
use unread::Unread;

/// Finds out who is calling, or why nobody can be let through. Asked only when the request carries
/// a credential.
pub type Authenticate = Arc<
    dyn Fn(Parts) -> BoxFuture<'static, (Parts, Result<Credentials, Box<Problem>>)> + Send + Sync,
>;

/// What the service is told about where it stands and how its pages look.
#[derive(Clone, Debug)]
pub struct ServiceOptions {
    /// Whether visitors come over https.
    pub https: bool,
    pub proxies: TrustedProxies,
    pub hosts: Hosts,
    pub assets: Assets,
    pub shell: Arc<dyn Shell>,
    /// Where people sign in. It is given `return_to`.
    pub sign_in: &'static str,
}

impl Default for ServiceOptions {
    fn default() -> Self {
        Self {
            https: false,
            proxies: TrustedProxies::default(),
            hosts: Hosts::default(),
            assets: Assets::default(),
            shell: Arc::new(PlainShell),
            sign_in: "/auth/login",
        }
    }
}

/// Answers requests: the whole service but its sockets.
#[derive(Clone)]
pub struct HttpService(Arc<Shared>);

struct Shared {
    router: Router,
    authenticate: Authenticate,
    security: SecurityHeaders,
    surroundings: Arc<Surroundings>,
    shell: Arc<dyn Shell>,
    /// Where request ids come from. They have to differ, not to be secret, so the system is asked
    /// for randomness once instead of by every request.
    ids: Randomness,
    /// Where long answers are compressed, while others are answered.
    compressing: Workers,
    /// What long answers may take that nobody has read yet.
    unread: Unread,
    /// Counts what no route has answered.
    unmatched: RouteMetrics,
}

impl HttpService {
    pub fn new(
        router: Router,
        authenticate: Authenticate,
        metrics: &Metrics,
        randomness: Randomness,
        options: ServiceOptions,
    ) -> Self {
        let ServiceOptions { https, proxies, hosts, assets, shell, sign_in } = options;
        Self(Arc::new(Shared {
            router,
            authenticate,
            security: SecurityHeaders { https },
            surroundings: Arc::new(Surroundings {
                proxies,
                assets,
                shell: shell.clone(),
                sign_in,
                hosts,
                bodies: Arc::new(Space::new()),
            }),
            shell,
            ids: Randomness::seeded(u64::from_le_bytes(randomness.bytes())),
            compressing: compress::workers(),
            unread: Unread::new(),
            unmatched: metrics.route("*", "unmatched"),
        }))
    }

    /// Answers a request. Nothing that happens inside gets past this function but an answer.
    pub fn answer(&self, request: Request) -> impl Future<Output = Response> + Send + use<> {
        let started = Instant::now();
        let context = RequestContext::of(&request, &self.0.surroundings, &self.0.ids);
        // Before the request is given away: the router takes the headers with it.
        let accepted = Accepted::of(request.headers());
        let hosts = &self.0.surroundings.hosts;
        // Before anybody looks at the credential, so that a refusal costs no query.
        let answering = match admit::check(&request).and_then(|()| hosts.check(&request)) {
            Err(problem) => Either::Left(Either::Left(ready(hang_up(problem)))),
            Ok(()) if admit::has_credential(request.headers()) => {
                Either::Left(Either::Right(self.identify(request, context.clone())))
            }
            // Without a credential there is nothing to wait for, and the future needs no box: that
            // is most requests.
            Ok(()) => Either::Right(self.route(request, context.clone())),
        };
        let service = self.clone();
        answering.then(move |response| {
            let response = present::present(response, &*service.0.shell, &context);
            let encoding = accepted.encode(response, &service.0.compressing);
            encoding.then(move |response| {
                let counting = service.0.unread.count(response, &context);
                counting.map(move |counted| {
                    let refused = |problem: Problem| {
                        present::present(problem.into_response(), &*service.0.shell, &context)
                    };
                    let response = counted.unwrap_or_else(refused);
                    service.finish(response, &context, started)
                })
            })
        })
    }

    /// The same service by other names, within the same limits.
    pub fn for_hosts(&self, hosts: Hosts) -> Self {
        let shared = &*self.0;
        let surroundings = Surroundings {
            proxies: shared.surroundings.proxies.clone(),
            assets: shared.surroundings.assets.clone(),
            shell: shared.surroundings.shell.clone(),
            sign_in: shared.surroundings.sign_in,
            hosts,
            bodies: shared.surroundings.bodies.clone(),
        };
        Self(Arc::new(Shared {
            router: shared.router.clone(),
            authenticate: shared.authenticate.clone(),
            security: shared.security,
            surroundings: Arc::new(surroundings),
            shell: shared.shell.clone(),
            ids: shared.ids.clone(),
            compressing: shared.compressing.clone(),
            unread: shared.unread.clone(),
            unmatched: shared.unmatched.clone(),
        }))
    }

    /// How many bytes its address and its headers take. None where they are refused whatever is asked for.
    pub(crate) fn measure_head(&self, request: &Request) -> Option<usize> {
        admit::check(request).ok().map(|()| admit::head_cost(request))
    }

    /// Answers a request that nobody has time to look at.
    pub(crate) fn refuse(&self, request: &Request, problem: Problem) -> Response {
        let started = Instant::now();
        let context = RequestContext::of(request, &self.0.surroundings, &self.0.ids);
        let mut response = present::present(problem.into_response(), &*self.0.shell, &context);
        response.extensions_mut().insert(log::Crowded);
        self.finish(response, &context, started)
    }

    fn identify(&self, request: Request, context: RequestContext) -> BoxFuture<'static, Response> {
        let service = self.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            // A provider or a database that does not answer is not our work.
            let turn = parts.extensions.get::<OnWire>().map(|OnWire(turn)| turn.clone());
            let identifying = AssertUnwindSafe((service.0.authenticate)(parts)).catch_unwind();
            match turn.unwrap_or_default().wait_for(identifying).await {
                Ok((parts, Ok(credentials))) => {
                    context.identify(credentials);
                    service.route(Request::from_parts(parts, body), context).await
                }
                Ok((_, Err(problem))) => problem.into_response(),
                Err(panic) => Problem::internal(describe_panic(panic.as_ref())).into_response(),
            }
        })
    }

    fn route(
        &self,
        mut request: Request,
        context: RequestContext,
    ) -> impl Future<Output = Response> + Send + use<> {
        request.extensions_mut().insert(context);
        let answering = self.0.router.clone().call(request);
        // A panic in one handler must not take the connection with it. Nothing is left half done:
        // what a handler changes goes through the store, which rolls back.
        AssertUnwindSafe(answering).catch_unwind().map(|answered| match answered {
            Ok(Ok(response)) => response,
            Ok(Err(never)) => match never {},
            Err(panic) => Problem::internal(describe_panic(panic.as_ref())).into_response(),
        })
    }

    fn finish(
        &self,
        mut response: Response,
        context: &RequestContext,
        started: Instant,
    ) -> Response {
        self.0.security.add(&mut response);
        if let Some(cleared) = context.ended_session() {
            take_away(&mut response, cleared);
        }
        // After the cookie was taken away: an answer that sets one is for one browser.
        caching::settle(&mut response, context);
        response.headers_mut().insert(request_id::HEADER, context.id().header());
        let took = started.elapsed();
        let metrics = context.route().map_or(&self.0.unmatched, |route| &route.metrics);
        metrics.count(response.status().as_u16(), took);
        log::write(context, &response, took);
        response
    }
}

/// Takes the cookie of an ended session away, unless the answer brings another in its place.
fn take_away(response: &mut Response, cleared: &HeaderValue) {
    let name = |cookie: &HeaderValue| {
        let end = memchr::memchr(b'=', cookie.as_bytes()).unwrap_or_default();
        cookie.as_bytes()[..end].to_vec()
    };
    let headers = response.headers_mut();
    if !headers.get_all(SET_COOKIE).iter().any(|cookie| name(cookie) == name(cleared)) {
        // Signing in again in the same answer must win over taking the old one away.
        headers.append(SET_COOKIE, cleared.clone());
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

impl Service<Request> for HttpService {
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

impl std::fmt::Debug for HttpService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpService").finish_non_exhaustive()
    }
}
