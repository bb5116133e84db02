use axum::response::{IntoResponse, Response};
use content::reading::{Destination, Found, Moved, Reading};
use edge::Problem;
use edge::page::Caching;
use http::header::{CACHE_CONTROL, LOCATION};
use http::{HeaderValue, StatusCode};

use super::visit::Visit;
use crate::Site;

/// On to the one address, with what was asked. It may change again, so nobody is to keep this
/// without asking.
pub(super) fn moved(to: &str, query: Option<&str>) -> Response {
    let Ok(target) = HeaderValue::try_from(with_query(to, query)) else {
        return Problem::not_found().into_response();
    };
    let mut response = StatusCode::MOVED_PERMANENTLY.into_response();
    response.headers_mut().insert(LOCATION, target);
    response.headers_mut().insert(CACHE_CONTROL, Caching::Revalidate.header());
    response
}

/// On to where a redirect leads.
pub(super) fn follow(
    site: &Site,
    reading: &Reading,
    visit: &Visit,
    there: &Moved<'_>,
) -> Result<Response, Problem> {
    let to = end_of(reading, &visit.origin(site), there.to).ok_or_else(Problem::not_found)?;
    site.0.wings.content.count_followed(there.redirect);
    Ok(moved(&to, visit.query()))
}

/// More would be a circle, or as good as one.
const MOST_STEPS: usize = 8;

/// The last of several redirects, where one names a whole address of this very site: then nobody
/// knew when it was made that it leads on, or back. Nothing when it leads in a circle.
fn end_of<'r>(reading: &'r Reading, origin: &str, mut to: Destination<'r>) -> Option<String> {
    for _ in 0..MOST_STEPS {
        let Destination::Elsewhere(address) = to else { return Some(to.href()) };
        let inside = address.strip_prefix(origin).filter(|rest| rest.starts_with('/'));
        let Some(rest) = inside else { return Some(to.href()) };
        let (path, more) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
        let found = reading.find_address(path);
        match (found.found, found.canonical) {
            (Found::Moved(again), _) => to = again.to,
            (_, Some(canonical)) => return Some(format!("{canonical}{more}")),
            (_, None) => return Some(to.href()),
        }
    }
    None
}

/// The target may be an address of another site with a query of its own, or with the name of a place
/// on its page, which ends an address.
fn with_query(to: &str, query: Option<&str>) -> String {
    let Some(query) = query else { return to.to_owned() };
    let (to, place) = to.split_at(to.find('#').unwrap_or(to.len()));
    let sign = if to.contains('?') { '&' } else { '?' };
    format!("{to}{sign}{query}{place}")
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn a_question_stands_before_the_name_of_a_place() {
        for (to, target) in [
            ("/a", "/a?q=1"),
            ("/a#b", "/a?q=1#b"),
            ("https://x.example/?p=2#b?c", "https://x.example/?p=2&q=1#b?c"),
        ] {
            assert_eq!(with_query(to, Some("q=1")), target);
            assert_eq!(with_query(to, None), to);
        }
    }
}
