use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use edge::Peer;
use http::header::{ORIGIN, USER_AGENT};
use http::request::Parts;
use http::{HeaderMap, HeaderName};

use super::cookies::{self, Presented};
use super::origin::is_local;
use crate::sessions::{self, Arrival, describe_browser};
use crate::wing::Auth;

/// A browser on its way in or out: what the doors need to know about the request.
pub(crate) struct Visit {
    headers: HeaderMap,
    peer: Option<IpAddr>,
}

impl<S: Sync> FromRequestParts<S> for Visit {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip());
        Ok(Self { headers: parts.headers.clone(), peer })
    }
}

impl Visit {
    pub(crate) fn is_local(&self) -> bool {
        is_local(self.peer, &self.headers)
    }

    /// Whether a page of another site has made the request. One that follows from no page says
    /// nothing of where it comes from.
    pub(crate) fn is_from_elsewhere(&self, auth: &Auth) -> bool {
        let cross_site =
            self.headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
        // Old browsers send no `Sec-Fetch-Site`. For them `Origin` has to do.
        cross_site || (self.headers.contains_key(ORIGIN) && !auth.home.sent(&self.headers))
    }

    /// Whether somebody only looks ahead, or loads the address as a part of something else.
    pub(crate) fn is_glance(&self) -> bool {
        let says = |name: &'static str, what: &str| {
            let value = self.headers.get(HeaderName::from_static(name));
            value.and_then(|value| value.to_str().ok()).is_some_and(|value| value.contains(what))
        };
        // Programs send no `Sec-Fetch-Dest`; browsers always do, and say `document` for a page of
        // its own.
        let embedded =
            self.headers.contains_key("sec-fetch-dest") && !says("sec-fetch-dest", "document");
        // Prefetching has had three names. Whoever only looks ahead must not use up a link that
        // works once.
        ["sec-purpose", "purpose", "x-moz"].iter().any(|name| says(name, "pre")) || embedded
    }

    /// A path of this site as a whole address, as this browser reaches it.
    pub(crate) fn address(&self, auth: &Auth, path: &str) -> Option<String> {
        auth.home.address(&self.headers).map(|home| format!("{home}{path}"))
    }

    /// What a session needs to know of the browser that gets it.
    pub(crate) fn arrival(&self, auth: &Auth) -> Arrival {
        let previous = match cookies::read(&self.headers, auth.cookies.session()) {
            Presented::Value(value) => sessions::parse(value),
            _ => None,
        };
        let user_agent = self.headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        Arrival { previous, browser: user_agent.map(describe_browser) }
    }

    pub(crate) fn login_cookie(&self, auth: &Auth) -> Option<&str> {
        match cookies::read(&self.headers, auth.cookies.login()) {
            Presented::Value(value) => Some(value),
            _ => None,
        }
    }
}
