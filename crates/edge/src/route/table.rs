use std::collections::BTreeMap;

use axum::Router;
use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, on};

use super::endpoint::Operation;
use super::guard::{Audience, EndedSession, Guard};
use super::{Access, Endpoint, PageEndpoint, assets, unmatched};
use crate::Metrics;
use crate::assets::ASSETS;

/// The methods endpoints can have. `HEAD` comes with `Get`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    Get,
    Post,
    Put,
    Delete,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }

    fn filter(self) -> MethodFilter {
        match self {
            Self::Get => MethodFilter::GET,
            Self::Post => MethodFilter::POST,
            Self::Put => MethodFilter::PUT,
            Self::Delete => MethodFilter::DELETE,
        }
    }
}

/// Everything the service answers, each with who may call it.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<(Row, Endpoint)>,
    pages: Vec<(Row, PageEndpoint)>,
    fallback: Option<(Access, PageEndpoint)>,
    group: &'static str,
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    pub(crate) access: Access,
    pub(crate) group: &'static str,
}

impl Table {
    /// The heading under which the following endpoints are described.
    pub fn group(mut self, group: &'static str) -> Self {
        self.group = group;
        self
    }

    pub fn get(self, path: &'static str, access: Access, endpoint: Endpoint) -> Self {
        self.row(Method::Get, path, access, endpoint)
    }

    pub fn post(self, path: &'static str, access: Access, endpoint: Endpoint) -> Self {
        self.row(Method::Post, path, access, endpoint)
    }

    pub fn put(self, path: &'static str, access: Access, endpoint: Endpoint) -> Self {
        self.row(Method::Put, path, access, endpoint)
    }

    pub fn delete(self, path: &'static str, access: Access, endpoint: Endpoint) -> Self {
        self.row(Method::Delete, path, access, endpoint)
    }

    /// Something for people to look at.
    pub fn page(self, path: &'static str, access: Access, page: PageEndpoint) -> Self {
        self.page_row(Method::Get, path, access, page)
    }

    /// Where a form of a page is sent.
    pub fn page_form(self, path: &'static str, access: Access, page: PageEndpoint) -> Self {
        self.page_row(Method::Post, path, access, page)
    }

    /// The files that pages refer to.
    pub fn assets(self) -> Self {
        const PATH: &str = "/assets/{*file}";
        debug_assert!(PATH.starts_with(ASSETS));
        self.page(PATH, Access::Anyone, assets::serve())
    }

    /// Answers reads of every address that no other row names, but those below `/api`.
    pub fn fallback(mut self, access: Access, page: PageEndpoint) -> Self {
        self.fallback = Some((access, page));
        self
    }

    fn row(
        mut self,
        method: Method,
        path: &'static str,
        access: Access,
        endpoint: Endpoint,
    ) -> Self {
        self.rows.push((Row { method, path, access, group: self.group }, endpoint));
        self
    }

    fn page_row(
        mut self,
        method: Method,
        path: &'static str,
        access: Access,
        page: PageEndpoint,
    ) -> Self {
        self.pages.push((Row { method, path, access, group: self.group }, page));
        self
    }

    /// Method, path and access rule of every line of the API, for tests that go through all of
    /// them.
    pub fn lines(&self) -> impl Iterator<Item = (Method, &'static str, Access)> {
        self.rows.iter().map(|(row, _)| (row.method, row.path, row.access))
    }

    /// The same of every page.
    pub fn pages(&self) -> impl Iterator<Item = (Method, &'static str, Access)> {
        self.pages.iter().map(|(row, _)| (row.method, row.path, row.access))
    }

    pub(crate) fn described(&self) -> impl Iterator<Item = (&Row, &Operation)> {
        self.rows.iter().map(|(row, endpoint)| (row, &endpoint.operation))
    }

    /// The router: the API at `/` and once more under `/api`, pages at `/` only. What no row names
    /// is answered by the fallback.
    pub fn into_router(self, metrics: &Metrics) -> Router {
        // By path, as the router takes each path once, with all of its methods.
        let (mut api, mut pages) = (Paths::new(), Paths::new());
        for (row, Endpoint { route, ended_session, audience, largest_body, .. }) in self.rows {
            // Who only reads sends none, and need not be told.
            let sends = row.method != Method::Get;
            let largest_body = largest_body.or_else(|| sends.then(|| row.access.largest_body()));
            let guard = guard(row, ended_session, audience, largest_body, metrics);
            merge(&mut api, row.path, route(row.method.filter(), guard));
        }
        for (row, PageEndpoint { serve, audience, .. }) in self.pages {
            // Pages forgive an ended session: a visitor who was signed out goes on reading.
            let page = serve(guard(row, EndedSession::Forgiven, audience, None, metrics));
            let route = on(row.method.filter(), move |request: Request| page(request));
            merge(&mut pages, row.path, route);
        }
        // An address can be a page to look at and an endpoint to send something to.
        let mut all = api.clone();
        for (path, route) in pages {
            merge(&mut all, path, route);
        }
        let fallback = self.fallback.map(|(access, page)| {
            // All addresses of the site count as one route. A counter for each path would grow
            // without end.
            let metrics = metrics.route(Method::Get.name(), "/{*path}");
            let (ended_session, audience) = (EndedSession::Forgiven, page.audience);
            // What is at an address of a guarded fallback is nobody's business who may not read it.
            let is_there = page.is_there.filter(|_| access == Access::Anyone);
            let guard = Guard { access, ended_session, audience, largest_body: None, metrics };
            ((page.serve)(guard), is_there)
        });
        router(all).nest("/api", router(api)).fallback(move |request: Request| {
            let fallback = fallback.clone();
            async move {
                match fallback {
                    // Looked at first: an unknown address below `/api` must never answer with a
                    // page.
                    _ if unmatched::is_for_programs(&request) => {
                        unmatched::unknown_to_programs(&request)
                    }
                    Some((page, _)) if unmatched::is_read(&request) => page(request).await,
                    Some((_, Some(is_there))) => unmatched::only_read(&request, &is_there),
                    _ => unmatched::nothing_here().await.into_response(),
                }
            }
        })
    }
}

type Paths = BTreeMap<&'static str, MethodRouter>;

fn guard(
    row: Row,
    ended_session: EndedSession,
    audience: Audience,
    largest_body: Option<usize>,
    metrics: &Metrics,
) -> Guard {
    let Row { method, path, access, .. } = row;
    let metrics = metrics.route(method.name(), path);
    Guard { access, ended_session, audience, largest_body, metrics }
}

fn merge(paths: &mut Paths, path: &'static str, route: MethodRouter) {
    let known = paths.remove(path).unwrap_or_default();
    paths.insert(path, known.merge(route));
}

fn router(paths: Paths) -> Router {
    paths
        .into_iter()
        .fold(Router::new(), |router, (path, route)| router.route(path, route))
        .method_not_allowed_fallback(unmatched::method_not_allowed)
}
