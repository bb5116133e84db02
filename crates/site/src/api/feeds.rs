use axum::extract::State;
use axum::response::Response;
use content::reading::{Entry, Found, Reader};
use edge::{PageEndpoint, Problem};
use futures_util::FutureExt;

use super::answer::tell;
use super::visit::Visit;
use crate::Site;
use crate::compose::tag_href;
use crate::feeds::{
    Feed, MOST, Place, atom, json_feed, maps, sitemap as sitemap_of, sitemap_index,
};
use crate::render::{FeedScope, RenderError};
use crate::work::work;

const ATOM: &str = "application/atom+xml; charset=utf-8";
const JSON: &str = "application/feed+json";
const XML: &str = "application/xml; charset=utf-8";

/// The newest of the whole site.
pub fn feed_atom(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_atom, site).same_for_all()
}

pub fn feed_json(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_json, site).same_for_all()
}

pub fn sitemap(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_sitemap, site).same_for_all()
}

pub fn robots(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_robots, site).same_for_all()
}

async fn handle_atom(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    atom_of(&site, &visit, FeedScope::Site).await
}

async fn handle_json(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    json_of(&site, &visit, FeedScope::Site).await
}

pub(super) async fn atom_of(
    site: &Site,
    visit: &Visit,
    scope: FeedScope<'_>,
) -> Result<Response, Problem> {
    tell_feed(site, visit, scope, ATOM, |feed| atom(&at(feed, "feed.xml"))).await
}

pub(super) async fn json_of(
    site: &Site,
    visit: &Visit,
    scope: FeedScope<'_>,
) -> Result<Response, Problem> {
    tell_feed(site, visit, scope, JSON, |feed| json_feed(&at(feed, "feed.json"))).await
}

async fn tell_feed(
    site: &Site,
    visit: &Visit,
    scope: FeedScope<'_>,
    media_type: &'static str,
    write: fn(Feed) -> String,
) -> Result<Response, Problem> {
    let origin = visit.origin(site);
    let writing = || {
        let feed = site.feed(&origin, scope);
        async move {
            let Some(feed) = feed.await? else { return Ok(None) };
            // Megabytes of it, now and then.
            Ok(Some(work(move || write(feed)).await?))
        }
        .boxed()
    };
    tell(site, visit, existing(site, visit, scope)?, media_type, writing).await
}

/// The address of a feed follows from the page that it belongs to.
fn at(feed: Feed, file: &str) -> Feed {
    let page = feed.address.trim_end_matches('/');
    Feed { address: format!("{page}/{file}"), ..feed }
}

/// The name to keep a feed under. What there is no feed of is kept under no name.
fn existing(site: &Site, visit: &Visit, scope: FeedScope<'_>) -> Result<String, Problem> {
    let reading = site.reading(Reader::Public);
    match scope {
        // Looked up before it is kept, or every invented address would get a place in memory.
        FeedScope::Section(path)
            if !matches!(reading.find_address(path).found, Found::Section(_)) =>
        {
            Err(Problem::not_found())
        }
        FeedScope::Site | FeedScope::Section(_) => Ok(visit.path().to_owned()),
        // By the tag, which whoever asks has looked up: its address can be written in many ways.
        FeedScope::Tag(tag) => {
            let file = visit.path().rsplit('/').next().unwrap_or_default();
            Ok(format!("{}/{file}", tag_href(tag)))
        }
    }
}

async fn handle_sitemap(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let origin = visit.origin(&site);
    let write = || {
        let (site, origin) = (&site, &origin);
        async move {
            let places = places(site, origin).await?;
            Ok(Some(match maps(&places, MOST).as_slice() {
                [all] => sitemap_of(all),
                several => sitemap_index(origin, several),
            }))
        }
        .boxed()
    };
    tell(&site, &visit, "/sitemap.xml".to_owned(), XML, write).await
}

/// One map of a site, counted from one. A small site has one, which is also the whole.
pub(super) async fn map_of(site: &Site, visit: &Visit, number: usize) -> Result<Response, Problem> {
    /// So many places fit into one map however long their addresses are.
    const FIT: usize = 2000;
    let origin = visit.origin(site);
    let write = || {
        let origin = &origin;
        async move {
            // Known before all addresses are written: anybody may ask for any number.
            if number > 1 + site.reading(Reader::Public).everything().count() / FIT {
                return Ok(None);
            }
            let places = places(site, origin).await?;
            Ok(maps(&places, MOST).get(number - 1).map(|map| sitemap_of(map)))
        }
        .boxed()
    };
    tell(site, visit, visit.path().to_owned(), XML, write).await
}

/// Everything that robots may find. On a site that does not want to be found that is nothing, and
/// its map is empty: a robot that is told 404 keeps what it knew.
async fn places(site: &Site, origin: &str) -> Result<Vec<Place>, RenderError> {
    if !site.settings().indexable {
        return Ok(Vec::new());
    }
    let reading = site.reading(Reader::Public);
    let place = |entry: Entry<'_>| Place {
        address: format!("{origin}{}", entry.href()),
        changed: Some(entry.last_changed()),
    };
    let is_ours = matches!(reading.find_address("/resume").found, Found::Nothing);
    let resume = site.resume().await?.filter(|resume| resume.listed && is_ours);
    let resume = resume.map(|resume| Place {
        address: format!("{origin}/resume"),
        changed: Some(resume.updated_at),
    });
    let home = Place { address: format!("{origin}/"), changed: reading.last_changed() };
    let places = std::iter::once(home).chain(resume);
    Ok(places.chain(reading.everything().map(place)).collect())
}

async fn handle_robots(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let origin = visit.origin(&site);
    let write = || {
        let robots = crate::feeds::robots(&origin, site.settings().indexable);
        async { Ok(Some(robots)) }.boxed()
    };
    let media_type = "text/plain; charset=utf-8";
    tell(&site, &visit, "/robots.txt".to_owned(), media_type, write).await
}
