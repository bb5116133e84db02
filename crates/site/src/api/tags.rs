use axum::extract::State;
use axum::response::Response;
use content::reading::{Items, Reading};
use edge::{PageEndpoint, Problem};
use futures_util::FutureExt;
use kernel::Page;
use percent_encoding::percent_decode_str;

use super::address::moved;
use super::answer::show;
use super::feeds;
use super::visit::Visit;
use crate::Site;
use crate::compose::{Composer, encoded, kind_named};
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
    let wanted = Items { tag: Some(&tag), ..Items::default() };
    if reading.items(&wanted, Page { limit: 1, offset: 0 }).total == 0 {
        return other_case(&reading, &tag, &visit).ok_or_else(Problem::not_found);
    }
    // Only where nothing needs encoding: some proxies undo what does, and would be led in circles.
    let canonical = format!("/tags/{}", encoded(&tag));
    if !canonical.contains('%') && canonical != visit.path() {
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

/// To the tag that differs from this one in letter case only, if there is one.
fn other_case(reading: &Reading, tag: &str, visit: &Visit) -> Option<Response> {
    let lower = tag.to_lowercase();
    let known = reading.tags().find(|known| known.tag.to_lowercase() == lower)?;
    Some(moved(&format!("/tags/{}", encoded(known.tag)), visit.query()))
}

async fn handle_atom(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let tag = tag_of(&visit, "/feed.xml").ok_or_else(Problem::not_found)?;
    feeds::atom_of(&site, &visit, FeedScope::Tag(&tag)).await
}

async fn handle_json(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let tag = tag_of(&visit, "/feed.json").ok_or_else(Problem::not_found)?;
    feeds::json_of(&site, &visit, FeedScope::Tag(&tag)).await
}

fn tag_of(visit: &Visit, ending: &str) -> Option<String> {
    let written = visit.path().strip_prefix("/tags/")?.strip_suffix(ending)?;
    let tag = percent_decode_str(written).decode_utf8().ok()?;
    Some(tag.into_owned())
}
