use axum::response::{IntoResponse, Response};
use edge::page::Caching;
use edge::{Problem, Shell};
use futures_util::future::BoxFuture;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, COOKIE, VARY};
use http::{HeaderMap, HeaderName, HeaderValue};

use super::kept::{Asked, KeptPage};
use super::page::page_of;
use super::shell::SiteShell;
use super::theme;
use super::visit::Visit;
use crate::Site;
use crate::compose::Composed;
use crate::render::RenderError;

/// Where a browser finds what it may fetch before it is asked for.
const SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");

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
    // Written for each of them: drafts and markers depend on who looks.
    if visit.context.principal().is_signed_in() {
        let composed = compose().await?.ok_or_else(Problem::not_found)?;
        let page = page_of(composed, &origin).caching(Caching::Private);
        return Ok(page.header(VARY, COOKIE.into()).into_response());
    }
    let (state, theme) = (visit.state, theme_of(visit));
    let asked = Asked { state, address: &address, theme, origin: &origin };
    let write = || async {
        let composed = compose().await?.ok_or_else(Problem::not_found)?;
        let rules = HeaderValue::from_static("\"/speculation-rules.json\"");
        let page = page_of(composed, &origin)
            .caching(Caching::Revalidate)
            .header(SPECULATION_RULES, rules);
        let shell = SiteShell(site.clone());
        let document = shell.document(page, &visit.context);
        KeptPage::write(document.headers, document.html, counted).await
    };
    // The usual case needs no lock and no future on the heap.
    let page = match site.0.kept.get(asked) {
        Some(page) => page,
        None => Box::pin(site.0.kept.get_or_write(asked, write())).await?,
    };
    Ok(hand_over(site, visit, &page))
}

/// What lies ready at an address, without a look at what is there: it was written in this very state
/// of the site, for an address spelt exactly so. Nothing for the signed in, whose pages are their own.
pub(super) fn at_once(site: &Site, visit: &Visit) -> Option<Response> {
    if visit.query().is_some() || visit.context.principal().is_signed_in() {
        return None;
    }
    let (state, theme, origin) = (visit.state, theme_of(visit), visit.origin(site));
    let asked = Asked { state, address: visit.path(), theme, origin: &origin };
    Some(hand_over(site, visit, &*site.0.kept.get(asked)?))
}

/// Counted whether it was kept or written. What a browser fetches ahead nobody has looked at.
fn hand_over(site: &Site, visit: &Visit, page: &KeptPage) -> Response {
    if let Some(name) = page.counted.as_deref().filter(|_| visit.is_looked_at()) {
        site.0.counter.count(name, site.clock().now());
    }
    page.answer(&visit.headers)
}

/// The choice of colours stands in the markup, so that no page flashes in the wrong ones while it
/// loads.
fn theme_of(visit: &Visit) -> &'static str {
    theme::chosen(&visit.context).map_or("", |theme| theme.name())
}

/// Something for programs, kept in the same way.
pub(super) async fn tell<'w>(
    site: &Site,
    visit: &Visit,
    address: String,
    media_type: &'static str,
    write: impl FnOnce() -> Making<'w, String>,
) -> Result<Response, Problem> {
    let (state, origin) = (visit.state, visit.origin(site));
    let asked = Asked { state, address: &address, theme: "", origin: &origin };
    let write = || async {
        let text = write().await?.ok_or_else(Problem::not_found)?;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        headers.insert(CACHE_CONTROL, Caching::Revalidate.header());
        KeptPage::write(headers, text, None).await
    };
    let page = match site.0.kept.get(asked) {
        Some(page) => page,
        None => Box::pin(site.0.kept.get_or_write(asked, write())).await?,
    };
    Ok(page.answer(&visit.headers))
}
