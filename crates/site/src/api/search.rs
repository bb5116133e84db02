use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::page::Caching;
use edge::{PageEndpoint, Problem};
use http::header::{COOKIE, VARY};

use super::page::page_of;
use super::visit::Visit;
use crate::Site;
use crate::compose::{Composer, kind_named};
use crate::search::{LONGEST_QUERY, search as find};

/// `/search?q=`, with and without hits.
pub fn search(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle, site)
}

async fn handle(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let query = visit.value("q").unwrap_or_default();
    let query: String = query.chars().take(LONGEST_QUERY).collect();
    // One spelling of blanks, so that the page shows what was looked for.
    let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
    let kind = visit.value("kind").as_deref().and_then(kind_named);
    let (number, reading) = (visit.page_number(), site.reading(visit.reader()));
    let (found, failed) = match query.is_empty() {
        true => (Vec::new(), false),
        false => {
            let _turn = site.0.searches.acquire().await.map_err(Problem::internal)?;
            match Box::pin(find(&site.0.wings.memory, &reading, &query)).await {
                Ok(found) => (found, false),
                // The page is still useful: what is found by title was found, and the words say
                // that the rest failed.
                Err(error) => {
                    tracing::warn!(%error, "a visitor's search failed");
                    (Vec::new(), true)
                }
            }
        }
    };
    let origin = visit.origin(&site);
    let compose = |composer: &Composer<'_>| composer.search(&query, &found, kind, number, failed);
    let composed = Box::pin(site.compose(&reading, &origin, compose)).await?;
    // Never kept for others: a query tells something about whoever asked.
    let page = page_of(composed, &origin).caching(Caching::Private);
    Ok(page.header(VARY, COOKIE.into()).into_response())
}
