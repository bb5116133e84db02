use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{PageEndpoint, Problem};
use futures_util::FutureExt;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};

use super::answer::tell;
use super::visit::Visit;
use crate::Site;
use crate::look;

/// The first letter of the site's name, in its colour.
pub fn favicon(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_favicon, site).same_for_all()
}

pub fn manifest(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_manifest, site).same_for_all()
}

/// What of the look the owner has chosen otherwise than usual.
pub fn look(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle_look, site).same_for_all()
}

pub fn speculation_rules() -> PageEndpoint {
    PageEndpoint::new(handle_rules, ()).same_for_all()
}

async fn handle_favicon(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let write = || async { Ok(Some(look::favicon(&site.settings()))) }.boxed();
    tell(&site, &visit, "/favicon.svg".to_owned(), "image/svg+xml", write).await
}

async fn handle_manifest(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let write = || async { Ok(Some(look::manifest(&site.settings()))) }.boxed();
    tell(&site, &visit, "/site.webmanifest".to_owned(), "application/manifest+json", write).await
}

async fn handle_look(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let write = || async { Ok(Some(look::styles(&site.settings().look))) }.boxed();
    tell(&site, &visit, "/look.css".to_owned(), "text/css; charset=utf-8", write).await
}

/// Pages of this site may be fetched when somebody presses a link, a moment before it is followed;
/// nothing that does something, and nothing that is not for everybody. Not earlier: what is fetched
/// ahead is asked for once, so looking at it could not be counted without counting every link that a
/// pointer rests on.
const RULES: &str = r#"{"prefetch":[{"source":"document","eagerness":"conservative","tag":"folia-pressed","where":{"and":[{"href_matches":"/*"},{"not":{"href_matches":["/admin/*","/admin","/api/*","/auth/*","/auth","/media/*","/docs","/preview/*","/search*","/tailor*","/*.json","/*.pdf","/*.xml"]}},{"not":{"selector_matches":"[rel~=external],[target=_blank]"}}]}}]}"#;

async fn handle_rules(State(()): State<()>) -> Response {
    let media_type = (CONTENT_TYPE, "application/speculationrules+json");
    ([media_type, (CACHE_CONTROL, "public, max-age=3600")], RULES).into_response()
}

#[cfg(test)]
mod tests {
    use super::RULES;
    use crate::api::visit::PRESSED;

    #[test]
    fn the_rules_mark_what_they_fetch() {
        let rules: serde_json::Value = serde_json::from_str(RULES).unwrap();
        assert_eq!(rules["prefetch"][0]["tag"].to_string(), PRESSED);
    }
}
