use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use content::reading::Reader;
use edge::page::Caching;
use edge::{Problem, RequestContext, Shell};
use futures_util::future::BoxFuture;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, COOKIE, HOST, VARY};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue};

use super::kept::{KeptPage, Key};
use super::page::page_of;
use super::shell::{SiteShell, is_admin, reader_of};
use super::theme;
use crate::Site;
use crate::compose::Composed;
use crate::render::RenderError;

/// Where a browser finds what it may fetch before it is asked for.
const SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");

/// Somebody asks for a page.
#[derive(Debug)]
pub(super) struct Visit {
    pub(super) context: RequestContext,
    pub(super) headers: HeaderMap,
}

impl<S: Sync> FromRequestParts<S> for Visit {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let context = RequestContext::from_request_parts(parts, state).await?;
        Ok(Self { context, headers: parts.headers.clone() })
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
        let host = self.headers.get(HOST).and_then(|host| host.to_str().ok());
        let plain = |host: &&str| {
            let letter = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
            (1..=255).contains(&host.len()) && host.bytes().all(letter)
        };
        format!("http://{}", host.filter(plain).unwrap_or("localhost"))
    }

    /// Whether somebody looks, and not a browser that fetches ahead.
    pub(super) fn is_looked_at(&self) -> bool {
        let ahead = ["sec-purpose", "purpose", "x-moz"].iter().any(|name| {
            let value = self.headers.get(*name).and_then(|value| value.to_str().ok());
            value.is_some_and(|value| value.contains("prefetch"))
        });
        !ahead
    }
}

/// The work on something that is not kept yet; begun only then. Nothing when there is no such thing.
pub(super) type Making<'w, T> = BoxFuture<'w, Result<Option<T>, RenderError>>;

/// A page of our own: for anonymous readers from memory, written once for each state of the site;
/// for the signed in written for them. `address` is what tells one page from another, `counted`
/// under which name looking at it is counted.
pub(super) async fn show<'w>(
    site: &Site,
    visit: &Visit,
    address: String,
    counted: Option<&str>,
    compose: impl FnOnce() -> Making<'w, Composed>,
) -> Result<Response, Problem> {
    let origin = visit.origin(site);
    if visit.context.principal().is_signed_in() {
        let composed = compose().await?.ok_or_else(Problem::not_found)?;
        let page = page_of(composed, &origin).caching(Caching::Private);
        return Ok(page.header(VARY, COOKIE.into()).into_response());
    }
    let key = Key {
        state: site.state(),
        address,
        theme: theme::chosen(&visit.context).map_or("", |theme| theme.name()),
        origin: origin.clone(),
    };
    let write = || async {
        let composed = compose().await?.ok_or_else(Problem::not_found)?;
        let rules = HeaderValue::from_static("\"/speculation-rules.json\"");
        let page = page_of(composed, &origin)
            .caching(Caching::Revalidate)
            .header(SPECULATION_RULES, rules);
        let shell = SiteShell(site.clone());
        let document = shell.document(page, &visit.context);
        KeptPage::write(document.headers, document.html).await
    };
    let page = match site.0.kept.get(&key) {
        Some(page) => page,
        None => Box::pin(site.0.kept.get_or_write(&key, write())).await?,
    };
    if let Some(name) = counted.filter(|_| visit.is_looked_at()) {
        site.0.counter.count(name, site.clock().now());
    }
    Ok(page.answer(&visit.headers))
}

/// Something for programs, kept in the same way.
pub(super) async fn tell<'w>(
    site: &Site,
    visit: &Visit,
    address: String,
    media_type: &'static str,
    write: impl FnOnce() -> Making<'w, String>,
) -> Result<Response, Problem> {
    let (state, origin) = (site.state(), visit.origin(site));
    let key = Key { state, address, theme: "", origin };
    let write = || async {
        let text = write().await?.ok_or_else(Problem::not_found)?;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        headers.insert(CACHE_CONTROL, Caching::Revalidate.header());
        KeptPage::write(headers, text).await
    };
    let page = match site.0.kept.get(&key) {
        Some(page) => page,
        None => Box::pin(site.0.kept.get_or_write(&key, write())).await?,
    };
    Ok(page.answer(&visit.headers))
}
