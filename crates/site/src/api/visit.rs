use axum::extract::{FromRequest, FromRequestParts, Request};
use content::reading::Reader;
use edge::{Principal, Problem, RequestContext, asked_origin};
use http::{HeaderMap, Method};
use kernel::Role;

use crate::Site;
use crate::site::State;

/// How our rules for fetching ahead call what is fetched when a link is pressed.
pub(super) const PRESSED: &str = "\"folia-pressed\"";

/// Somebody asks for a page.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) context: RequestContext,
    pub(super) headers: HeaderMap,
    /// Of the site when they came, before anything was read for them. Pages are kept under it: what
    /// is read later may be newer, and never older, than the state it is kept for.
    pub(super) state: State,
}

/// Takes the whole request, so that its headers need not be copied.
impl FromRequest<Site> for Visit {
    type Rejection = Problem;

    async fn from_request(request: Request, site: &Site) -> Result<Self, Self::Rejection> {
        let (mut parts, _) = request.into_parts();
        let context = RequestContext::from_request_parts(&mut parts, site).await?;
        Ok(Self { context, headers: parts.headers, state: site.state() })
    }
}

impl Visit {
    pub(super) fn reader(&self) -> Reader {
        reader_of(self.context.principal())
    }

    pub(super) fn is_admin(&self) -> bool {
        is_admin(self.context.principal())
    }

    pub(super) fn path(&self) -> &str {
        self.context.uri().path()
    }

    pub(super) fn query(&self) -> Option<&str> {
        self.context.uri().query().filter(|query| !query.is_empty())
    }

    /// The last value of this name in the query.
    pub(super) fn value(&self, name: &str) -> Option<String> {
        let query = self.query()?.as_bytes();
        let named = form_urlencoded::parse(query).filter(|(given, _)| given == name);
        named.last().map(|(_, value)| value.into_owned())
    }

    /// Which page of a list; the first one when nothing sensible is said.
    pub(super) fn page_number(&self) -> u32 {
        let number = self.value("page").and_then(|text| text.parse().ok());
        number.filter(|number| (1..=1_000_000).contains(number)).unwrap_or(1)
    }

    /// The site's own address: as the operator says it, else as it was asked for.
    pub(super) fn origin(&self, site: &Site) -> String {
        if let Some(origin) = &site.0.options.origin {
            return origin.clone();
        }
        // Only where the operator has not said it. Whoever asks chooses what stands here, so it is part
        // of what pages are kept under.
        asked_origin(&self.headers)
    }

    /// Whether a browser fetches ahead. What it does not find there it asks for again.
    pub(super) fn is_ahead(&self) -> bool {
        ["sec-purpose", "purpose", "x-moz"].iter().any(|name| self.says(name, "prefetch"))
    }

    /// Whether somebody looks. What a browser fetches because a link was pressed it does not ask for
    /// again when the link is followed a moment later, so that is a look as well; our rules for
    /// browsers mark it.
    pub(super) fn is_looked_at(&self) -> bool {
        let is_pressed =
            || self.says("sec-speculation-tags", PRESSED) && !self.says("sec-purpose", "prerender");
        self.context.method() == Method::GET && (!self.is_ahead() || is_pressed())
    }

    fn says(&self, name: &str, words: &str) -> bool {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.contains(words))
    }
}

pub(super) fn reader_of(principal: &Principal) -> Reader {
    match principal.is_signed_in() {
        true => Reader::SignedIn,
        false => Reader::Public,
    }
}

pub(super) fn is_admin(principal: &Principal) -> bool {
    principal.caller().is_some_and(|caller| caller.role == Role::Admin)
}
