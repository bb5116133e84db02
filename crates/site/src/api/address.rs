use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use content::reading::{Destination, Entry, Found, Moved, Reading};
use content::settings::ResumePart;
use edge::page::Caching;
use edge::{PageEndpoint, Problem, tag_of_bytes};
use futures_util::FutureExt;
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION,
};
use http::{HeaderValue, Method, StatusCode};
use kernel::{Id, SitePath};
use percent_encoding::percent_decode_str;

use super::answer::{at_once, show, tell};
use super::cards::card;
use super::feeds;
use super::kept::names;
use super::visit::Visit;
use crate::Site;
use crate::compose::Composer;
use crate::render::FeedScope;
use crate::share::Subject;

/// Every address that is no other row: sections and items, their feeds and cards, what has moved,
/// and the public resume where nothing else is at its address.
pub fn address(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle, site)
}

async fn handle(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    // Nearly every visit is to a page that lies ready.
    if let Some(answer) = at_once(&site, &visit) {
        return Ok(answer);
    }
    let path = visit.path();
    if let Some(page) = own_page(path) {
        return Ok(moved(&page, visit.query()));
    }
    let reading = site.reading(visit.reader());
    // Before the tree is asked for a page: no slug has a dot, so these can be nobody's address.
    for file in ["/feed.xml", "/feed.json"] {
        let Some(section) = path.strip_suffix(file) else { continue };
        if let Some(canonical) = canonical_of(&site, &reading, section) {
            return Ok(moved(&format!("{canonical}{file}"), visit.query()));
        }
        let scope = FeedScope::Section(section);
        return match file {
            "/feed.xml" => feeds::atom_of(&site, &visit, scope).await,
            _ => feeds::json_of(&site, &visit, scope).await,
        };
    }
    // `find_address` mends a slash at the end, but two in the middle name nothing. Old links have
    // them all the same.
    if path.contains("//") {
        return single_slashes(&reading, &visit);
    }
    let address = reading.find_address(path);
    // One address for each page, or search engines and caches would hold several.
    if let Some(canonical) = address.canonical {
        return Ok(moved(&canonical, visit.query()));
    }
    match address.found {
        Found::Moved(there) => {
            site.0.wings.content.count_followed(there.redirect);
            Ok(moved(&there.to.href(), visit.query()))
        }
        Found::Section(section) => {
            let number = visit.page_number();
            // The page number is part of the name under which the page is kept. The rest of the
            // query changes nothing and is left out, so that nobody can fill the memory with it.
            let (key, origin) = (page_of_list(path, number), visit.origin(&site));
            let id = section.id.to_string();
            let compose = || site.section(&reading, &origin, &section, number).boxed();
            show(&site, &visit, key, Some(&id), compose).await
        }
        Found::Item(item) => {
            let (id, origin) = (item.id.to_string(), visit.origin(&site));
            // Asked again of the moment at which the body is read: the item may have moved
            // meanwhile.
            let choose = |reading: &Reading| item_at(reading, path);
            let compose = || site.item(visit.reader(), &origin, choose).boxed();
            show(&site, &visit, path.to_owned(), Some(&id), compose).await
        }
        // Last: an item or section of the owner's with this address comes before ours.
        Found::Nothing if path == "/resume" => resume(&site, &visit).await,
        Found::Nothing if path == "/resume.json" => resume_json(&site, &visit).await,
        Found::Nothing if path == "/resume.pdf" => resume_pdf(&site, &visit).await,
        Found::Nothing => match Subject::at(path) {
            Some(subject) => card(&site, &visit, &subject).await,
            None => {
                count_missed(&site, &visit);
                Err(Problem::not_found())
            }
        },
    }
}

/// Under which address a page of a list is kept: the first one under that of the list itself.
fn page_of_list(path: &str, number: u32) -> String {
    match number {
        1 => path.to_owned(),
        number => format!("{path}?page={number}"),
    }
}

/// Counts what a visitor asked for in vain. Programs that do not ask for a page are no visitors,
/// and the signed in know where they are.
fn count_missed(site: &Site, visit: &Visit) {
    let context = &visit.context;
    let by_visitor = context.method() == Method::GET
        && context.prefers_page()
        && !context.principal().is_signed_in()
        && visit.is_looked_at();
    let path = percent_decode_str(visit.path()).decode_utf8();
    if let (true, Ok(path)) = (by_visitor, path) {
        site.0.wings.content.count_missed(SitePath::new(&path));
    }
}

/// The one address of a page of the service itself, where it was asked for by another spelling:
/// with slashes too many, in capital letters, with signs that need no encoding.
fn own_page(path: &str) -> Option<String> {
    const PAGES: [&str; 6] = ["auth", "contact", "docs", "resume", "search", "tags"];
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let first = percent_decode_str(parts.next()?).decode_utf8().ok()?.to_ascii_lowercase();
    let page = match (parts.next(), parts.next()) {
        (None, _) if PAGES.contains(&first.as_str()) => format!("/{first}"),
        (Some(tag), None) if first == "tags" => format!("/tags/{tag}"),
        _ => return None,
    };
    (page != path).then_some(page)
}

