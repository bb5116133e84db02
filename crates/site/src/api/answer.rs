use axum::response::{IntoResponse, Response};
use edge::page::Caching;
use edge::{Problem, Shell};
use futures_util::future::BoxFuture;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, COOKIE, VARY};
use http::{HeaderMap, HeaderName, HeaderValue};

use super::kept::{KeptPage, Key};
use super::page::page_of;
use super::shell::SiteShell;
use super::theme;
use super::visit::Visit;
use crate::Site;
use crate::compose::Composed;
use crate::render::RenderError;
use crate::site::State;

/// Where a browser finds what it may fetch before it is asked for.
const SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");

/// The work on something that is not kept yet; begun only then. Nothing when there is no such thing.
pub(super) type Making<'w, T> = BoxFuture<'w, Result<Option<T>, RenderError>>;

/// A page of our own: for anonymous readers from memory, written once for each state of the site;
/// for the signed in written for them. `state` was taken before anything was read for the page: what
/// is hidden in between would else be kept under the state in which it is hidden. `address` is what
/// tells one page from another, `counted` under which name looking at it is counted.
pub(super) async fn show<'w>(
    site: &Site,
    visit: &Visit,
    state: State,
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
    let key = Key {
        state,
        address,
        // The choice of colours stands in the markup, so that no page flashes in the wrong ones
        // while it loads.
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
    // The usual case needs no lock and no future on the heap.
    let page = match site.0.kept.get(&key) {
        Some(page) => page,
        None => Box::pin(site.0.kept.get_or_write(&key, write())).await?,
    };
    // Counted whether it was kept or written. What a browser fetches ahead nobody has looked at.
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
