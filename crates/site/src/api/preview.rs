use axum::extract::State;
use axum::response::{IntoResponse, Response};
use content::reading::Reader;
use edge::{PageEndpoint, Problem, Tail, WhoseTurn};
use http::header::{CACHE_CONTROL, REFERRER_POLICY};
use http::{HeaderName, HeaderValue};

use super::page::page_of;
use super::visit::Visit;
use crate::Site;
use crate::compose::Composed;
use crate::view::Metadata;

const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// `/preview/{token}`: one item as its page will look, for whoever has a link to it. Nobody keeps
/// the page, nobody counts it, and no link on it tells where it was followed from.
pub fn preview(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle, site)
}

async fn handle(
    State(site): State<Site>,
    Tail(token): Tail,
    turn: WhoseTurn,
    visit: Visit,
) -> Result<Response, Problem> {
    let content = &site.0.wings.content;
    let id = content.previewed(&token).await?.ok_or_else(Problem::not_found)?;
    // Previews are not kept, so each costs the whole work. A link that is passed around must not
    // slow down the site.
    let _place = turn.wait_for(site.preview_place()).await?;
    let origin = visit.origin(&site);
    let composing = site.item(Reader::Preview(id), &origin, |_| Some(id));
    let Composed { metadata, main } = Box::pin(composing).await?.ok_or_else(Problem::not_found)?;
    // What a page tells machines is for pages that they may keep.
    let Metadata { title, description, frames, .. } = metadata;
    // Whatever is not named here falls away: canonical address, card, data for machines.
    let metadata = Metadata { title, description, frames, noindex: true, ..Metadata::default() };
    let page = page_of(Composed { metadata, main }, &origin)
        .header(CACHE_CONTROL, HeaderValue::from_static("private, no-store"))
        .header(REFERRER_POLICY, HeaderValue::from_static("no-referrer"))
        .header(ROBOTS, HeaderValue::from_static("noindex, nofollow"));
    Ok(page.into_response())
}
