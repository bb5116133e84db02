use axum::extract::State;
use axum::response::{IntoResponse, Response};
use content::reading::Reading;
use edge::page::Caching;
use edge::{PageEndpoint, Problem, WhoseTurn};
use http::header::{COOKIE, VARY};

use super::page::page_of;
use super::visit::Visit;
use crate::Site;
use crate::compose::{Composer, kind_named};
use crate::search::{LONGEST_QUERY, Results, nearest_spelling, search as find};

/// `/search?q=`, with and without hits.
pub fn search(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle, site)
}

async fn handle(
    State(site): State<Site>,
    turn: WhoseTurn,
    visit: Visit,
) -> Result<Response, Problem> {
    let query = visit.value("q").unwrap_or_default();
    let query: String = query.chars().take(LONGEST_QUERY).collect();
    // One spelling of blanks, so that the page shows what was looked for.
    let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
    let kind = visit.value("kind").as_deref().and_then(kind_named);
    let (number, reading) = (visit.page_number(), site.reading(visit.reader()));
    // Held until the page is written, which takes as long as the search. Whoever waits for it is not worked for.
    let place = match query.is_empty() {
        true => None,
        false => Some(turn.wait_for(site.search_place()).await?),
    };
    let results = match place {
        None => Results::default(),
        Some(_) => Box::pin(results(&site, &reading, &query)).await,
    };
    let origin = visit.origin(&site);
    let compose = |composer: &Composer<'_>| composer.search(&query, &results, kind, number);
    let composed = Box::pin(site.compose(&reading, &origin, compose)).await?;
    drop(place);
    // Never kept for others: a query tells something about whoever asked.
    let page = page_of(composed, &origin).caching(Caching::Private);
    Ok(page.header(VARY, COOKIE.into()).into_response())
}

async fn results(site: &Site, reading: &Reading, query: &str) -> Results {
    let found = match find(site, reading, query).await {
        Ok(found) => found,
        Err(error) => {
            tracing::warn!(%error, "a visitor's search failed");
            return Results { failed: true, ..Results::default() };
        }
    };
    let mut near = None;
    if found.is_empty()
        && let Some(spelling) = nearest_spelling(reading, query)
    {
        // Without an answer there is no spelling to offer, and the page says so much without it.
        let count = find(site, reading, &spelling).await.map_or(0, |found| found.len());
        near = (count > 0).then_some((spelling, count));
    }
    Results { found, near, failed: false }
}
