use axum::Router;
use axum::routing::{MethodFilter, MethodRouter};

use super::{Access, Endpoint, Guard, Operation};
use crate::{Metrics, problem};

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

    /// Method, path and access rule of every line, for tests that go through all of them.
    pub fn lines(&self) -> impl Iterator<Item = (Method, &'static str, Access)> {
        self.rows.iter().map(|(row, _)| (row.method, row.path, row.access))
    }

    pub(crate) fn described(&self) -> impl Iterator<Item = (&Row, &Operation)> {
        self.rows.iter().map(|(row, endpoint)| (row, &endpoint.operation))
    }

    /// The router, serving the table at `/` and once more under `/api`.
    pub fn into_router(self, metrics: &Metrics) -> Router {
        let mut routes: Vec<(&'static str, MethodRouter)> = Vec::new();
        for (Row { method, path, access, .. }, endpoint) in self.rows {
            let guard = Guard { access, metrics: metrics.route(method.name(), path) };
            let route = (endpoint.route)(method.filter(), guard);
            match routes.iter_mut().find(|(known, _)| *known == path) {
                Some((_, known)) => *known = std::mem::take(known).merge(route),
                None => routes.push((path, route)),
            }
        }
        let table = routes
            .into_iter()
            .fold(Router::new(), |router, (path, route)| router.route(path, route))
            .method_not_allowed_fallback(problem::method_not_allowed);
        Router::new().merge(table.clone()).nest("/api", table).fallback(problem::unknown_route)
    }
}
