use axum::extract::State;
use axum::response::Response;
use content::FEEDS;
use content::reading::{Destination, Entry, Found, Moved, Reading};
use edge::{PageEndpoint, Problem, RequestContext};
use futures_util::FutureExt;
use http::Method;
use kernel::{Id, SitePath};
use percent_encoding::percent_decode_str;

use super::answer::{at_once, show};
use super::cards::card;
use super::moved::{follow, moved};
use super::resume::{resume, resume_json, resume_pdf};
use super::visit::{Visit, reader_of};
use super::{feeds, tags};
use crate::Site;
use crate::feeds::map_at;
use crate::render::FeedScope;
use crate::share::Subject;

/// Every address that is no other row: sections and items, their feeds and cards, the maps of a large
/// site, what has moved, and the public resume where nothing else is at its address.
pub fn address(site: Site) -> PageEndpoint {
    let known = site.clone();
    PageEndpoint::new(handle, site).knows(move |context| is_there(&known, context))
}

const RESUME: [&str; 3] = ["/resume", "/resume.json", "/resume.pdf"];

async fn handle(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    // Nearly every visit is to a page that lies ready.
    if let Some(answer) = at_once(&site, &visit) {
        return Ok(answer);
    }
    let path = visit.path();
    let reading = site.reading(visit.reader());
    if let Some(page) = own_page(path).or_else(|| tags::mended(&reading, path)) {
        return Ok(moved(&page, visit.query()));
    }
    // Before the tree is asked for a page.
    if let Some((section, file)) = feed_at(path) {
        // Where no section is, it may be the feed of a site that has moved here.
        if let Some(there) = led_on_by_hand(&reading, path, section) {
            return follow(&site, &reading, &visit, &there);
        }
        let is_mended = path.strip_suffix(file) != Some(section);
        let canonical = canonical_of(&site, &reading, section, is_mended);
        if let Some(canonical) = canonical {
            return Ok(moved(&format!("{canonical}{file}"), visit.query()));
        }
        let scope = FeedScope::Section(section);
        return match file {
            "/feed.xml" => feeds::atom_of(&site, &visit, scope).await,
            _ => feeds::json_of(&site, &visit, scope).await,
        };
    }
    if let Some(number) = map_at(path) {
        return feeds::map_of(&site, &visit, number).await;
    }
    // `find_address` mends a slash at the end, but two in the middle name nothing. Old links have
    // them all the same.
    if path.contains("//") {
        return single_slashes(&site, &reading, &visit);
    }
    let address = reading.find_address(path);
    // One address for each page, or search engines and caches would hold several.
    if let Some(canonical) = address.canonical {
        return Ok(moved(&canonical, visit.query()));
    }
    match address.found {
        Found::Moved(there) => follow(&site, &reading, &visit, &there),
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
        && !visit.is_ahead();
    let path = percent_decode_str(visit.path()).decode_utf8();
    if let (true, Ok(path)) = (by_visitor, path) {
        site.0.wings.content.count_missed(SitePath::new(&path));
    }
}

/// Whether this reader would find anything at an address. It says no more than reading it would.
fn is_there(site: &Site, context: &RequestContext) -> bool {
    let (path, reading) = (context.uri().path(), site.reading(reader_of(context.principal())));
    let is_found = |path: &str| !matches!(reading.find_address(path).found, Found::Nothing);
    is_found(path)
        || own_page(path).or_else(|| tags::mended(&reading, path)).is_some()
        || feed_at(path).is_some_and(|(section, _)| is_found(section))
        || map_at(path) == Some(1)
        || (RESUME.contains(&path) && site.settings().resume.id.is_some())
        // Whatever it is a card of: that of a draft is as good as any other.
        || Subject::at(path).is_some()
}

/// The one address of a page or file of the service itself, where it was asked for by another
/// spelling: with slashes too many, in capital letters, with signs that need no encoding.
fn own_page(path: &str) -> Option<String> {
    const PAGES: [&str; 13] = [
        "admin",
        "auth",
        "contact",
        "docs",
        "feed.json",
        "feed.xml",
        "resume",
        "resume.json",
        "resume.pdf",
        "robots.txt",
        "search",
        "sitemap.xml",
        "tags",
    ];
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let only = parts.next().filter(|_| parts.next().is_none())?;
    let name = percent_decode_str(only).decode_utf8().ok()?.to_ascii_lowercase();
    let page = PAGES.contains(&name.as_str()).then(|| format!("/{name}"));
    page.filter(|page| page != path)
}

/// The address of a section and the ending of its feed, however that is spelled.
fn feed_at(path: &str) -> Option<(&str, &'static str)> {
    let path = path.trim_end_matches('/');
    FEEDS.into_iter().find_map(|file| {
        let (section, ending) = path.split_at_checked(path.len().checked_sub(file.len())?)?;
        ending.eq_ignore_ascii_case(file).then_some((section, file))
    })
}

/// A redirect from the address of a feed that no section has.
fn led_on_by_hand<'r>(reading: &'r Reading, path: &str, section: &str) -> Option<Moved<'r>> {
    if matches!(reading.find_address(section).found, Found::Section(_)) {
        return None;
    }
    match reading.find_address(path).found {
        Found::Moved(there) => Some(there),
        _ => None,
    }
}

/// Where the feed of a section is, if not at the address it was asked for: it moves with its section.
fn canonical_of(site: &Site, reading: &Reading, section: &str, is_mended: bool) -> Option<String> {
    let address = reading.find_address(section);
    match address.found {
        Found::Section(found) => address.canonical.or_else(|| is_mended.then(|| found.href())),
        Found::Moved(Moved { redirect, to: Destination::Entry(Entry::Section(section)) }) => {
            site.0.wings.content.count_followed(redirect);
            Some(section.href())
        }
        _ => None,
    }
}

/// What was asked for with slashes too many in the middle, if that leads anywhere.
fn single_slashes(site: &Site, reading: &Reading, visit: &Visit) -> Result<Response, Problem> {
    let parts: Vec<&str> = visit.path().split('/').filter(|part| !part.is_empty()).collect();
    let path = format!("/{}", parts.join("/"));
    let address = reading.find_address(&path);
    match (address.found, address.canonical) {
        // Not sent on: whoever probes for addresses would only be given more of them.
        (Found::Nothing, _) => Err(Problem::not_found()),
        (Found::Moved(there), _) => follow(site, reading, visit, &there),
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
            ("/Feed.xml/", "/feed.xml"),
            ("/Resume.PDF", "/resume.pdf"),
        ] {
            assert_eq!(own_page(asked).as_deref(), Some(page), "{asked}");
        }
        let others =
            ["/", "/contact", "/tags", "/tags/a/", "/contact/messages/", "/Writing", "/%ff"];
        for other in others {
            assert_eq!(own_page(other), None, "{other}");
        }
    }
}
