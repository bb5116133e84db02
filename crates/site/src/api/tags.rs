use axum::extract::State;
use axum::response::Response;
use content::FEEDS;
use content::reading::{Reader, Reading};
use edge::{PageEndpoint, Problem};
use futures_util::FutureExt;
use percent_encoding::percent_decode_str;

use super::answer::show;
use super::feeds;
use super::moved::moved;
use super::visit::Visit;
use crate::Site;
use crate::compose::{Composer, kind_named, tag_href};
use crate::render::FeedScope;

/// All tags.
pub fn tags(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_list, site)
}

/// Everything under one tag.
pub fn tag(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_tag, site)
}

pub fn tag_atom(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_atom, site).same_for_all()
}

pub fn tag_json(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_json, site).same_for_all()
}

async fn handle_list(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let (reading, origin) = (site.reading(visit.reader()), visit.origin(&site));
    let (site, reading, origin) = (&site, &reading, &origin);
    let compose = || {
        let made = |composer: &Composer<'_>| composer.tags();
        async move { Ok(Some(site.compose(reading, origin, made).await?)) }.boxed()
    };
    show(site, &visit, "/tags".to_owned(), None, compose).await
}

async fn handle_tag(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let tag = tag_of(&visit, "").ok_or_else(Problem::not_found)?;
    let (number, kind) = (visit.page_number(), visit.value("kind"));
    let kind = kind.as_deref().and_then(kind_named);
    let (reading, origin) = (site.reading(visit.reader()), visit.origin(&site));
    // What nobody has tagged is nowhere, and must not fill the memory.
    let canonical = tag_href(reading.find_tag(&tag).ok_or_else(Problem::not_found)?);
    if is_elsewhere(&tag, &canonical, visit.path()) {
        return Ok(moved(&canonical, visit.query()));
    }
    let key = format!("/tags/{tag}?page={number}&kind={}", kind.map_or("", |kind| kind.name()));
    let (site, tag, reading, origin) = (&site, &tag, &reading, &origin);
    let compose = || {
        let made = move |composer: &Composer<'_>| composer.tag(tag, kind, number);
        async move { Ok(site.compose(reading, origin, made).await?) }.boxed()
    };
    show(site, &visit, key, None, compose).await
}

/// Whether a tag was asked for by another address than its own.
fn is_elsewhere(tag: &str, canonical: &str, path: &str) -> bool {
    let is_other = canonical != tag_href(tag);
    // Only where nothing needs encoding: some proxies undo what does, and would be led in circles.
    is_other || (!canonical.contains('%') && canonical != path)
}

/// The address of a tag or of its feed that was asked for with slashes too many, or below `/Tags`.
/// Nothing when there is no such tag, or when a row of its own has this address.
pub(super) fn mended(reading: &Reading, path: &str) -> Option<String> {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let (first, tag) = (parts.next()?, parts.next()?);
    let ending = match (parts.next(), parts.next()) {
        (None, _) => "",
        (Some("feed.xml"), None) => FEEDS[0],
        (Some("feed.json"), None) => FEEDS[1],
        _ => return None,
    };
    let decoded = |part: &str| Some(percent_decode_str(part).decode_utf8().ok()?.into_owned());
    if !decoded(first)?.eq_ignore_ascii_case("tags") || path == format!("/tags/{tag}{ending}") {
        return None;
    }
    Some(format!("{}{ending}", tag_href(reading.find_tag(&decoded(tag)?)?)))
}

async fn handle_atom(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    match feed_of(&site, &visit, FEEDS[0])? {
        (_, Some(elsewhere)) => Ok(moved(&elsewhere, visit.query())),
        (tag, None) => feeds::atom_of(&site, &visit, FeedScope::Tag(&tag)).await,
    }
}

async fn handle_json(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    match feed_of(&site, &visit, FEEDS[1])? {
        (_, Some(elsewhere)) => Ok(moved(&elsewhere, visit.query())),
        (tag, None) => feeds::json_of(&site, &visit, FeedScope::Tag(&tag)).await,
    }
}

/// The tag of a feed, and where its feed is if not here.
fn feed_of(site: &Site, visit: &Visit, ending: &str) -> Result<(String, Option<String>), Problem> {
    let tag = tag_of(visit, ending).ok_or_else(Problem::not_found)?;
    // As visitors see it: a feed is the same for everybody.
    let reading = site.reading(Reader::Public);
    let canonical = tag_href(reading.find_tag(&tag).ok_or_else(Problem::not_found)?);
    let path = visit.path().strip_suffix(ending).unwrap_or_default();
    let elsewhere = is_elsewhere(&tag, &canonical, path).then(|| format!("{canonical}{ending}"));
    Ok((tag, elsewhere))
}

fn tag_of(visit: &Visit, ending: &str) -> Option<String> {
    let written = visit.path().strip_prefix("/tags/")?.strip_suffix(ending)?;
    let tag = percent_decode_str(written).decode_utf8().ok()?;
    Some(tag.into_owned())
}