/// Where the feed of a section is, if not at the address it was asked for: it moves with its section.
fn canonical_of(site: &Site, reading: &Reading, section: &str) -> Option<String> {
    let address = reading.find_address(section);
    match address.found {
        Found::Section(_) => address.canonical,
        Found::Moved(Moved { redirect, to: Destination::Entry(Entry::Section(section)) }) => {
            site.0.wings.content.count_followed(redirect);
            Some(section.href())
        }
        _ => None,
    }
}

/// What was asked for with slashes too many in the middle, if that leads anywhere.
fn single_slashes(reading: &Reading, visit: &Visit) -> Result<Response, Problem> {
    let parts: Vec<&str> = visit.path().split('/').filter(|part| !part.is_empty()).collect();
    let path = format!("/{}", parts.join("/"));
    let address = reading.find_address(&path);
    match (address.found, address.canonical) {
        // Not sent on: whoever probes for addresses would only be given more of them.
        (Found::Nothing, _) => Err(Problem::not_found()),
        (Found::Moved(there), _) => Ok(moved(&there.to.href(), visit.query())),
        (_, Some(canonical)) => Ok(moved(&canonical, visit.query())),
        (_, None) => Ok(moved(&path, visit.query())),
    }
}

fn item_at(reading: &Reading, path: &str) -> Option<Id> {
    match reading.find_address(path).found {
        Found::Item(item) => Some(item.id),
        _ => None,
    }
}

/// On to the one address, with what was asked. It may change again, so nobody is to keep this
/// without asking.
pub(super) fn moved(to: &str, query: Option<&str>) -> Response {
    let target = match query {
        // The target may be an address of another site with a query of its own.
        Some(query) if to.contains('?') => format!("{to}&{query}"),
        Some(query) => format!("{to}?{query}"),
        None => to.to_owned(),
    };
    let Ok(target) = HeaderValue::try_from(target) else {
        return Problem::not_found().into_response();
    };
    let mut response = StatusCode::MOVED_PERMANENTLY.into_response();
    response.headers_mut().insert(LOCATION, target);
    response.headers_mut().insert(CACHE_CONTROL, Caching::Revalidate.header());
    response
}

async fn resume(site: &Site, visit: &Visit) -> Result<Response, Problem> {
    // Resumes have a history of their own.
    let Some(resume) = site.resume().await? else { return Err(Problem::not_found()) };
    let (origin, reading) = (visit.origin(site), site.reading(visit.reader()));
    let key = format!("resume@{}", resume.edition());
    let (resume, reading, origin) = (&resume, &reading, &origin);
    let compose = || {
        let made = move |composer: &Composer<'_>| composer.resume(&resume.tree, resume.updated_at);
        async move { Ok(Some(site.compose(reading, origin, made).await?)) }.boxed()
    };
    show(site, visit, key, Some("resume"), compose).await
}

async fn resume_json(site: &Site, visit: &Visit) -> Result<Response, Problem> {
    let Some(resume) = site.resume().await? else { return Err(Problem::not_found()) };
    let key = format!("resume.json@{}", resume.edition());
    let write = || async { Ok(Some(resume.tree.to_string())) }.boxed();
    tell(site, visit, key, "application/json; charset=utf-8", write).await
}

/// The same file for everybody, as far as the owner publishes it on paper.
async fn resume_pdf(site: &Site, visit: &Visit) -> Result<Response, Problem> {
    let resume = site.resume().await?.filter(|resume| resume.on_paper);
    let Some(resume) = resume else { return Err(Problem::not_found()) };
    let pdf = Box::pin(site.resume_pdf(&resume)).await?;
    let tag = tag_of_bytes(&pdf);
    let known = visit.headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut response = match known.is_some_and(|known| names(known, &tag)) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Response::new(Body::from(pdf)),
    };
    let headers = response.headers_mut();
    headers.insert(ETAG, tag);
    headers.insert(CACHE_CONTROL, Caching::Revalidate.header());
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    let disposition = HeaderValue::from_static("inline; filename=\"resume.pdf\"");
    headers.insert(CONTENT_DISPOSITION, disposition);
    if !site.settings().resume.shows(ResumePart::SearchEngines) {
        headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::own_page;

    #[test]
    fn pages_of_the_service_have_one_address() {
        for (asked, page) in [
            ("/contact/", "/contact"),
            ("/Contact", "/contact"),
            ("//SEARCH//", "/search"),
            ("/%63ontact", "/contact"),
            ("/tags/Glass/", "/tags/Glass"),
            ("/Tags//c%2B%2B", "/tags/c%2B%2B"),
        ] {
            assert_eq!(own_page(asked).as_deref(), Some(page), "{asked}");
        }
        for other in ["/", "/contact", "/tags", "/tags/a", "/contact/messages/", "/Writing", "/%ff"]
        {
            assert_eq!(own_page(other), None, "{other}");
        }
    }
}
